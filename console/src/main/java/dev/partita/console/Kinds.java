package dev.partita.console;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.run.Plans;
import java.util.ArrayList;
import java.util.List;

/** The entities whose items are in a table, of all designs that are served. */
final class Kinds {

    /** {@code position} is the entity's place in its design, which gives it its colour. */
    record Kind(Designs.Loaded loaded, Design design, Entity entity, int position, Codec codec) {}

    static List<Kind> in(Object physicalName, Designs designs) {
        List<Kind> kinds = new ArrayList<>();
        for (Designs.Loaded loaded : designs.all()) {
            if (loaded.compiled() != null) {
                for (Table table : loaded.compiled().design().tables().values()) {
                    if (table.physicalName(loaded.environment()).equals(physicalName)) {
                        kinds.addAll(of(table, loaded));
                    }
                }
            }
        }
        return kinds;
    }

    private static List<Kind> of(Table table, Designs.Loaded loaded) {
        Compiled compiled = loaded.compiled();
        Design design = compiled.design();
        Plans plans = new Plans(compiled);
        List<String> names = List.copyOf(design.entities().keySet());
        return design.entitiesOf(table).stream()
                .map(entity -> new Kind(loaded, design, entity, names.indexOf(entity.name()), plans.codec(entity)))
                .toList();
    }

    private Kinds() {}
}
