package dev.partita.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.rocksdb.LiveFileMetaData;

/**
 * A database like another, but for the sorted files that cannot be opened: RocksDB cannot walk past such a file, since it may
 * have a row anywhere. The new directory has links to all other files, and its own copy of RocksDB's list of them, to which
 * one entry is added: that those files were deleted.
 */
final class RemainingFiles {

    // How RocksDB writes its list of files: blocks that hold whole records or parts of them, and edits with tagged
    // fields.
    private static final int BLOCK_BYTES = 32 << 10;
    private static final int HEADER_BYTES = 7;
    private static final byte WHOLE = 1;
    private static final byte FIRST = 2;
    private static final byte MIDDLE = 3;
    private static final byte LAST = 4;
    private static final byte DELETED_FILE = 6;
    private static final int CHECKSUM_MASK = 0xa282ead8;

    private RemainingFiles() {}

    /**
     * @param usable the sorted files that can be opened, wherever they are
     * @param lost those that cannot
     */
    static void link(Path rocks, Path directory, List<Path> usable, List<LiveFileMetaData> lost) throws IOException {
        DataDirectory.makePrivate(directory);
        List<Path> files = new ArrayList<>(usable);
        try (Stream<Path> all = Files.list(rocks)) {
            // A log of RocksDB's own, as it had one in former times.
            all.filter(file -> file.toString().endsWith(".log")).forEach(files::add);
        }
        for (Path file : files) {
            link(file.toAbsolutePath(), directory.resolve(file.getFileName()));
        }
        Path current = rocks.resolve("CURRENT");
        String list = Files.readString(current, StandardCharsets.ISO_8859_1).strip();
        Files.copy(current, directory.resolve("CURRENT"));
        Files.copy(rocks.resolve(list), directory.resolve(list));
        append(directory.resolve(list), deleted(lost));
    }

    private static void link(Path file, Path link) throws IOException {
        try {
            Files.createSymbolicLink(link, file);
        } catch (UnsupportedOperationException | IOException e) {
            // Some systems let few people make these, but anybody the other kind.
            Files.createLink(link, file);
        }
    }

    private static byte[] deleted(List<LiveFileMetaData> lost) {
        ByteBuffer edit = ByteBuffer.allocate(16 * lost.size());
        for (LiveFileMetaData file : lost) {
            edit.put(DELETED_FILE);
            varint(edit, file.level());
            varint(edit, Long.parseLong(file.fileName().replaceAll("\\D", "")));
        }
        byte[] bytes = new byte[edit.position()];
        edit.flip().get(bytes);
        return bytes;
    }

    private static void append(Path list, byte[] edit) throws IOException {
        try (FileChannel out = FileChannel.open(list, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            for (int done = 0; done < edit.length; ) {
                int room = BLOCK_BYTES - (int) (out.size() % BLOCK_BYTES);
                if (room <= HEADER_BYTES) {
                    out.write(ByteBuffer.allocate(room));
                    continue;
                }
                int part = Math.min(room - HEADER_BYTES, edit.length - done);
                boolean ends = done + part == edit.length;
                byte kind = done == 0 ? (ends ? WHOLE : FIRST) : (ends ? LAST : MIDDLE);
                out.write(record(kind, edit, done, part));
                done += part;
            }
        }
    }

    private static ByteBuffer record(byte kind, byte[] edit, int from, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(kind);
        checksum.update(edit, from, length);
        int masked = Integer.rotateRight((int) checksum.getValue(), 15) + CHECKSUM_MASK;
        return ByteBuffer.allocate(HEADER_BYTES + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(masked)
                .putShort((short) length)
                .put(kind)
                .put(edit, from, length)
                .flip();
    }

    private static void varint(ByteBuffer out, long value) {
        long rest = value;
        for (; rest > 0x7f; rest >>>= 7) {
            out.put((byte) (rest | 0x80));
        }
        out.put((byte) rest);
    }
}
