package dev.partita.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Encoded keys sort as their values do, and none starts another. */
class KeyCodecPropertyTest {

    @Test
    void encodedKeysSortAsValuesAndNoneIsAPrefixOfAnother() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int i = 0; i < 50_000; i++) {
            AttributeValue left = RandomValues.scalar(random);
            AttributeValue right = RandomValues.scalar(random);
            if (left.type() != right.type()) {
                continue;
            }
            byte[] first = encoded(left);
            byte[] second = encoded(right);
            String what = "seed " + seed + ": " + left + ", " + right;
            int order = Integer.signum(ValueChecks.compare(left, right));
            assertThat(Integer.signum(Arrays.compareUnsigned(first, second)))
                    .as(what)
                    .isEqualTo(order);
            if (order != 0) {
                int mismatch = Arrays.mismatch(first, second);
                assertThat(mismatch).as(what).isLessThan(Math.min(first.length, second.length));
            }
        }
    }

    @Test
    void anItemsKeyIsItsValuesKey() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int i = 0; i < 5_000; i++) {
            AttributeValue value = RandomValues.scalar(random);
            Item item = new Item.Builder()
                    .add("k", value)
                    .add("a", AttributeValue.Null.NULL)
                    .build();
            ByteWriter out = new ByteWriter(16);
            item.appendKey(out, Utf8.bytes("k"));
            assertThat(out.toByteArray()).as("seed " + seed + ": " + value).isEqualTo(encoded(value));
        }
    }

    @Test
    void aPrefixIsWhatEveryKeyThatBeginsWithItStartsWith() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int i = 0; i < 20_000; i++) {
            String head = RandomValues.string(random);
            String text = random.nextBoolean() ? head + RandomValues.string(random) : RandomValues.string(random);
            ByteWriter prefix = new ByteWriter(16);
            KeyCodec.appendPrefix(prefix, new AttributeValue.S(head));
            byte[] key = encoded(new AttributeValue.S(text));
            int mismatch = Arrays.mismatch(prefix.toByteArray(), key);
            boolean starts = mismatch < 0 || mismatch == prefix.length();
            assertThat(starts).as("seed " + seed + ": " + head + ", " + text).isEqualTo(text.startsWith(head));
        }
    }

    private static byte[] encoded(AttributeValue value) {
        ByteWriter out = new ByteWriter(16);
        KeyCodec.append(out, value);
        return out.toByteArray();
    }
}
