package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.read.DescribeTable;
import dev.partita.engine.request.StreamViewType;
import dev.partita.store.EntryCursor;
import dev.partita.store.RocksStore;
import dev.partita.store.StoreException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a damaged directory is found, named, and made into a sound one. */
class RepairTest {

    private static final int ITEMS = 4000;

    @TempDir
    Path temporary;

    private Path data;
    private Path target;

    @BeforeEach
    void fill() {
        data = temporary.resolve("data");
        target = temporary.resolve("repaired");
        try (Fixture fixture = new Fixture(data)) {
            fixture.run(TableMaker.table("Orders", "pk:S", "sk:N")
                    .local("byAt", TableMaker.all(), "pk:S", "at:N")
                    .global("byKind", TableMaker.all(), 1, "kind:S")
                    .stream(StreamViewType.NEW_IMAGE)
                    .request());
            fixture.run(new UpdateTimeToLive("Orders", "ttl", true));
            for (int i = 0; i < ITEMS; i++) {
                fixture.put(
                        "Orders",
                        item("pk", "p" + i % 50, "sk", i, "at", -i, "kind", "k" + i % 3, "ttl", 4_000_000_000L + i));
            }
            fixture.run(new TransactWriteItems(
                    List.of(new TransactWriteItems.Action(
                            TransactWriteItems.Kind.PUT,
                            "Orders",
                            item("pk", "p0", "sk", 0, "at", 0, "kind", "k0", "ttl", 4_000_000_000L),
                            null,
                            null,
                            null,
                            null,
                            null,
                            null)),
                    null,
                    null,
                    "token"));
            fixture.background.tick();
        }
    }

    @Test
    void everyRowOfASoundDirectoryIsTheSameAfterwardsWhateverItsKind() throws Exception {
        Repair.run(data, target, words -> {});
        Map<String, String> rows = rowsOf(data);
        assertThat(rowsOf(target)).isEqualTo(rows);
        for (Field kind : Rows.class.getDeclaredFields()) {
            if (kind.getType() == int.class && !kind.getName().equals("ITEM_PREFIX_BYTES")) {
                String first = "%02x".formatted(kind.getInt(null));
                assertThat(rows.keySet()).as(kind.getName()).anyMatch(key -> key.startsWith(first));
            }
        }
    }

    /** The one who repairs may have the wrong clock, and then the new directory would take it for the right one. */
    @Test
    void theClockIsTrustedNoMoreThanBefore() throws IOException {
        Repair.run(data, target, words -> {});
        try (Fixture fixture = new Fixture(target)) {
            Engine.Options asBefore = fixture.options();
            fixture.engine.close();
            fixture.clock.advance(Duration.ofDays(2));
            fixture.open(asBefore);
            fixture.background.tick();
            assertThat(fixture.engine.expiryHeldReason()).isPresent();
        }
    }

    @Tag("slow")
    @Test
    void aFileThatCannotBeOpenedLosesOnlyWhatWasInIt() throws IOException {
        write("second", 200);
        write("third", 300);
        List<Path> files = sortedFiles();
        assertThat(files).hasSize(3);
        Map<Long, Integer> kept = new TreeMap<>();
        for (Path file : files) {
            byte[] whole = Files.readAllBytes(file);
            for (byte[] harmed : harmsOf(whole)) {
                if (harmed == null) {
                    Files.delete(file);
                } else {
                    Files.write(file, harmed);
                }
                Repair.Report look = Repair.look(data, words -> {});
                assertThat(look.damagedFiles()).hasSize(1).allMatch(words -> words.contains(file.getFileName() + ""));
                kept.merge(look.items().getOrDefault("Orders", 0L), 1, Integer::sum);
                boolean isLonger = harmed != null && harmed.length > whole.length;
                assertThat(look.lost().isEmpty() || !isLonger).as("%s", look).isTrue();
                if (look.lost().isEmpty()) {
                    assertThat(look.items()).containsEntry("Orders", ITEMS + 500L);
                }
            }
            Files.delete(file);
            Path to = temporary.resolve("without" + file.getFileName());
            Repair.Report report = Repair.run(data, to, words -> {});
            assertThat(report.lost()).first().asString().contains("all of " + file.getFileName() + " that");
            if (report.items().containsKey("Orders")) {
                assertThat(itemsOf(to)).isEqualTo(report.items().get("Orders"));
            }
            assertThat(Repair.look(to, words -> {}).isSound()).isTrue();
            Files.write(file, whole);
        }
        // The first has the definition, the journal still has what is in the third.
        assertThat(kept.keySet()).containsExactly(0L, ITEMS + 300L, ITEMS + 500L);
        assertThat(Repair.look(data, words -> {}).isSound()).isTrue();
    }

