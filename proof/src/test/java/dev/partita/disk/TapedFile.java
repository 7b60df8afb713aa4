package dev.partita.disk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A file as the system shows it and as the disk may have it.
 *
 * <p>Since its last sync each sector may be on the disk in any of the versions it had, each for itself. What was appended is there up to
 * some length. After a sync that failed, what it should have written may be there or not, for ever: the system takes those pages for
 * clean and does not write them again, unless something in them is written anew.
 */
final class TapedFile {

    private static final int SECTOR_BYTES = 512;
    private static final int PAGE_SECTORS = 8;

    private byte[] content = {};
    private int size;
    private byte[] synced = {};
    /** By sector, oldest first, since the last sync. */
    private final Map<Integer, List<byte[]>> versions = new TreeMap<>();
    /** The same for what a sync failed to write. */
    private final Map<Integer, List<byte[]>> lost = new TreeMap<>();

    private final List<Integer> sizes = new ArrayList<>();

    TapedFile() {}

    /** One that is on the disk. */
    TapedFile(byte[] content) {
        this.content = content.clone();
        this.size = content.length;
        this.synced = content.clone();
    }

    /** As every process sees it. */
    byte[] shown() {
        return Arrays.copyOf(content, size);
    }

    int size() {
        return size;
    }

    /** Answers how many bytes there were, or -1 at the end. */
    int read(int offset, ByteBuffer target) {
        if (offset >= size) {
            return target.hasRemaining() ? -1 : 0;
        }
        int bytes = Math.min(target.remaining(), size - offset);
        target.put(content, offset, bytes);
        return bytes;
    }

    void write(int offset, byte[] data) {
        int end = offset + data.length;
        if (end > content.length) {
            content = Arrays.copyOf(content, Math.max(end, 2 * content.length));
        }
        System.arraycopy(data, 0, content, offset, data.length);
        if (end > size) {
            size = end;
            sizes.add(size);
        }
        for (int sector = offset / SECTOR_BYTES; data.length > 0 && sector <= (end - 1) / SECTOR_BYTES; sector++) {
            dirtyPageOf(sector);
            versions.computeIfAbsent(sector, unwritten -> new ArrayList<>()).add(sector(sector));
        }
    }

    void resize(int length) {
        if (length < size) {
            Arrays.fill(content, length, size, (byte) 0);
        } else if (length > content.length) {
            content = Arrays.copyOf(content, length);
        }
        size = length;
        sizes.add(size);
    }

    void sync() {
        byte[] now = Arrays.copyOf(content, size);
        lost.forEach((sector, all) -> put(now, sector, sectorOf(synced, sector)));
        synced = now;
        versions.clear();
        sizes.clear();
    }

    /** Where nothing was on the disk there is something now, but nobody knows what. */
    void syncFailed() {
        versions.forEach((sector, all) ->
                lost.computeIfAbsent(sector, unwritten -> new ArrayList<>()).addAll(all));
        versions.clear();
    }

    byte[] synced() {
        return synced.clone();
    }

    /** What a power cut leaves of it. */
    byte[] cut(SplittableRandom random) {
        int choice = random.nextInt(3);
        int length = choice == 0 ? size : choice == 1 ? synced.length : anySize(random);
        byte[] left = Arrays.copyOf(synced, length);
        if (length > synced.length) {
            System.arraycopy(content, synced.length, left, synced.length, length - synced.length);
        }
        choose(lost, left, random, random.nextInt(3));
        choose(versions, left, random, choice);
        return left;
    }

    /** @param choice 0 for the newest of everything, 1 for the oldest, 2 for any */
    private void choose(Map<Integer, List<byte[]>> unsynced, byte[] left, SplittableRandom random, int choice) {
        unsynced.forEach((sector, all) -> {
            int version = choice == 0 ? all.size() : choice == 1 ? 0 : random.nextInt(all.size() + 1);
            // What was appended is there in its last form, up to where the file ends.
            if (version > 0 && sector * SECTOR_BYTES < synced.length) {
                byte[] bytes = all.get(version - 1);
                int from = sector * SECTOR_BYTES;
                int until = Math.min(Math.min(from + SECTOR_BYTES, synced.length), left.length);
                if (until > from) {
                    System.arraycopy(bytes, 0, left, from, until - from);
                }
            }
        });
    }

    private int anySize(SplittableRandom random) {
        if (sizes.isEmpty()) {
            return size;
        }
        int one = sizes.get(random.nextInt(sizes.size()));
        int least = Math.min(one, synced.length);
        int most = Math.max(one, synced.length);
        // A file that was cut is so or not; one that grew may have grown in part.
        return one < synced.length ? one : random.nextInt(least, most + 1);
    }

    private void dirtyPageOf(int sector) {
        int first = sector / PAGE_SECTORS * PAGE_SECTORS;
        for (int other = first; !lost.isEmpty() && other < first + PAGE_SECTORS; other++) {
            List<byte[]> all = lost.remove(other);
            if (all != null) {
                versions.computeIfAbsent(other, unwritten -> new ArrayList<>()).addAll(0, all);
            }
        }
    }

    private byte[] sector(int sector) {
        return sectorOf(content, sector);
    }

    private static byte[] sectorOf(byte[] bytes, int sector) {
        int from = Math.min(bytes.length, sector * SECTOR_BYTES);
        int until = Math.min(bytes.length, from + SECTOR_BYTES);
        return Arrays.copyOf(Arrays.copyOfRange(bytes, from, until), SECTOR_BYTES);
    }

    private static void put(byte[] target, int sector, byte[] bytes) {
        int from = sector * SECTOR_BYTES;
        if (from < target.length) {
            System.arraycopy(bytes, 0, target, from, Math.min(SECTOR_BYTES, target.length - from));
        }
    }
}
