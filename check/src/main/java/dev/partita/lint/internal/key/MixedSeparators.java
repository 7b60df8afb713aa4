package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Literal;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A key whose parts stand apart by something else than in the other keys. */
public final class MixedSeparators implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        boolean isUsed = KeyUse.of(design)
                .anyMatch(use -> !use.implied() && use.template().text().contains(design.separator() + "{"));
        return KeyUse.of(design)
                .filter(use -> isUsed && !use.implied())
                .map(use -> found(design, use))
                .filter(Objects::nonNull);
    }

    private Finding found(Design design, KeyUse use) {
        List<Template.Part> parts = use.template().parts();
        for (int i = 0; i + 1 < parts.size(); i++) {
            if (parts.get(i) instanceof Literal literal
                    && parts.get(i + 1) instanceof Variable variable
                    && literal.text().matches(".*[A-Za-z0-9][-:/|._]")
                    && !literal.text().endsWith(design.separator())) {
                String other = literal.text().substring(literal.text().length() - 1);
                String text = use.template().text().replace(other + "{", design.separator() + "{");
                Edit edit = Repairs.isPinned(design, use.entity()) ? null : Repairs.template(use, text);
                return found(
                        use.subject(),
                        use.place(),
                        use.words() + " has `" + other + "` before " + variable.attribute() + ", and other keys have `"
                                + design.separator() + "`",
                        edit == null ? Help.words("write `" + design.separator() + "` there, too") : Help.edit(edit));
            }
        }
        return null;
    }
}
