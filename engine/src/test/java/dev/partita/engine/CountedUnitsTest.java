package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.engine.read.GetItem;
import org.junit.jupiter.api.Test;

/** Somebody who looks at one engine costs the others of the process nothing. */
class CountedUnitsTest {

    @Test
    void unitsAreCountedWhereSomebodyLooksAndNowhereElse() {
        try (Fixture watched = new Fixture();
                Fixture other = new Fixture()) {
            for (Fixture each : new Fixture[] {watched, other}) {
                each.run(TableMaker.table("t", "pk:S").request());
            }
            watched.engine.countUnits(true);
            assertThat(watched.run(put()).consumedCapacity().wanted()).isFalse();
            assertThat(watched.run(get()).consumedCapacity().capacityUnits()).isEqualTo(0.5);
            assertThat(other.run(put()).consumedCapacity()).isNull();
            assertThat(other.run(get()).consumedCapacity()).isNull();
            watched.engine.countUnits(false);
            assertThat(watched.run(get()).consumedCapacity()).isNull();
        }
    }

    private static PutItem put() {
        return new PutItem("t", item("pk", "a"), null, null, null, null, null, null, null, null, null);
    }

    private static GetItem get() {
        return new GetItem("t", item("pk", "a"), null, null, null, null, null);
    }
}
