package dev.partita.systems;

import dev.partita.design.Design;
import dev.partita.item.Item;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.RunContext;
import java.util.List;

/** The samples of a design as the items they stand for. */
final class Samples {

    private Samples() {}

    static List<Item> items(Design design, String entity, RunContext surroundings) {
        Codec codec = new Codec(design, design.entities().get(entity));
        return design.samples().get(entity).stream()
                .map(sample -> codec.encode(new Inputs(codec).adopt(sample.values(), surroundings)))
                .toList();
    }
}
