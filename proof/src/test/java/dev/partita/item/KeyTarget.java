package dev.partita.item;

import dev.partita.fuzz.Target;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Two values of a key, with a zero byte between them; the first byte says of which type. Encoded they must sort as they are, and
 * neither may begin like the other. A number that was read must be read the same again.
 */
public final class KeyTarget implements Target {

    @Override
    public void read(byte[] input) {
        if (input.length == 0) {
            return;
        }
        int middle = 1;
        while (middle < input.length && input[middle] != 0) {
            middle++;
        }
        char type = (char) input[0];
        AttributeValue left = value(type, Arrays.copyOfRange(input, 1, middle));
        AttributeValue right = value(type, Arrays.copyOfRange(input, Math.min(middle + 1, input.length), input.length));
        // What cannot be read is a value, too: one that says what is wrong with it.
        if (left instanceof AttributeValue.Invalid || right instanceof AttributeValue.Invalid) {
            return;
        }
        byte[] leftKey = key(left);
        byte[] rightKey = key(right);
        int order = Integer.signum(ValueChecks.compare(left, right));
        if (order != Integer.signum(Arrays.compareUnsigned(leftKey, rightKey))) {
            throw new AssertionError(left + " and " + right + " sort otherwise as keys");
        }
        int common = Math.min(leftKey.length, rightKey.length);
        if (order != 0 && Arrays.mismatch(leftKey, rightKey) == common) {
            throw new AssertionError("the key of " + left + " or " + right + " begins like the other");
        }
        if (left instanceof AttributeValue.N number
                && !NumberText.parse(number.text()).equals(number)) {
            throw new AssertionError(number + " is read otherwise the second time");
        }
    }

    private static AttributeValue value(char type, byte[] bytes) {
        return switch (type) {
            case 'N' -> NumberText.parse(new String(bytes, StandardCharsets.ISO_8859_1));
            case 'B' -> new AttributeValue.B(Bytes.of(bytes));
            default -> new AttributeValue.S(new String(bytes, StandardCharsets.UTF_8));
        };
    }

    private static byte[] key(AttributeValue value) {
        ByteWriter out = new ByteWriter(16);
        KeyCodec.append(out, value);
        return out.toByteArray();
    }
}
