package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Severity;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.KeyShape;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.Overlap;
import dev.partita.plan.internal.key.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Two kinds of items that can have the same key. */
public final class CollidingKeys implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        List<Finding> findings = new ArrayList<>();
        for (Table table : design.tables().values()) {
            List<KeySpaceMember> occupants = KeySpaceMember.of(design, new Target(table, null));
            for (int later = 1; later < occupants.size(); later++) {
                for (int earlier = 0; earlier < later; earlier++) {
                    collision(design, table, occupants.get(earlier), occupants.get(later))
                            .ifPresent(findings::add);
                }
            }
        }
        return findings.stream();
    }

    private Optional<Finding> collision(Design design, Table table, KeySpaceMember one, KeySpaceMember other) {
        List<String> example = new ArrayList<>();
        boolean everyday = true;
        for (String key : table.keyNames()) {
            if (!one.keys().containsKey(key) || !other.keys().containsKey(key)) {
                return Optional.empty();
            }
            Optional<String> common = Overlap.common(one.look(design, key), other.look(design, key));
            if (common.isEmpty()) {
                return Optional.empty();
            }
            everyday &= Overlap.mayEqual(plainLook(design, one, key), plainLook(design, other, key));
            example.add(Examples.quoted(common.get()));
        }
        // It takes a value that looks like a key of the other: whoever knows that there is none may ignore it.
        return Optional.of(new Finding(
                id(),
                everyday ? Severity.ERROR : Severity.WARNING,
                other.subject(),
                NamePlaces.entity(design, other.entity()),
                one.words() + " and " + other.words() + " can have the same key, for example "
                        + String.join(" with ", example),
                help(design, table, one, other)));
    }

    /** As long as no value holds the separator. Only a lone value may: elsewhere it is escaped. */
    private static KeyShape plainLook(Design design, KeySpaceMember one, String key) {
        Template template = one.keys().get(key);
        if (!template.isLone()) {
            return one.look(design, key);
        }
        List<Template.Part> parts = new ArrayList<>(template.parts());
        parts.add(new Template.Literal("", template.place()));
        return KeyShape.of(design, one.entity(), key, new Template(template.text(), parts, template.place()));
    }

    private static Help help(Design design, Table table, KeySpaceMember one, KeySpaceMember other) {
        String key =
                table.sort() == null ? table.partition().name() : table.sort().name();
        List<Edit> edits = new ArrayList<>();
        for (KeySpaceMember occupant : List.of(one, other)) {
            if (!occupant.isEntity() || Repairs.isPinned(design, occupant.entity())) {
                return Help.words("begin the keys of each with a literal of its own");
            }
            String word = occupant.entity().name().toUpperCase(java.util.Locale.ROOT) + design.separator();
            String text = occupant.keys().get(key).text();
            if (!text.startsWith(word)) {
                edits.add(Edit.put(
                        Edit.quoted(word + text), "entities", occupant.entity().name(), "key", key));
            }
        }
        return Help.edits(edits, "begin the keys of each with a literal of its own");
    }
}
