package dev.partita.plan.internal.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BcryptTest {

    /** From the tests of the first implementations. */
    @Test
    void knownHashesAreMadeAgain() {
        check("", "$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s.");
        check("a", "$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe");
        check("abc", "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i");
        check("abcdefghijklmnopqrstuvwxyz", "$2a$06$.rCVZVOThsIa97pEDOxvGuRRgzG64bvtJ0938xuqzv18d3ZpQhstC");
        check("é".repeat(50), "$2a$10$m0CrhHm10qJ3lXRY.5zDGOsrsm6ZMr.wszVM64fPVg4Gwze6MAcsS");
    }

    /** Made by the code that came before the library: such hashes are in tables. */
    @Test
    void hashesMadeByEarlierVersionsAreMadeAgain() {
        again("", "$2a$04$kPaNsveyb4LYjKk9MOr1.eyf6QGbcPJXsD8pMH6on35sJ6W1LWGG6");
        again("correct horse battery staple", "$2a$05$AbKoUTzIkFz/7JNjiiaYteqHneuCcBxl7p.Tq6X2sDzawJKni/ibi");
        again("s\u00e9same, \u00f6ffne dich", "$2a$10$/PjJrT1Iq3C.DfbYmSdf6uYuey2tUmobLYJEN1Ds3g0ZZtHt75F7m");
        again("パスワード", "$2a$04$4W5mFr79piA933NX9MzQqeh0gYSfoJgEI4H.E19njVTxPZPOnrqDe");
        again("\uD83D\uDD11 key", "$2a$05$.sLLDcVCwo6UZ6JrxoR5EuyZqDQ8OIMR9QZJfSvQZwuP9HygKni26");
        again("with\0nul", "$2a$10$XcH.nMjCqvyF/cZGrvx2tOg4e1esQlTR9AssJdoHorfl5CCExoWlu");
        again("x".repeat(71), "$2a$04$9HdEjkiuUJGs1PP36XSwjupGdG8TSXl9oS7iEIiAWJ0fa2DCe4Pha");
        again("x".repeat(72), "$2a$05$2aefOYYiZXi0RNPfqvdHlu4WWlB1d8ByOPLwS0iuy1lx6PYt5ZsbW");
        again("x".repeat(73), "$2a$10$5kDKvYbJ.n8NeS220RkTreakgCyQgQqhtV8V5toF/W0JJPpShyFaC");
        again("é".repeat(36), "$2a$04$jImfSGP2ibbboL1bvEOypuo5C5IZQcpNdMh8nNXOr54Pn/vKCzzBS");
        again("é".repeat(50), "$2a$05$4z/2Es/BXNkxm9Ludor3PuGmUHGdckZDgf9.peXpu3RDyY4qHthOC");
        again("a\uD83D", "$2a$10$A4NGfZXqQXe.0kOYGoOe5eIoOAtTuOcn1P0YyE4ThmYr2KHh476qy");
        again("all ones", "$2a$04$999999999999999999999u3wEoWVYPjWlgsVEnWEOqd11/KO0/tOu");
        again("zero", "$2a$12$......................5iiSV64dI97ngtscEk4m4O8lQiK2pDi");
    }

    /** A salt is drawn as it was: the same seed, the same hash. */
    @Test
    void theSaltIsThatOfTheIds() {
        assertThat(new Ids(new Random(1)).passwordHash("open s\u00e9same", 10))
                .isEqualTo("$2a$10$a7SYs7gas/jtBtrmitjLY.gSHM13o8g/ojgKoyl8WqqDdzZ1kdqni");
    }

    @Test
    void bytesBehindThe72ndDoNotCount() {
        String hash = new Ids(new Random(1)).passwordHash("x".repeat(90), 4);
        assertThat(Bcrypt.matches("x".repeat(72), hash)).isTrue();
        assertThat(Bcrypt.matches("x".repeat(72) + "y", hash)).isTrue();
        assertThat(Bcrypt.matches("x".repeat(71), hash)).isFalse();
    }

    /** Other programs write 2b and 2y for the same hash; 2x is of a program that had a bug. */
    @Test
    void otherVersionsAreKnownByTheirLetter() {
        String rest = "$05$AbKoUTzIkFz/7JNjiiaYteqHneuCcBxl7p.Tq6X2sDzawJKni/ibi";
        check("correct horse battery staple", "$2b" + rest);
        check("correct horse battery staple", "$2y" + rest);
        assertThat(Bcrypt.matches("correct horse battery staple", "$2x" + rest)).isFalse();
        assertThat(Bcrypt.matches("correct horse battery staple", "$2" + rest)).isFalse();
        assertThat(Bcrypt.isHash("$2a$03" + rest.substring(3))).isFalse();
        assertThat(Bcrypt.isHash("$2a$32" + rest.substring(3))).isFalse();
    }

    @Test
    void aPasswordMatchesItsHashAndNoOtherDoes() {
        String hash = new Ids(new Random(1)).passwordHash("open sésame", 10);
        assertThat(hash).hasSize(60).startsWith("$2a$10$");
        assertThat(Bcrypt.matches("open sésame", hash)).isTrue();
        assertThat(Bcrypt.matches("open sesame", hash)).isFalse();
        assertThat(Bcrypt.matches("open sésame", "not a hash")).isFalse();
    }

    @Test
    void aLetterIsTheSameWhetherItsAccentComesWithItOrBehindIt() {
        String together = "open s\u00e9same";
        String apart = "open se\u0301same";
        String hash = new Ids(new Random(1)).passwordHash(apart, 4);
        assertThat(Bcrypt.matches(together, hash)).isTrue();
        assertThat(Bcrypt.matches(apart, hash)).isTrue();
        // What another program made of it as it was typed is still known.
        String foreign = Bcrypt.hash(apart, new byte[Bcrypt.SALT_BYTES], 4);
        assertThat(Bcrypt.matches(apart, foreign)).isTrue();
    }

    private static void check(String password, String hash) {
        assertThat(Bcrypt.matches(password, hash)).as(password).isTrue();
    }

    private static void again(String password, String hash) {
        check(password, hash);
        assertThat(Bcrypt.hash(password, salt(hash), Integer.parseInt(hash.substring(4, 6))))
                .as(password)
                .isEqualTo(hash);
    }

    /** The 16 bytes behind the cost. */
    private static byte[] salt(String hash) {
        String alphabet = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        BigInteger bits = BigInteger.ZERO;
        for (char c : hash.substring(7, 29).toCharArray()) {
            bits = bits.shiftLeft(6).add(BigInteger.valueOf(alphabet.indexOf(c)));
        }
        byte[] bytes = bits.shiftRight(4).toByteArray();
        byte[] salt = new byte[Bcrypt.SALT_BYTES];
        int length = Math.min(bytes.length, salt.length);
        System.arraycopy(bytes, bytes.length - length, salt, salt.length - length, length);
        return salt;
    }
}
