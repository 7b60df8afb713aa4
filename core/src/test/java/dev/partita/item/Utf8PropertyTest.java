package dev.partita.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Length and order of strings are those of their UTF-8 bytes. */
class Utf8PropertyTest {

    @Test
    void lengthAndOrderAreThoseOfTheBytes() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int i = 0; i < 50_000; i++) {
            String left = random.nextInt(10) == 0 ? anyChars(random) : RandomValues.string(random);
            String right = RandomValues.string(random);
            byte[] first = Utf8.bytes(left);
            byte[] second = Utf8.bytes(right);
            assertThat(Utf8.length(left)).as("seed " + seed + ": " + left).isEqualTo(first.length);
            assertThat(Integer.signum(Utf8.compare(left, right)))
                    .as("seed " + seed + ": " + left + ", " + right)
                    .isEqualTo(Integer.signum(Arrays.compareUnsigned(first, second)));
        }
    }

    /** May hold surrogates without their other half. */
    private static String anyChars(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(6); length > 0; length--) {
            text.append((char) (random.nextBoolean() ? 0xD7F0 + random.nextInt(0x830) : random.nextInt(0x10000)));
        }
        return text.toString();
    }
}
