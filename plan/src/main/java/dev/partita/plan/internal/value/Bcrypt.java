package dev.partita.plan.internal.value;

import dev.partita.item.Utf8;
import java.text.Normalizer;
import java.util.Arrays;
import org.springframework.security.crypto.bcrypt.BCrypt;

/**
 * Password hashes, by the bcrypt of Spring Security, version 2a. Here is only what is ours: which bytes are hashed, and with which
 * salt.
 */
public final class Bcrypt {

    public static final int COST = 10;
    public static final int SALT_BYTES = 16;

    /** What lies behind is not looked at. */
    public static final int PASSWORD_BYTES = 72;

    private static final String ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private Bcrypt() {}

    /** {@code $2a$10$…}: 60 characters. Bytes of the password behind the 72nd do not count. */
    public static String hash(String password, byte[] salt, int cost) {
        byte[] bytes = Utf8.bytes(password);
        // The library refuses what it would not look at.
        byte[] seen = bytes.length > PASSWORD_BYTES ? Arrays.copyOf(bytes, PASSWORD_BYTES) : bytes;
        return BCrypt.hashpw(seen, "$2a$" + (cost < 10 ? "0" : "") + cost + "$" + text(salt));
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
        return BCrypt.checkpw(Utf8.bytes(composed), hash)
                | (!composed.equals(password) && BCrypt.checkpw(Utf8.bytes(password), hash));
    }

    public static boolean isHash(String text) {
        return text.matches("\\$2[aby]\\$(0[4-9]|[12][0-9]|3[01])\\$[./A-Za-z0-9]{53}");
    }

    /** The salt in bcrypt's own base 64: 22 characters. The library writes only salts that it has drawn itself. */
    private static String text(byte[] salt) {
        StringBuilder out = new StringBuilder();
        int bits = 0;
        int held = 0;
        for (byte next : salt) {
            held = held << 8 | (next & 0xFF);
            for (bits += 8; bits >= 6; bits -= 6) {
                out.append(ALPHABET.charAt(held >>> bits - 6 & 63));
            }
        }
        return out.append(ALPHABET.charAt(held << 6 - bits & 63)).toString();
    }
}
