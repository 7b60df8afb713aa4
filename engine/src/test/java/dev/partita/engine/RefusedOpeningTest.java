package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.engine.request.StreamViewType;
import dev.partita.store.RocksStore;
import dev.partita.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that an engine refuses stays as it was, byte for byte, wherever the damage is. */
class RefusedOpeningTest {

    /** So small that definitions, streams and counts are in several files. */
    private static final RocksStore.Options SMALL = new RocksStore.Options(true, 0, 8 << 20, 64 << 10);

    private static final int PLACES = 12;

    @TempDir
    Path temporary;

    @Test
    void aRefusalAfterAnOrderlyStopChangesNothing() throws IOException {
        Path data = temporary.resolve("data");
        try (Fixture fixture = new Fixture(data)) {
            fill(fixture, 0);
        }
        damageEach(read(data));
    }

    @Tag("slow")
    @Test
    void aRefusalAfterAKillChangesNothing() throws IOException {
        damageEach(killed(temporary.resolve("data")));
    }

    @Test
    void aRefusedEngineLeavesNoWorkBehind() throws IOException {
        Path data = temporary.resolve("data");
        Map<String, byte[]> files = killed(data);
        String sorted = files.keySet().stream()
                .filter(path -> path.endsWith(".sst"))
                .findFirst()
                .orElseThrow();
        files.get(sorted)[5] ^= 1;
        write(files, data);
        ManualBackground background = new ManualBackground();
        assertThat(refusal(data, Engine.Options.defaults().withBackground(background)))
                .isNotNull();
        assertThat(background.repeatedCount()).isZero();
    }

    private static Map<String, byte[]> killed(Path data) throws IOException {
        try (Fixture fixture = new Fixture(data)) {
            fill(fixture, 0);
        }
        try (Fixture fixture = new Fixture(data)) {
            fill(fixture, 1);
            return read(data);
        }
    }

    private static void fill(Fixture fixture, int round) {
        for (int table = 0; table < 3; table++) {
            String name = "Table" + round + table;
            fixture.run(TableMaker.table(name, "pk:S").global("byKind", TableMaker.all(), 1, "kind:S").stream(
                            StreamViewType.NEW_IMAGE)
                    .request());
            fixture.run(new UpdateTimeToLive(name, "ttl", true));
            for (int i = 0; i < 40; i++) {
                fixture.put(name, item("pk", "p" + i, "kind", "k".repeat(700), "ttl", 4_000_000_000L + i));
            }
        }
    }

    private void damageEach(Map<String, byte[]> whole) throws IOException {
        Path data = temporary.resolve("damaged");
        List<String> changed = new ArrayList<>();
        int refused = 0;
        for (String path : whole.keySet()) {
            for (byte[] damaged : damages(whole.get(path))) {
                Map<String, byte[]> files = new TreeMap<>(whole);
                files.put(path, damaged);
                files.values().removeIf(bytes -> bytes == null);
                write(files, data);
                String refusal = refusal(data, Engine.Options.defaults().withBackground(new ManualBackground()));
                if (refusal != null) {
                    refused++;
                    String difference = difference(files, read(data));
                    if (!difference.isEmpty()) {
                        changed.add(path + ": " + refusal + " changed" + difference);
                    }
                }
            }
        }
        assertThat(changed).isEmpty();
        assertThat(refused).isGreaterThan(2 * PLACES);
    }

    /** Bits flipped all over it, its halves, and null for a file that is gone. */
    private static List<byte[]> damages(byte[] whole) {
        List<byte[]> damages = new ArrayList<>();
        damages.add(null);
        damages.add(new byte[whole.length]);
        damages.add(Arrays.copyOf(whole, whole.length / 2));
        for (int place = 0; place < PLACES && whole.length > 0; place++) {
            byte[] flipped = whole.clone();
            // The ends of a file are not like its middle.
            int[] at = {5, whole.length - 1, whole.length - 60, whole.length - 300, whole.length - 1200};
            int anywhere = (int) ((long) whole.length * place / PLACES);
            int chosen = place < at.length && at[place] >= 0 && at[place] < whole.length ? at[place] : anywhere;
            flipped[chosen] ^= 1;
            damages.add(flipped);
        }
        return damages;
    }

    private static String refusal(Path data, Engine.Options options) {
        try {
            Engine.open(data, options.withDurability(Engine.Durability.OS), SMALL)
                    .close();
            return null;
        } catch (StoreException e) {
            assertThat(e.kind()).isEqualTo(StoreException.Kind.CANNOT_OPEN);
            assertThat(e.getMessage()).contains(data.toString());
            return e.getMessage();
        }
    }

    private static String difference(Map<String, byte[]> before, Map<String, byte[]> after) {
        StringBuilder difference = new StringBuilder();
        Map<String, byte[]> all = new TreeMap<>(before);
        all.putAll(after);
        for (String path : all.keySet()) {
            if (!Arrays.equals(before.get(path), after.get(path))) {
                difference.append(' ').append(path);
            }
        }
        return difference.toString();
    }

    private static Map<String, byte[]> read(Path directory) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String path = directory.relativize(file).toString();
                if (!path.startsWith("LOCK")) {
                    files.put(path, Files.readAllBytes(file));
                }
            }
        }
        return files;
    }

    private static void write(Map<String, byte[]> files, Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = directory.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
    }
}
