package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cost.Sizes;
import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.internal.key.SampleItems;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sizes that costs are computed with, beside those of real items: the samples of the five designs. */
class SizesTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);

    @Test
    void estimatesAreNearTheSamples() {
        List<String> far = new ArrayList<>();
        double logarithms = 0;
        int count = 0;
        for (String name : Systems.names()) {
            Design design = Systems.compiled(name).design();
            Sizes sizes = new Sizes(design);
            for (var samples : SampleItems.of(design, CLOCK).entrySet()) {
                Entity entity = design.entities().get(samples.getKey());
                for (Map<String, AttributeValue> sample : samples.getValue()) {
                    double real = Item.of(sample).sizeBytes();
                    double estimate = sizes.summed(entity);
                    for (Attribute attribute : entity.attributes().values()) {
                        // A size that the file states is not our estimate, and what samples leave out is not in them.
                        AttributeValue value = sample.get(attribute.stored());
                        if (attribute.isStored()
                                && attribute.sizeBytes() != null
                                && !isKey(design, entity, attribute)) {
                            estimate -= attribute.stored().length() + sizes.value(attribute);
                            real -= value == null ? 0 : attribute.stored().length() + value.sizeBytes();
                        }
                    }
                    double ratio = estimate / real;
                    String line = "%s %s: %.0f estimated, %.0f real, ratio %.2f"
                            .formatted(name, entity.name(), estimate, real, ratio);
                    System.out.println(line);
                    logarithms += Math.log(ratio);
                    count++;
                    if (ratio < 0.8 || ratio > 2.6) {
                        far.add(line);
                    }
                }
            }
        }
        double mean = Math.exp(logarithms / count);
        System.out.printf("%d samples, mean ratio %.2f%n", count, mean);
        assertThat(far).isEmpty();
        assertThat(mean).isBetween(1.0, 1.6);
    }

    private static boolean isKey(Design design, Entity entity, Attribute attribute) {
        return design.tableOf(entity).keyNames().contains(attribute.stored());
    }
}