    @Tag("slow")
    @Test
    void whatFollowsFromTheItemsIsNotLost() throws IOException {
        Path file = sortedFiles().get(0);
        byte[] whole = Files.readAllBytes(file);
        int derived = 0;
        int lost = 0;
        for (int at = 100; at < whole.length; at += 1_000) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 1;
            Files.write(file, flipped);
            Repair.Report look = Repair.look(data, words -> {});
            if (!look.derived().isEmpty() && look.lost().isEmpty()) {
                derived++;
                assertThat(look.isSound()).isFalse();
                assertThat(look.items()).as("byte %d: %s", at, look).containsEntry("Orders", (long) ITEMS);
            } else if (!look.lost().isEmpty()) {
                lost++;
            }
        }
        Files.write(file, whole);
        assertThat(derived).isPositive();
        assertThat(lost).isPositive();
    }

    @Test
    void thatDeletedItemsMayComeBackIsSaid() throws IOException {
        Set<Path> before = Set.copyOf(sortedFiles());
        try (Fixture fixture = new Fixture(data)) {
            for (int i = 0; i < 100; i++) {
                fixture.delete("Orders", item("pk", "p" + i % 50, "sk", i));
            }
        }
        Path deletes = sortedFiles().stream()
                .filter(file -> !before.contains(file))
                .findAny()
                .orElseThrow();
        // From now on the journal is not read so far back.
        write("later", 10);
        Files.delete(deletes);
        Repair.Report look = Repair.look(data, words -> {});
        assertThat(look.items()).containsEntry("Orders", ITEMS + 10L);
        assertThat(look.lost())
                .first()
                .asString()
                .contains(deletes.getFileName().toString())
                .contains("older versions, and items that were deleted");
        assertThat(itemsOf(copied())).isEqualTo(ITEMS + 10);
    }

    /** Which writes the journal has to begin with, only the newest file knew. */
    @Test
    void whatTheJournalHasIsKeptAlsoIfTheNewestFileIsLost() throws IOException {
        Path crashed = temporary.resolve("crashed");
        for (int i = 0; i < 4; i++) {
            write("before" + i, 10);
        }
        Path newest = sortedFiles().stream().max(Comparator.naturalOrder()).orElseThrow();
        try (Fixture fixture = new Fixture(data)) {
            for (int i = 0; i < 100; i++) {
                fixture.put("Orders", item("pk", "after", "sk", i));
            }
            copy(data, crashed);
        }
        Files.delete(crashed.resolve(data.relativize(newest)));
        Repair.Report report = Repair.run(crashed, target, words -> {});
        assertThat(report.lost()).isNotEmpty();
        assertThat(report.items().get("Orders")).isBetween(ITEMS + 130L, ITEMS + 140L);
        assertThat(itemsOf(target)).isEqualTo(report.items().get("Orders"));
    }

    /** Whatever else is damaged, it is either done or refused with a reason that does not lead back here. */
    @Test
    void withoutTheListOfFilesThereIsOnlyTheBackup() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(data.resolve("rocks"))) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            byte[] whole = Files.readAllBytes(file);
            String name = file.getFileName().toString();
            for (byte[] harmed : Arrays.asList(null, new byte[0], Arrays.copyOf(whole, whole.length / 2))) {
                if (harmed == null) {
                    Files.delete(file);
                } else {
                    Files.write(file, harmed);
                }
                try {
                    boolean isSound = Repair.look(data, words -> {}).isSound();
                    assertThat(isSound).as(name).isEqualTo(!name.endsWith(".sst"));
                } catch (StoreException e) {
                    assertThat(name).matches("CURRENT|MANIFEST.*");
                    assertThat(e).hasMessageContaining("from a backup").hasMessageNotContaining("verify-data");
                    assertThatThrownBy(() -> Repair.run(data, target, words -> {}))
                            .hasMessage(e.getMessage());
                    assertThat(target).doesNotExist();
                }
            }
            Files.write(file, whole);
        }
    }

    private Path copied() throws IOException {
        Repair.run(data, target, words -> {});
        return target;
    }

    /** Missing, cut, and with one bit turned in each part of its tail: index, properties, footer. */
    private static List<byte[]> harmsOf(byte[] whole) {
        List<byte[]> harms = new ArrayList<>();
        harms.add(null);
        for (int length : List.of(0, 10, whole.length / 2, whole.length - 1)) {
            harms.add(Arrays.copyOf(whole, length));
        }
        harms.add(Arrays.copyOf(whole, whole.length + 1));
        for (int back = 1; back < Math.min(2000, whole.length); back += back < 60 ? 5 : 97) {
            byte[] turned = whole.clone();
            turned[whole.length - back] ^= 4;
            harms.add(turned);
        }
        return harms;
    }

    private void write(String partition, int items) {
        try (Fixture fixture = new Fixture(data)) {
            for (int i = 0; i < items; i++) {
                fixture.put("Orders", item("pk", partition, "sk", i));
            }
        }
    }

    private static Map<String, String> rowsOf(Path directory) {
        HexFormat hex = HexFormat.of();
        Map<String, String> rows = new TreeMap<>();
        try (RocksStore store = RocksStore.open(directory, RocksStore.Options.DEFAULT);
                EntryCursor cursor = store.cursor(new byte[] {0}, new byte[] {(byte) 0xff}, false)) {
            while (cursor.next()) {
                rows.put(hex.formatHex(cursor.key()), hex.formatHex(cursor.value()));
            }
        }
        return rows;
    }

    @Test
    void aSoundDirectoryIsSoundAndCanBeCopied() throws IOException {
        Repair.Report look = Repair.look(data, rows -> {});
        assertThat(look.isSound()).isTrue();
        assertThat(look.items()).containsEntry("Orders", (long) ITEMS);
        Repair.Report report = Repair.run(data, target, rows -> {});
        assertThat(report.isSound()).isTrue();
        assertThat(itemsOf(target)).isEqualTo(ITEMS);
        assertThatThrownBy(() -> Repair.run(data, target, rows -> {}))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("not empty");
    }

    @Tag("slow")
    @Test
    void whateverBlockIsDamagedTheRestIsKeptAndConsistent() throws IOException {
        Path sorted = sortedFiles().get(0);
        byte[] whole = Files.readAllBytes(sorted);
        for (int part = 0; part < 12; part++) {
            byte[] damaged = whole.clone();
            damaged[(int) ((long) whole.length * part / 12) + 50] ^= 1;
            Files.write(sorted, damaged);
            Repair.Report look = Repair.look(data, rows -> {});
            assertThat(look.damagedFiles()).as("part %d", part).hasSize(1);
            Path to = temporary.resolve("repaired" + part);
            Repair.Report report = Repair.run(data, to, rows -> {});
            assertThat(report.lost()).isEqualTo(look.lost());
            long kept = report.items().getOrDefault("Orders", 0L);
            assertThat(kept).as("part %d: %s", part, report.lost()).isGreaterThan(ITEMS - 600);
            assertThat(itemsOf(to)).isEqualTo(kept);
        }
        Files.write(sorted, whole);
    }

    @Test
    void whatTheJournalStillHasIsKept() throws IOException {
        Path crashed = temporary.resolve("crashed");
        try (Fixture fixture = new Fixture(data)) {
            for (int i = 0; i < 300; i++) {
                fixture.put("Orders", item("pk", "later", "sk", i));
            }
            for (int i = 0; i < 100; i++) {
                fixture.delete("Orders", item("pk", "p" + i % 50, "sk", i));
            }
            fixture.delete("Orders", item("pk", "later", "sk", 0));
            fixture.run(TableMaker.table("Brief", "pk:S").request());
            fixture.run(TableMaker.table("Made", "pk:S").request());
            for (int i = 0; i < 10; i++) {
                fixture.put("Brief", item("pk", "p" + i));
                fixture.put("Made", item("pk", "p" + i));
            }
            fixture.run(new DeleteTable("Brief"));
            copy(data, crashed);
        }
        // What a start would have, not what happens to be in RocksDB's files.
        Repair.Report look = Repair.look(crashed, rows -> {});
        assertThat(look.items()).containsOnly(Map.entry("Orders", ITEMS + 199L), Map.entry("Made", 10L));
        // The same writes, the last of them zeroed: they are lost, and the report says so.
        Repair.Report whole = Repair.run(crashed, temporary.resolve("whole"), rows -> {});
        assertThat(whole).isEqualTo(look);
        assertThat(whole.isSound()).isTrue();
        Fixture asItWas = new Fixture(crashed);
        asItWas.close();
        assertThat(rowsOf(temporary.resolve("whole"))).isEqualTo(rowsOf(crashed));
    }

    @Test
    void whatIsNoDataDirectoryIsNamed() {
        assertThatThrownBy(() -> Repair.look(temporary.resolve("nothing"), rows -> {}))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("not a data directory");
        assertThat(temporary.resolve("nothing")).doesNotExist();
    }

    /** Opens it, which checks that index entries, sizes and expiry follow from the items. */
    private static long itemsOf(Path directory) {
        try (Fixture fixture = new Fixture(directory)) {
            fixture.pass(Duration.ofSeconds(1));
            return fixture.run(new DescribeTable("Orders")).table().itemCount();
        }
    }

    private List<Path> sortedFiles() throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("rocks"))) {
            return files.filter(file -> file.toString().endsWith(".sst")).toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }
}
