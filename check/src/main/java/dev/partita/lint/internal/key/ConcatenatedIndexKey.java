package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Template.Literal;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An index key glued together that could be several attributes. */
public final class ConcatenatedIndexKey implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return KeyUse.of(design)
                .filter(use -> use.index() != null
                        && !use.index().local()
                        && use.template().parts().size() > 1)
                .filter(use -> use.template().parts().stream()
                        .allMatch(part -> part instanceof Literal literal
                                ? literal.text().equals(design.separator())
                                : isPlain(use, (Variable) part)))
                .filter(use -> KeyUse.of(design)
                        .filter(other -> other.index() == use.index())
                        .allMatch(other -> other.entity() == use.entity()))
                .map(use -> found(
                        use.subject(),
                        use.place(),
                        use.words() + " only joins attributes that could be its keys themselves",
                        help(use)));
    }

    private static boolean isPlain(KeyUse use, Variable variable) {
        return variable.formats().isEmpty()
                && use.attribute(variable) != null
                && use.attribute(variable).isStored();
    }

    private static Help help(KeyUse use) {
        String word = use.isPartition() ? "partition" : "sort";
        String names =
                Edit.list(use.template().variables().map(Variable::attribute).toList());
        boolean isWhole =
                (use.isPartition() ? use.index().partition() : use.index().sort()).size() == 1
                        && !(use.entity().node().get(use.index().name())
                                instanceof dev.partita.design.model.Node.Sequence);
        return isWhole
                ? Help.edit(
                        Edit.ofIndex(use.table(), use.index(), word, names),
                        Edit.remove("entities", use.entity().name(), use.index().name(), use.key()))
                : Help.words("let the attributes be the keys themselves");
    }
}
