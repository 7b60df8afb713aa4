package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Table;
import dev.partita.lint.internal.facts.KeyTypes;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One key attribute that gets values of two types. */
public final class KeyTypeMismatch implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        List<Finding> findings = new ArrayList<>();
        for (Table table : design.tables().values()) {
            Map<String, KeyUse> first = new HashMap<>();
            for (Entity entity : design.entitiesOf(table)) {
                for (KeyUse use : KeyUse.of(design, entity)) {
                    mismatch(use, first.putIfAbsent(use.key(), use)).ifPresent(findings::add);
                }
            }
        }
        return findings.stream();
    }

    private Optional<Finding> mismatch(KeyUse use, KeyUse before) {
        String type = KeyTypes.written(use);
        String stated = use.declared() == null ? null : use.declared().type();
        if (!List.of("S", "N", "B").contains(type)) {
            return Optional.empty();
        }
        String other = stated != null ? stated : before == null ? type : KeyTypes.written(before);
        if (type.equals(other) || stated == null && !List.of("S", "N", "B").contains(other)) {
            return Optional.empty();
        }
        return Optional.of(found(
                use.subject(),
                use.place(),
                use.words() + " is " + words(type) + ", but " + use.key() + " is " + words(other)
                        + (stated != null
                                ? " by declaration"
                                : " in " + before.entity().name()),
                "write values of one type into " + use.key()));
    }

    private static String words(String type) {
        return switch (type) {
            case "N" -> "a number";
            case "B" -> "binary";
            default -> "text";
        };
    }
}
