package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

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
}
