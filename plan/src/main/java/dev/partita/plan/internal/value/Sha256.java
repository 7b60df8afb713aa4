package dev.partita.plan.internal.value;

import dev.partita.item.Utf8;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of text, for keys, shards and change detection. */
public final class Sha256 {

    private Sha256() {}

    public static String hex(String text) {
        return HexFormat.of().formatHex(digest(text));
    }

    /** A number from 0 to {@code count - 1} that depends on the text alone. */
    public static int bucket(String text, int count) {
        byte[] digest = digest(text);
        long head = 0;
        for (int i = 0; i < 7; i++) {
            head = head << 8 | (digest[i] & 0xFF);
        }
        return (int) (head % count);
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(Utf8.bytes(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
