package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.Partition;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A sequence that counts beyond the digits of its key. */
public final class SequenceOutgrowsPadding implements Rule.Warning {

    private static final int ENOUGH_FOR_VERSIONS = 6;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Stream<Finding> sequences = Partition.of(compiled.design())
                .flatMap(p -> p.whole().stream().flatMap(template -> template.variables()
                        .filter(v -> p.entity().attributes().get(v.attribute()) != null
                                && p.entity().attributes().get(v.attribute()).sequence() != null)
                        .flatMap(v -> v.formats().stream()
                                .filter(f -> f.kind() == Kind.PAD)
                                .filter(f -> outgrows(
                                        p.entity()
                                                .attributes()
                                                .get(v.attribute())
                                                .sequence()
                                                .max(),
                                        f.number()))
                                .map(f -> found(
                                        p.subject(),
                                        template.place(),
                                        v.attribute() + " has " + f.number() + " digits in the key and is counted "
                                                + (p.entity()
                                                                        .attributes()
                                                                        .get(v.attribute())
                                                                        .sequence()
                                                                        .max()
                                                                == null
                                                        ? "without end"
                                                        : "beyond"),
                                        Help.edit(Edit.put(
                                                        "9".repeat(f.number()),
                                                        "entities",
                                                        p.entity().name(),
                                                        "attributes",
                                                        v.attribute(),
                                                        "generate",
                                                        "max"))
                                                .or("give it more digits"))))));
        return Stream.concat(sequences, versions(compiled.design()));
    }

    /** A history is a copy with the version of its origin in its key: each write adds one. */
    private Stream<Finding> versions(Design design) {
        return KeyUse.of(design).flatMap(use -> use.template()
                .variables()
                .filter(v -> isVersion(design, use.entity(), v.attribute())
                        && use.attribute(v).max() == null)
                .flatMap(v -> v.formats().stream()
                        .filter(f -> f.kind() == Kind.PAD && f.number() < ENOUGH_FOR_VERSIONS)
                        .map(f -> found(
                                use.subject(),
                                use.place(v),
                                v.attribute() + " has " + f.number()
                                        + " digits in the key and is counted with every write: " + "from 1"
                                        + "0".repeat(f.number()) + " on they are refused",
                                Repairs.part(use, v, "{" + v.attribute() + ":08}")))));
    }

    private static boolean isVersion(Design design, Entity entity, String attribute) {
        Entity origin = entity.from() == null
                ? null
                : design.entities().get(entity.from().entity());
        return entity.attributes().containsKey(attribute)
                && (attribute.equals(entity.version()) || origin != null && attribute.equals(origin.version()));
    }

    private static boolean outgrows(Long max, int digits) {
        return max == null || max.toString().length() > digits;
    }
}
