package dev.partita.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of sorted files and what a journal says of them, put together, are what a store has that took the same batches. */
class JournalRowsTest {

    private static final Seed SEED = Seed.draw();

    @TempDir
    Path temporary;

    @BeforeAll
    static void load() {
        NativeLibrary.load();
    }

    @Test
    void whateverTheJournalSaysItIsAsIfItWasWritten() throws Exception {
        Random random = SEED.random();
        for (int round = 0; round < 40; round++) {
            TreeMap<String, String> base = new TreeMap<>();
            for (int i = random.nextInt(60); i > 0; i--) {
                base.put(key(random), "old");
            }
            TreeMap<String, String> model = new TreeMap<>(base);
            try (JournalRows rows = new JournalRows(temporary.resolve("round" + round))) {
                for (int i = random.nextInt(30); i > 0; i--) {
                    rows.apply(BatchEncoding.of(change(random, model), 40 + i));
                }
                assertThat(walk(rows, base))
                        .as("seed %s, round %d", SEED, round)
                        .isEqualTo(lines(model));
                // And once more.
                assertThat(walk(rows, base)).isEqualTo(lines(model));
            }
        }
    }

    private static StoreBatch change(Random random, TreeMap<String, String> model) {
        StoreBatch batch = new StoreBatch();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            String key = key(random);
            switch (random.nextInt(4)) {
                case 0 -> {
                    batch.delete(bytes(key));
                    model.remove(key);
                }
                case 1 -> {
                    String to = key(random);
                    batch.deleteRange(bytes(key), bytes(to));
                    if (key.compareTo(to) < 0) {
                        model.subMap(key, to).clear();
                    }
                }
                default -> {
                    String value = "v".repeat(random.nextInt(300));
                    batch.put(bytes(key), bytes(value));
                    model.put(key, value);
                }
            }
        }
        return batch;
    }

    private static List<String> walk(JournalRows rows, Map<String, String> base) throws Exception {
        List<String> found = new ArrayList<>();
        Salvage.Sink sink = (key, value) -> {
            if (key[0] != (byte) 0xff) {
                found.add(StoreContractTest.text(key) + "=" + StoreContractTest.text(value));
            }
        };
        try (JournalRows.Walk walk = rows.walk(sink)) {
            for (Map.Entry<String, String> row : base.entrySet()) {
                if (!walk.pass(bytes(row.getKey()))) {
                    sink.row(bytes(row.getKey()), bytes(row.getValue()));
                }
            }
            walk.rest();
        }
        return found;
    }

    private static List<String> lines(Map<String, String> model) {
        return model.entrySet().stream()
                .map(row -> row.getKey() + "=" + row.getValue())
                .toList();
    }

    private static String key(Random random) {
        return "%02d".formatted(random.nextInt(60));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
