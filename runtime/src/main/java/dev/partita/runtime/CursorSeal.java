package dev.partita.runtime;

import dev.partita.item.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Cursors as callers see them: encrypted, so that they show no key and no hidden value, and bound to the design, the pattern and
 * the arguments of the list that gave them out.
 *
 * <p>The bytes: a version, four bytes that tell keys apart, the nonce, then AES-GCM's output. The nonce is an HMAC of all that is
 * sealed, so the same page has the same cursor and a nonce never comes twice with another text.
 *
 * <p>Threads may share it.
 */
public final class CursorSeal {

    /** What a service's secret has at least. */
    public static final int SECRET_BYTES = 16;

    /** Longer ones were not given out: two keys have 3 KB each at most, and a list may have some shards. */
    public static final int MOST_CHARS = 64 * 1024;

    private static final byte VERSION = 1;
    private static final int ID_BYTES = 4;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int HEAD_BYTES = 1 + ID_BYTES + NONCE_BYTES;
    private static final byte PLAIN = 0;
    private static final byte ENCODED = 1;
    private static final String HMAC = "HmacSHA256";

    private final byte[] nonceKey;
    private final SecretKeySpec cipherKey;
    private final byte[] keyId;

    public CursorSeal(byte[] secret) {
        if (secret.length < SECRET_BYTES) {
            throw new IllegalArgumentException(
                    "A secret has at least " + SECRET_BYTES + " bytes, not " + secret.length);
        }
        // HKDF (RFC 5869), one block for each key.
        byte[] extracted = hmac("partita".getBytes(StandardCharsets.US_ASCII), secret);
        this.nonceKey = expanded(extracted, "cursor nonce 1");
        this.cipherKey = new SecretKeySpec(expanded(extracted, "cursor key 1"), "AES");
        this.keyId = Arrays.copyOf(expanded(extracted, "cursor key id 1"), ID_BYTES);
    }

    /** @param cursor as the database gave it */
    public String seal(String design, String pattern, Map<String, Object> arguments, String cursor) {
        byte[] list = binding(design, pattern, arguments);
        byte[] text = packed(cursor);
        byte[] nonce = Arrays.copyOf(hmac(nonceKey, list, text), NONCE_BYTES);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, list).doFinal(text);
            byte[] all = ByteBuffer.allocate(HEAD_BYTES + sealed.length)
                    .put(VERSION)
                    .put(keyId)
                    .put(nonce)
                    .put(sealed)
                    .array();
            return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is part of every Java", e);
        }
    }

    /**
     * The cursor as the database gave it.
     *
     * @throws Unusable when it is not one that this list gave out under this secret
     */
    public String open(String design, String pattern, Map<String, Object> arguments, String sealed) {
        byte[] all = decoded(sealed);
        if (all.length <= HEAD_BYTES + TAG_BITS / 8 || all[0] != VERSION) {
            throw unusable("It is not a cursor of this service, or a part of it is missing.");
        }
        if (!MessageDigest.isEqual(Arrays.copyOfRange(all, 1, 1 + ID_BYTES), keyId)) {
            throw unusable("It was given out under another secret: by another service, or before the secret changed.");
        }
        byte[] nonce = Arrays.copyOfRange(all, 1 + ID_BYTES, HEAD_BYTES);
        try {
            byte[] text = cipher(Cipher.DECRYPT_MODE, nonce, binding(design, pattern, arguments))
                    .doFinal(all, HEAD_BYTES, all.length - HEAD_BYTES);
            return unpacked(text);
        } catch (AEADBadTagException e) {
            throw unusable("It belongs to another list, other arguments or another caller, or it was changed.");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is part of every Java", e);
        }
    }

    private static Unusable unusable(String why) {
        return new Unusable(why);
    }

    /** A cursor that the list did not give out; the message is a sentence that says why. */
    public static final class Unusable extends RuntimeException {
        private Unusable(String why) {
            super(why, null, false, false);
        }
    }

    private static byte[] decoded(String sealed) {
        if (sealed.length() > MOST_CHARS) {
            throw unusable("It is longer than any cursor.");
        }
        try {
            return Base64.getUrlDecoder().decode(sealed);
        } catch (IllegalArgumentException e) {
            throw unusable("It is not a cursor of this service.");
        }
    }

    /** The database's cursors are base64 themselves: sealed as they are, a long one would not fit into a request line. */
    private static byte[] packed(String cursor) {
        byte[] decoded = null;
        try {
            decoded = Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException e) {
            // Then it is text like any other.
        }
        boolean isSame = decoded != null
                && Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(decoded)
                        .equals(cursor);
        byte[] text = isSame ? decoded : cursor.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + text.length)
                .put(isSame ? ENCODED : PLAIN)
                .put(text)
                .array();
    }

    private static String unpacked(byte[] packed) {
        byte[] text = Arrays.copyOfRange(packed, 1, packed.length);
        return packed[0] == ENCODED
                ? Base64.getUrlEncoder().withoutPadding().encodeToString(text)
                : new String(text, StandardCharsets.UTF_8);
    }

    private Cipher cipher(int mode, byte[] nonce, byte[] list) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, cipherKey, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(list);
        return cipher;
    }

    /** Which list it is, in 32 bytes. */
    private static byte[] binding(String design, String pattern, Map<String, Object> arguments) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            add(digest, design);
            add(digest, pattern);
            add(digest, arguments);
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every Java", e);
        }
    }

    /** Every value says what it is and how long, so that no two lists look the same. */
    private static void add(MessageDigest digest, Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((name, member) -> {
                if (member != null) {
                    sorted.put(String.valueOf(name), member);
                }
            });
            tag(digest, 'm', sorted.size());
            sorted.forEach((name, member) -> {
                add(digest, name);
                add(digest, member);
            });
        } else if (value instanceof Collection<?> list) {
            tag(digest, 'l', list.size());
            list.forEach(element -> add(digest, element));
        } else {
            byte[] text = value instanceof Bytes bytes
                    ? bytes.array()
                    : String.valueOf(value).getBytes(StandardCharsets.UTF_8);
            tag(digest, value instanceof String ? 's' : value instanceof Bytes ? 'b' : 'v', text.length);
            digest.update(text);
        }
    }

    private static void tag(MessageDigest digest, char kind, int size) {
        digest.update(ByteBuffer.allocate(5).put((byte) kind).putInt(size).array());
    }

    private static byte[] expanded(byte[] key, String purpose) {
        byte[] info = purpose.getBytes(StandardCharsets.US_ASCII);
        return hmac(key, info, new byte[] {1});
    }

    private static byte[] hmac(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HMAC is part of every Java", e);
        }
    }
}
