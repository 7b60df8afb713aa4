package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.read.Plan;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** A transaction whose parts may be about two things where one is meant. */
public final class PartsMayDiffer implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.patterns().values().stream()
                .filter(pattern -> pattern.verb() == Verb.TRANSACT)
                .flatMap(pattern -> {
                    List<Pattern> parts = pattern.entities().stream()
                            .map(design.patterns()::get)
                            .filter(Objects::nonNull)
                            .toList();
                    Set<String> open = new LinkedHashSet<>();
                    Set<String> takers = new LinkedHashSet<>();
                    for (int i = 0; i < parts.size(); i++) {
                        for (int j = i + 1; j < parts.size(); j++) {
                            for (String name : shared(compiled, parts.get(i), parts.get(j))) {
                                if (!pattern.same().contains(name)) {
                                    open.add(name);
                                    takers.add(parts.get(i).name());
                                    takers.add(parts.get(j).name());
                                }
                            }
                        }
                    }
                    return open.isEmpty() ? Stream.empty() : Stream.of(finding(pattern, open, takers));
                });
    }

    private Finding finding(Pattern pattern, Set<String> open, Set<String> takers) {
        Set<String> same = new LinkedHashSet<>(pattern.same());
        same.addAll(open);
        return found(
                pattern.name(),
                pattern.node().placeOf("transact"),
                String.join(" and ", takers) + " of " + pattern.name() + " each take a " + String.join(" and a ", open)
                        + ", and nothing says that it is the same",
                Help.edit(Edit.ofPattern(pattern, "same", Edit.list(same))));
    }

    /** The arguments by which both name one thing. */
    private static Set<String> shared(Compiled compiled, Pattern one, Pattern other) {
        Set<String> names = new LinkedHashSet<>();
        Plan first = compiled.plans().get(one.name());
        Plan second = compiled.plans().get(other.name());
        if (first == null || second == null || one.entities().equals(other.entities())) {
            return names;
        }
        Entity a = compiled.design().entities().get(one.entities().get(0));
        Entity b = compiled.design().entities().get(other.entities().get(0));
        first.arguments().forEach(argument -> {
            String name = argument.name();
            if (second.arguments().stream().anyMatch(its -> its.name().equals(name))
                    && a != null
                    && b != null
                    && isOne(a, b, name)) {
                names.add(name);
            }
        });
        return names;
    }

    private static boolean isOne(Entity a, Entity b, String name) {
        Attribute ofA = a.attributes().get(name);
        Attribute ofB = b.attributes().get(name);
        if (ofA == null || ofB == null) {
            return false;
        }
        String first = ofA.references() == null && isKey(a, name) ? a.name() : ofA.references();
        String second = ofB.references() == null && isKey(b, name) ? b.name() : ofB.references();
        return first != null && first.equals(second) || name.equals(a.owner()) && name.equals(b.owner());
    }

    /** Whether the entity is known by this attribute alone. */
    private static boolean isKey(Entity entity, String name) {
        return entity.keyAttributes().equals(Set.of(name));
    }
}
