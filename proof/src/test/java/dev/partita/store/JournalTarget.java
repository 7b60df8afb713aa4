package dev.partita.store;

import dev.partita.fuzz.Target;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A journal of nine batches in three files, left as {@code kill -9} leaves it, and what is then done to it: five bytes each, what, to
 * which file, where (2), and a value. It must hand out all nine, or refuse; fewer only if its mark was hit, too.
 */
public final class JournalTarget implements Target {

    private static final long SEGMENT_BYTES = 4096 + 2048;
    private static final int MOST_DEEDS = 8;
    private static final int SECTOR = 512;

    private final Path directory;
    private final Map<Path, byte[]> whole = new LinkedHashMap<>();
    private final List<byte[]> batches = new ArrayList<>();

    public JournalTarget() throws IOException {
        Path root = Files.createTempDirectory("journal-fuzz");
        root.toFile().deleteOnExit();
        directory = root.resolve("journal");
        SplittableRandom random = new SplittableRandom(9);
        Journal.create(directory, true);
        try (Journal journal = Journal.open(directory, true, SEGMENT_BYTES, 0)) {
            for (int i = 0; i < 9; i++) {
                StoreBatch batch = new StoreBatch();
                byte[] value = new byte[random.nextInt(900)];
                random.nextBytes(value);
                batch.put(new byte[] {(byte) i}, value);
                byte[] bytes = BatchEncoding.of(batch, i + 1);
                journal.append(bytes, () -> 0);
                journal.accept();
                batches.add(bytes);
            }
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                whole.put(file, Files.readAllBytes(file));
            }
        }
        if (whole.size() < 4) {
            throw new IllegalStateException("too few files: " + whole.keySet());
        }
    }

    @Override
    public void read(byte[] input) throws Exception {
        boolean markHit = damage(ByteBuffer.wrap(input));
        List<byte[]> found = new ArrayList<>();
        try (Journal journal = Journal.open(directory, true, SEGMENT_BYTES, 0)) {
            journal.replay(0, found::add);
        } catch (StoreException refused) {
            if (refused.kind() != StoreException.Kind.CANNOT_OPEN) {
                throw refused;
            }
            found.clear();
            Optional<String> lost = Journal.salvage(directory, OptionalLong.of(0), found::add);
            requireWritten(found);
            if (lost.isEmpty()) {
                throw new AssertionError("refused, and nothing is lost: " + refused.getMessage());
            }
            return;
        }
        requireWritten(found);
        if (found.size() < batches.size() && !markHit) {
            throw new AssertionError(found.size() + " of " + batches.size() + " batches, and no refusal");
        }
    }

    /** Nothing but what was written, from the first on. */
    private void requireWritten(List<byte[]> found) {
        for (int i = 0; i < found.size(); i++) {
            if (i >= batches.size() || !Arrays.equals(found.get(i), batches.get(i))) {
                throw new AssertionError("batch " + (i + 1) + " was never written");
            }
        }
    }

    private boolean damage(ByteBuffer deeds) throws IOException {
        Map<Path, byte[]> files = new LinkedHashMap<>();
        whole.forEach((path, bytes) -> files.put(path, bytes.clone()));
        List<Path> paths = List.copyOf(whole.keySet());
        boolean markHit = false;
        for (int i = 0; i < MOST_DEEDS && deeds.remaining() >= 5; i++) {
            int deed = deeds.get() & 0xff;
            Path path = paths.get((deeds.get() & 0xff) % paths.size());
            int at = deeds.getShort() & 0xffff;
            byte value = deeds.get();
            byte[] bytes = files.get(path);
            if (bytes == null || bytes.length == 0) {
                continue;
            }
            markHit |= path.endsWith("MARK");
            files.put(path, damaged(bytes, deed, at % bytes.length, value));
        }
        for (Path path : paths) {
            if (files.get(path) == null) {
                Files.deleteIfExists(path);
            } else {
                Files.write(path, files.get(path));
            }
        }
        return markHit;
    }

    /** Null if the file is gone. */
    private static byte[] damaged(byte[] bytes, int deed, int at, byte value) {
        int end = Math.min(bytes.length, at + SECTOR);
        switch (deed % 7) {
            case 0 -> bytes[at] = value;
            case 1 -> bytes[at] ^= (byte) (1 << (value & 7));
            case 2 -> Arrays.fill(bytes, at, end, (byte) 0);
            case 3 -> System.arraycopy(bytes, 0, bytes, at, end - at);
            case 4 ->
                System.arraycopy(bytes, Math.min((value & 0xff) * 24, bytes.length - (end - at)), bytes, at, end - at);
            case 5 -> {
                return Arrays.copyOf(bytes, at);
            }
            default -> {
                return value == 0 ? null : Arrays.copyOf(bytes, bytes.length + (value & 0xff));
            }
        }
        return bytes;
    }
}
