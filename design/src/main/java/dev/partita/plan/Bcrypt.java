package dev.partita.plan;

import dev.partita.item.Utf8;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.Arrays;

/**
 * Password hashes as bcrypt makes them, version 2a: Blowfish, its key schedule repeated 2^cost times.
 *
 * <p>Blowfish's tables are the digits of pi behind the point, and are computed as such.
 */
public final class Bcrypt {

    public static final int COST = 10;
    public static final int SALT_BYTES = 16;

    /** What lies behind is not looked at. */
    public static final int PASSWORD_BYTES = 72;

    private static final String ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int HASH_BYTES = 23;
    private static final int ROUND_KEYS = 18;
    private static final int BOXES = 4 * 256;
    private static final int[] MAGIC = words(Utf8.bytes("OrpheanBeholderScryDoubt"));
    private static final int[] PI = pi(ROUND_KEYS + BOXES);

    private final int[] keys = Arrays.copyOf(PI, ROUND_KEYS);
    private final int[] boxes = Arrays.copyOfRange(PI, ROUND_KEYS, ROUND_KEYS + BOXES);

    private Bcrypt() {}

    /** {@code $2a$10$…}: 60 characters. Bytes of the password behind the 72nd do not count. */
    public static String hash(String password, byte[] salt, int cost) {
        Bcrypt state = new Bcrypt();
        byte[] key = Arrays.copyOf(Utf8.bytes(password), Utf8.length(password) + 1);
        key = key.length > PASSWORD_BYTES ? Arrays.copyOf(key, PASSWORD_BYTES) : key;
        int[] saltWords = words(salt);
        state.schedule(key, saltWords);
        for (long i = 1L << cost; i > 0; i--) {
            state.schedule(key, new int[4]);
            state.schedule(salt, new int[4]);
        }
        int[] text = MAGIC.clone();
        for (int i = 0; i < text.length; i += 2) {
            for (int round = 0; round < 64; round++) {
                state.encrypt(text, i);
            }
        }
        byte[] hash = new byte[text.length * 4];
        for (int i = 0; i < hash.length; i++) {
            hash[i] = (byte) (text[i / 4] >>> 24 - 8 * (i % 4));
        }
        return "$2a$" + (cost < 10 ? "0" : "") + cost + "$" + encode(salt, SALT_BYTES) + encode(hash, HASH_BYTES);
    }

    /** The password with its accents in one piece (Unicode's form NFC): keyboards differ in how they send the same letter. */
    public static String composed(String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC);
    }

    /**
     * Whether {@code hash} was made of this password, in the same time whatever the answer. Hashes made elsewhere may be of the
     * password as it was typed.
     */
    public static boolean matches(String password, String hash) {
        if (!isHash(hash)) {
            return false;
        }
        String composed = composed(password);
        return isOf(composed, hash) | (!composed.equals(password) && isOf(password, hash));
    }

    private static boolean isOf(String password, String hash) {
        int cost = Integer.parseInt(hash.substring(4, 6));
        String again = hash(password, decode(hash.substring(7, 29)), cost);
        return MessageDigest.isEqual(Utf8.bytes(again.substring(7)), Utf8.bytes(hash.substring(7)));
    }

    public static boolean isHash(String text) {
        return text.matches("\\$2[aby]\\$(0[4-9]|[12][0-9]|3[01])\\$[./A-Za-z0-9]{53}");
    }

    private void schedule(byte[] key, int[] salt) {
        int at = 0;
        for (int i = 0; i < ROUND_KEYS; i++) {
            int word = 0;
            for (int b = 0; b < 4; b++) {
                word = word << 8 | (key[at] & 0xFF);
                at = (at + 1) % key.length;
            }
            keys[i] ^= word;
        }
        int[] block = new int[2];
        int used = fill(keys, block, salt, 0);
        fill(boxes, block, salt, used);
    }

    private int fill(int[] target, int[] block, int[] salt, int start) {
        int used = start;
        for (int i = 0; i < target.length; i += 2) {
            block[0] ^= salt[used];
            block[1] ^= salt[used + 1];
            used = (used + 2) % 4;
            encrypt(block, 0);
            target[i] = block[0];
            target[i + 1] = block[1];
        }
        return used;
    }

    private void encrypt(int[] block, int at) {
        int left = block[at];
        int right = block[at + 1];
        for (int round = 0; round < ROUND_KEYS - 2; round += 2) {
            left ^= keys[round];
            right ^= mixed(left);
            right ^= keys[round + 1];
            left ^= mixed(right);
        }
        block[at] = right ^ keys[ROUND_KEYS - 1];
        block[at + 1] = left ^ keys[ROUND_KEYS - 2];
    }

    private int mixed(int word) {
        int sum = boxes[word >>> 24] + boxes[256 + (word >>> 16 & 0xFF)];
        return (sum ^ boxes[512 + (word >>> 8 & 0xFF)]) + boxes[768 + (word & 0xFF)];
    }

    private static int[] words(byte[] bytes) {
        int[] words = new int[bytes.length / 4];
        for (int i = 0; i < words.length * 4; i++) {
            words[i / 4] = words[i / 4] << 8 | (bytes[i] & 0xFF);
        }
        return words;
    }

    private static String encode(byte[] bytes, int length) {
        StringBuilder out = new StringBuilder();
        int bits = 0;
        int held = 0;
        for (int i = 0; i < length; i++) {
            held = held << 8 | (bytes[i] & 0xFF);
            for (bits += 8; bits >= 6; bits -= 6) {
                out.append(ALPHABET.charAt(held >>> bits - 6 & 63));
            }
        }
        return bits == 0
                ? out.toString()
                : out.append(ALPHABET.charAt(held << 6 - bits & 63)).toString();
    }

    private static byte[] decode(String text) {
        byte[] bytes = new byte[SALT_BYTES];
        int at = 0;
        int bits = 0;
        int held = 0;
        for (int i = 0; i < text.length() && at < bytes.length; i++) {
            held = held << 6 | ALPHABET.indexOf(text.charAt(i));
            bits += 6;
            if (bits >= 8) {
                bits -= 8;
                bytes[at++] = (byte) (held >>> bits);
            }
        }
        return bytes;
    }

    /** The first digits of pi's fraction, in words of 32 bits, by Machin's formula. */
    private static int[] pi(int words) {
        int bits = words * 32 + 64;
        BigInteger pi = arcTangent(5, bits)
                .multiply(BigInteger.valueOf(4))
                .subtract(arcTangent(239, bits))
                .multiply(BigInteger.valueOf(4));
        BigInteger fraction = pi.subtract(BigInteger.valueOf(3).shiftLeft(bits)).shiftRight(64);
        byte[] bytes = fraction.toByteArray();
        byte[] whole = new byte[words * 4];
        int length = Math.min(bytes.length, whole.length);
        System.arraycopy(bytes, bytes.length - length, whole, whole.length - length, length);
        return words(whole);
    }

    /** arctan(1/n), scaled by 2^bits. */
    private static BigInteger arcTangent(int n, int bits) {
        BigInteger square = BigInteger.valueOf((long) n * n);
        BigInteger power = BigInteger.ONE.shiftLeft(bits).divide(BigInteger.valueOf(n));
        BigInteger sum = power;
        for (int k = 3; power.signum() != 0; k += 2) {
            power = power.divide(square);
            BigInteger term = power.divide(BigInteger.valueOf(k));
            sum = k % 4 == 3 ? sum.subtract(term) : sum.add(term);
        }
        return sum;
    }
}
