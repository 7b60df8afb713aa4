package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
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
            fixture.background.tick();
        }
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
            copy(data, crashed);
        }
        // The same writes, the last of them zeroed: they are lost, and the report says so.
        Repair.Report whole = Repair.run(crashed, temporary.resolve("whole"), rows -> {});
        assertThat(whole.items()).containsEntry("Orders", ITEMS + 300L);
        assertThat(whole.lost()).isEmpty();
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
