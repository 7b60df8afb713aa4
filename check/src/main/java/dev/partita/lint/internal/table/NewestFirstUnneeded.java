package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PlanFacts;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A key sorted newest-first where reading backwards would do. */
public final class NewestFirstUnneeded implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return KeyUse.of(design)
                .filter(use -> use.isSort()
                        && use.template()
                                .variables()
                                .anyMatch(variable ->
                                        variable.has(Kind.NEWEST_FIRST) && TimeParts.isTime(use.attribute(variable))))
                .collect(Collectors.groupingBy(
                        use -> use.index() == null
                                ? use.table().id()
                                : use.table().id() + "." + use.index().name(),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .entrySet()
                .stream()
                .map(entry -> {
                    KeyUse use = entry.getValue().get(0);
                    String name =
                            use.index() == null ? use.table().id() : use.index().name();
                    String whose = entry.getValue().stream()
                            .map(other -> other.entity().name())
                            .distinct()
                            .collect(Collectors.joining(", "));
                    return found(
                            entry.getKey(),
                            use.index() == null
                                    ? NamePlaces.table(design, use.table())
                                    : NamePlaces.index(use.table(), use.index()),
                            name + " is sorted newest-first by inverted times (" + whose
                                    + "), and reading backwards would do",
                            help(compiled, entry.getValue()));
                });
    }

    private static Help help(Compiled compiled, List<KeyUse> uses) {
        Design design = compiled.design();
        List<Edit> edits = new ArrayList<>();
        uses.forEach(
                use -> edits.add(Repairs.template(use, use.template().text().replace(":newest-first", ""))));
        // Who says no order gets what the key gives, and is to get the same afterwards.
        readers(compiled, uses)
                .filter(pattern -> pattern.order() == null)
                .forEach(pattern -> edits.add(
                        pattern.verb() == Verb.LIST || pattern.verb() == Verb.READ
                                ? Edit.ofPattern(pattern, "order", "newest-first")
                                : null));
        boolean turns = readers(compiled, uses)
                .anyMatch(pattern -> pattern.order() != null
                        && pattern.order().attribute() == null
                        && !pattern.order().isByTime());
        if (turns) {
            return Help.words(
                    "put the plain time into the key, and turn the `order:` of whoever reads it by the key's");
        }
        boolean isPinned = uses.stream().anyMatch(use -> Repairs.isPinned(design, use.entity()));
        return isPinned || edits.contains(null)
                ? Help.words("put the plain time into the key; order: newest-first reads it backwards")
                : Help.edits(edits, null).saying("since order: newest-first reads it backwards");
    }

    /** The patterns whose answers come in the order of one of these keys. */
    private static Stream<Pattern> readers(Compiled compiled, List<KeyUse> uses) {
        return PlanFacts.queries(compiled)
                .filter(read -> uses.stream()
                        .anyMatch(use -> read.query().target().table() == use.table()
                                && read.query().target().index() == use.index()
                                && read.query().entities().stream().anyMatch(one -> one == use.entity())))
                .map(PlanFacts.Read::pattern)
                .filter(pattern -> pattern.verb() != Verb.COUNT)
                .distinct();
    }
}
