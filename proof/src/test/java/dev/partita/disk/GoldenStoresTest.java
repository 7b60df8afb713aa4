package dev.partita.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.store.StoreFormat;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A format without a store that was written by it would be a format that nobody knows to be readable. */
class GoldenStoresTest {

    private static final int LARGEST_BYTES = 200_000;

    @Test
    void everyFormatHasAStoreThatWasClosedAndOneThatWasKilled() throws Exception {
        for (String left : new String[] {"closed", "killed"}) {
            TreeSet<Integer> formats = new TreeSet<>();
            for (String name : GoldenStores.NAMES) {
                if (name.endsWith(left)) {
                    String format = new String(GoldenStores.files(name).get("/FORMAT"), StandardCharsets.UTF_8);
                    formats.add(Integer.parseInt(format.strip().substring("partita ".length())));
                }
            }
            for (int format = 1; format <= StoreFormat.VERSION; format++) {
                assertThat(formats)
                        .as("stores of format %d: see golden-stores/README.md for how to write one", format)
                        .contains(format);
            }
        }
    }

    @Test
    void theStoresAreSmall() throws Exception {
        for (String name : GoldenStores.NAMES) {
            try (var in = GoldenStores.class.getResourceAsStream("/golden-stores/" + name + ".zip")) {
                assertThat(in.readAllBytes()).as(name).hasSizeLessThan(LARGEST_BYTES);
            }
        }
    }
}
