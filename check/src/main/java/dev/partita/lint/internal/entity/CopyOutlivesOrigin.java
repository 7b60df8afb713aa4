package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Copies that stay when the item they are made from expires. */
public final class CopyOutlivesOrigin implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(copy -> copy.from() != null && design.tableOf(copy) != null)
                .map(copy -> check(design, design.entities().get(copy.from().entity()), copy))
                .filter(Objects::nonNull);
    }

    private Finding check(Design design, Entity origin, Entity copy) {
        if (origin == null
                || origin.expiry() == null
                || design.tableOf(origin) == null
                || design.tableOf(origin).expiry() == null) {
            return null;
        }
        if (copy.expiry() == null) {
            return found(
                    copy.name(),
                    NamePlaces.entity(design, copy),
                    Nouns.a(origin.name()) + " expires, and its " + copy.name() + " items stay",
                    help(design, origin, copy));
        }
        boolean isSure = copy.expiry().after().equals(origin.expiry().after())
                && copy.expiry().seconds() <= origin.expiry().seconds();
        return isSure || isHistory(origin, copy)
                ? null
                : found(
                        copy.name(),
                        NamePlaces.entity(design, copy),
                        Nouns.a(origin.name()) + " may expire before its " + copy.name() + " items do",
                        help(design, origin, copy));
    }

    /** Made anew by each write, and kept: the time is its own. */
    private static boolean isHistory(Entity origin, Entity copy) {
        return PatternUses.variables(List.copyOf(copy.key().values())).contains(origin.version());
    }

    private static Help help(Design design, Entity origin, Entity copy) {
        String after = origin.expiry().after();
        Attribute time = origin.attributes().get(after);
        if (time == null
                || !(time.type() instanceof Type.Simple type)
                || after.equals(copy.from().as())) {
            return Help.words("give " + copy.name() + " the expiry of " + origin.name());
        }
        List<Edit> edits = new ArrayList<>();
        if (!copy.attributes().containsKey(after)) {
            edits.add(Edit.put(type.word(), "entities", copy.name(), "attributes", after));
        }
        if (isHistory(origin, copy)) {
            edits.add(Edit.ofEntity(copy, "expiry", duration(origin.expiry().seconds()) + " after " + after));
        } else if (copy.node().get("expiry") != null) {
            edits.add(Edit.remove("entities", copy.name(), "expiry"));
        }
        if (design.tableOf(copy).expiry() == null) {
            edits.add(Edit.ofTable(
                    design.tableOf(copy), "expiry", design.tableOf(origin).expiry()));
        }
        return edits.isEmpty()
                ? Help.words("store " + copy.expiry().after() + " under a name of its own")
                : Help.edits(edits, null);
    }

    private static String duration(long seconds) {
        return seconds == 0 ? "0 seconds" : Figures.duration(seconds).replace(",", "");
    }
}
