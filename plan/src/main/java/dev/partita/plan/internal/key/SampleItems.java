package dev.partita.plan.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.item.AttributeValue;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A design's samples as the items they are stored as, by entity. */
public final class SampleItems {

    /** @throws InvalidValues when a sample is not one of its entity; the linter says so with its place */
    public static Map<String, List<Map<String, AttributeValue>>> of(Design design, Clock clock) {
        // The same samples give the same items, whoever asks.
        RunContext surroundings = new RunContext(clock, new Ids(new Random(1)), Map.of(), null);
        Map<String, List<Map<String, AttributeValue>>> items = new LinkedHashMap<>();
        design.samples().forEach((name, samples) -> {
            Entity entity = design.entities().get(name);
            if (entity != null) {
                Codec codec = new Codec(design, entity);
                List<Map<String, AttributeValue>> made = new ArrayList<>();
                samples.forEach(sample -> made.add(codec.encode(new Inputs(codec).adopt(sample.values(), surroundings))
                        .toMap()));
                items.put(name, made);
            }
        });
        return items;
    }

    private SampleItems() {}
}
