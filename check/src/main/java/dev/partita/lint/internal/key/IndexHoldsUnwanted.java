package dev.partita.lint.internal.key;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.PlanFacts;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Conditions;
import java.util.List;
import java.util.stream.Stream;

/** An index that also holds the items nobody asks it for. */
public final class IndexHoldsUnwanted implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return Stream.concat(ofFlags(compiled), ofMadeUpKeys(compiled));
    }

    /** An index with keys of its own, of which every reader wants the items with a flag. */
    private Stream<Finding> ofMadeUpKeys(Compiled compiled) {
        return KeyUse.of(compiled.design())
                .filter(use -> use.index() != null
                        && use.isPartition()
                        && !use.index().local()
                        && !use.implied()
                        && !isSparse(use)
                        && !(use.entity().node().get(use.index().name()) instanceof Node.Sequence))
                .flatMap(use -> use.entity().attributes().values().stream()
                        .filter(flag -> flag.type() == Type.Simple.FLAG || flag.type() == Type.Simple.BOOLEAN)
                        .filter(flag -> onlyWhenSet(compiled, use, flag.name()))
                        .limit(1)
                        .map(flag -> found(
                                use.subject(),
                                use.place(),
                                use.index().name() + " also holds every "
                                        + use.entity().name() + " that is not " + flag.name()
                                        + ", and no pattern asks for those",
                                Help.edit(Edit.put(
                                        flag.name(),
                                        "entities",
                                        use.entity().name(),
                                        use.index().name(),
                                        "when")))));
    }

    private Stream<Finding> ofFlags(Compiled compiled) {
        return KeyUse.of(compiled.design())
                .filter(use -> use.index() != null && use.template().isLone() && !isSparse(use))
                .flatMap(use -> use.template()
                        .variables()
                        .filter(variable -> use.attribute(variable) != null)
                        .filter(variable -> use.attribute(variable).type() == Type.Simple.FLAG)
                        .filter(variable -> onlyWhenSet(compiled, use, variable.attribute()))
                        .map(variable -> found(
                                use.subject(),
                                use.place(variable),
                                use.index().name() + " also holds every "
                                        + use.entity().name() + " whose " + variable.attribute()
                                        + " is 0, and no pattern asks for those",
                                Help.edit(Edit.put(
                                        variable.attribute(),
                                        "entities",
                                        use.entity().name(),
                                        use.index().name(),
                                        "when")))));
    }

    private static boolean isSparse(KeyUse use) {
        return use.entity().indexKeys().stream()
                .anyMatch(keys -> keys.index().equals(use.index().name()) && keys.when() != null);
    }

    private static boolean onlyWhenSet(Compiled compiled, KeyUse use, String flag) {
        List<Pattern> readers = PlanFacts.queries(compiled)
                .filter(read -> read.query().target().index() == use.index()
                        && read.query().entities().contains(use.entity()))
                .map(PlanFacts.Read::pattern)
                .toList();
        return !readers.isEmpty()
                && readers.stream().allMatch(pattern -> Conditions.all(pattern.where()).stream()
                        .anyMatch(condition -> condition.flag() != null
                                && condition.flag().names().equals(List.of(flag))));
    }
}
