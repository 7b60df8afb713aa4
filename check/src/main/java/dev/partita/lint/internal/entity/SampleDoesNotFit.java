package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** A sample that is not an item of its entity. */
public final class SampleDoesNotFit implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.samples().entrySet().stream().flatMap(entry -> {
            Entity entity = design.entities().get(entry.getKey());
            if (entity == null || design.tableOf(entity) == null) {
                return Stream.empty();
            }
            Codec codec = new Codec(design, entity);
            return entry.getValue().stream().flatMap(sample -> check(codec, sample));
        });
    }

    private static Help help(Entity entity, Violation violation) {
        Attribute attribute = entity.attributes().get(violation.attribute());
        String nearest = attribute != null && violation.value() instanceof String text
                ? Spelling.nearest(text, attribute.type().options())
                : attribute == null
                        ? Spelling.nearest(
                                violation.attribute(), entity.attributes().keySet())
                        : null;
        return nearest != null && attribute != null
                ? Help.edit(new Edit.Respell(nearest))
                : Help.words(
                        nearest != null
                                ? "did you mean `" + nearest + "` for `" + violation.attribute() + "`?"
                                : "correct the value, or the rule of " + entity.name() + "." + violation.attribute());
    }

    private Stream<Finding> check(Codec codec, Design.Sample sample) {
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        try {
            codec.encode(new Inputs(codec)
                    .adopt(sample.values(), new RunContext(clock, new Ids(new Random(1)), Map.of(), null)));
            return Stream.empty();
        } catch (InvalidValues invalid) {
            return invalid.violations().stream()
                    .map(violation -> found(
                            sample.entity(),
                            sample.node().placeOf(violation.attribute()),
                            violation.toString(),
                            help(codec.entity(), violation)));
        }
    }
}
