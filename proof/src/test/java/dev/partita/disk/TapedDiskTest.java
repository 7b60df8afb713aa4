package dev.partita.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a power cut may leave of a disk, and what it may not. */
class TapedDiskTest {

    @Test
    void whatWasSyncedStays() {
        assertThat(left(disk -> {
                    write(disk, 0, "a", 1000);
                    sync(disk, 0);
                    syncDirectory(disk);
                }))
                .containsExactly("/file: 1000a");
    }

    @Test
    void eachSectorIsOldOrNew() {
        assertThat(left(disk -> {
                    write(disk, 0, "a", 1024);
                    sync(disk, 0);
                    syncDirectory(disk);
                    write(disk, 0, "b", 1024);
                }))
                .containsExactly("/file: 1024a", "/file: 1024b", "/file: 512a 512b", "/file: 512b 512a");
    }

    @Test
    void whatWasAppendedIsThereUpToSomeLength() {
        Set<String> left = left(disk -> {
            write(disk, 0, "a", 600);
            sync(disk, 0);
            syncDirectory(disk);
            write(disk, 600, "b", 1);
            write(disk, 601, "c", 1);
        });
        assertThat(left).containsExactly("/file: 600a", "/file: 600a 1b", "/file: 600a 1b 1c");
    }

    @Test
    void whatASyncFailedToWriteALaterOneDoesNotWriteEither() {
        Set<String> left = left(disk -> {
            write(disk, 0, "a", 8192);
            sync(disk, 0);
            syncDirectory(disk);
            write(disk, 0, "b", 512);
            sync(disk, -1);
            write(disk, 4096, "c", 512);
            sync(disk, 0);
        });
        assertThat(left).containsExactly("/file: 4096a 512c 3584a", "/file: 512b 3584a 512c 3584a");
    }

    @Test
    void whatIsWrittenAnewAfterAFailedSyncIsWrittenByTheNext() {
        Set<String> left = left(disk -> {
            write(disk, 0, "a", 1024);
            sync(disk, 0);
            syncDirectory(disk);
            write(disk, 0, "b", 512);
            sync(disk, -1);
            write(disk, 512, "c", 512);
            sync(disk, 0);
        });
        assertThat(left).containsExactly("/file: 512b 512c");
    }

    @Test
    void aRenameThatWasNotSyncedHappenedOrNot() {
        Set<String> left = left(disk -> {
            write(disk, 0, "a", 1);
            sync(disk, 0);
            syncDirectory(disk);
            disk.perform(new Tape.Call('r', 0, 0, "/file", "/other".getBytes(StandardCharsets.UTF_8)));
        });
        assertThat(left).containsExactly("/file: 1a", "/other: 1a");
    }

    @Test
    void aFileThatWasRemovedMayBeBackAsItWasSynced() {
        Set<String> left = left(disk -> {
            write(disk, 0, "a", 1);
            sync(disk, 0);
            syncDirectory(disk);
            disk.perform(new Tape.Call('u', 0, 0, "/file", new byte[0]));
        });
        assertThat(left).containsExactly("", "/file: 1a");
    }

    private static void write(TapedDisk disk, int offset, String letter, int bytes) {
        disk.perform(new Tape.Call('w', 7, offset, "", letter.repeat(bytes).getBytes(StandardCharsets.UTF_8)));
    }

    private static void sync(TapedDisk disk, int result) {
        disk.perform(new Tape.Call('s', 7, result, "/file", new byte[0]));
    }

    private static void syncDirectory(TapedDisk disk) {
        disk.perform(new Tape.Call('d', 1, 0, "", new byte[0]));
    }

    /** Everything that many cuts leave, each file as its runs of letters. */
    private static Set<String> left(Consumer<TapedDisk> calls) {
        Set<String> left = new TreeSet<>();
        SplittableRandom random = new SplittableRandom(1);
        TapedDisk disk = new TapedDisk();
        disk.perform(new Tape.Call('c', 7, 0, "/file", new byte[0]));
        calls.accept(disk);
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder();
            for (Map.Entry<String, byte[]> file : disk.cut(random).entrySet()) {
                if (!file.getKey().endsWith("/")) {
                    text.append(file.getKey()).append(':').append(runs(file.getValue()));
                }
            }
            left.add(text.toString());
        }
        return left;
    }

    private static String runs(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        for (int from = 0; from < bytes.length; ) {
            byte letter = bytes[from];
            int until = from;
            while (until < bytes.length && bytes[until] == letter) {
                until++;
            }
            out.append(' ').append(until - from).append((char) letter);
            from = until;
        }
        return out.toString();
    }
}
