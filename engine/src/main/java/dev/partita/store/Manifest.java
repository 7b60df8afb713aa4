package dev.partita.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * RocksDB's list of its files, looked at before RocksDB reads it: a record of a kind that RocksDB knows from logs it uses again, and
 * whose length leads past the end of the file, is read over and over, and no start would ever end.
 *
 * <p>Records lie in blocks of 32 KiB; each begins with its checksum (4 bytes), its length (2) and its kind (1). All else that may be
 * wrong with them RocksDB finds itself.
 */
final class Manifest {

    private static final int BLOCK_BYTES = 32 << 10;
    private static final int HEAD_BYTES = 7;
    private static final int LENGTH_AT = 4;
    private static final int KIND_AT = 6;
    /** Zeroes, a whole record, or the first, a middle or the last part of one. */
    private static final int KINDS = 5;

    private Manifest() {}

    /** @throws RocksDBException that says "corruption" and where, if RocksDB might not come to the end of its list */
    static void requireReadable(Path rocks) throws IOException, RocksDBException {
        Path current = rocks.resolve("CURRENT");
        if (!Files.isRegularFile(current)) {
            return;
        }
        String name = new String(Files.readAllBytes(current), StandardCharsets.ISO_8859_1).strip();
        Path path = rocks.resolve(name.matches("MANIFEST-[0-9]+") ? name : "CURRENT");
        if (!path.equals(current) && Files.isRegularFile(path)) {
            requireReadable(path, ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    private static void requireReadable(Path path, ByteBuffer bytes) throws RocksDBException {
        int at = 0;
        while (at + HEAD_BYTES <= bytes.limit()) {
            int left = BLOCK_BYTES - at % BLOCK_BYTES;
            if (left < HEAD_BYTES) {
                at += left;
                continue;
            }
            int kind = bytes.get(at + KIND_AT) & 0xff;
            if (kind >= KINDS) {
                String problem = "Corruption: %s has a record of the unknown kind %d at byte %d"
                        .formatted(path.getFileName(), kind, at);
                throw new RocksDBException(problem, new Status(Status.Code.Corruption, Status.SubCode.None, problem));
            }
            int length = bytes.getShort(at + LENGTH_AT) & 0xffff;
            // As RocksDB does: where zeroes begin, the block has no more records.
            at += kind == 0 && length == 0 ? left : HEAD_BYTES + length;
        }
    }
}
