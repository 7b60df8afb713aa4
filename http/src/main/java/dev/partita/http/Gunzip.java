package dev.partita.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** Unpacks a compressed body, and stops as soon as it turns out to be a bomb. */
final class Gunzip {

    /** The body is larger than a body may be, or grows more than honest data does. */
    static final class TooLarge extends Exception {}

    /** Nobody sends JSON that shrinks more than this, except when it is small. */
    private static final int RATIO = 100;

    private static final int SMALL_BYTES = 1024 * 1024;

    private Gunzip() {}

    static byte[] unpack(byte[] packed, int limitBytes) throws IOException, TooLarge {
        int limit = (int) Math.min(limitBytes, Math.max(SMALL_BYTES, (long) packed.length * RATIO));
        byte[] body = new byte[Math.min(limit, Math.max(1024, packed.length * 4))];
        int length = 0;
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed), 8192)) {
            while (true) {
                if (length == body.length) {
                    int next = in.read();
                    if (next < 0) {
                        return body;
                    }
                    if (length == limit) {
                        throw new TooLarge();
                    }
                    body = Arrays.copyOf(body, (int) Math.min(limit, length * 2L));
                    body[length++] = (byte) next;
                }
                int read = in.read(body, length, body.length - length);
                if (read < 0) {
                    return Arrays.copyOf(body, length);
                }
                length += read;
            }
        }
    }
}
