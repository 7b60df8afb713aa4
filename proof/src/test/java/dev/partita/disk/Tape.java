package dev.partita.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a process did to its files, call by call, as {@code tape.c} recorded it. */
record Tape(List<Call> calls) {

    private static final int HEAD_BYTES = 32;

    /**
     * One call. {@code path} is below the recorded directory.
     *
     * @param offset where bytes were written, how long a file became, or 0 for a sync that worked
     */
    record Call(char kind, long inode, long offset, String path, byte[] data) {

        @Override
        public String toString() {
            return switch (kind) {
                case 'c' -> "create " + path;
                case 'w' -> "write " + data.length + " bytes at " + offset + " of inode " + inode;
                case 't' -> "truncate inode " + inode + " to " + offset;
                case 's' -> (offset == 0 ? "sync " : "fail to sync ") + path;
                case 'd' -> (offset == 0 ? "sync directory " : "fail to sync directory ") + path;
                case 'r' -> "rename " + path + " to " + text();
                case 'u' -> "remove " + path;
                case 'm' -> "make directory " + path;
                case 'x' -> "remove directory " + path;
                default -> "unknown " + kind;
            };
        }

        String text() {
            return new String(data, StandardCharsets.UTF_8);
        }
    }

    /** What the process was killed in the middle of is left out. */
    static Tape read(Path file) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
        List<Call> calls = new ArrayList<>();
        while (in.remaining() >= HEAD_BYTES) {
            char kind = (char) in.get();
            in.position(in.position() + 3);
            byte[] path = new byte[in.getInt()];
            long inode = in.getLong();
            long offset = in.getLong();
            byte[] data = new byte[(int) in.getLong()];
            if (in.remaining() < path.length + data.length) {
                break;
            }
            in.get(path).get(data);
            calls.add(new Call(kind, inode, offset, new String(path, StandardCharsets.UTF_8), data));
        }
        return new Tape(calls);
    }
}
