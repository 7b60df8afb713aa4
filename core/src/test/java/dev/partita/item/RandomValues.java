package dev.partita.item;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Values of every kind for the property tests. */
final class RandomValues {

    private static final String[] CHARACTERS = {
        "a", "b", "\0", "\1", "z", "é", "\u07FF", "\u0800", "\uFFFD", "\uFFFF", "\uD83D\uDE00", "\uDBFF\uDFFF", " "
    };

    private RandomValues() {}

    /** A number in range, written in one of many ways. */
    static String numberText(Random random) {
        int digits = 1 + random.nextInt(random.nextBoolean() ? 4 : 38);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < digits; i++) {
            text.append((char) ('0' + (random.nextInt(3) == 0 ? 0 : random.nextInt(10))));
        }
        int point = random.nextInt(digits + 1);
        if (random.nextBoolean()) {
            text.insert(point, '.');
        }
        if (random.nextInt(3) == 0) {
            text.insert(0, '-');
        }
        if (random.nextBoolean()) {
            // The digits alone span at most 38 places either way.
            int exponent = random.nextBoolean() ? random.nextInt(7) - 3 : random.nextInt(170) - 87;
            text.append('e').append(exponent);
        }
        return text.toString();
    }

    static String string(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(5); length > 0; length--) {
            text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
        }
        return text.toString();
    }

    static Bytes bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(4)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : random.nextInt(3) - 1);
        }
        return Bytes.of(bytes);
    }

    static AttributeValue scalar(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> new AttributeValue.S(string(random));
            case 1 -> NumberText.parse(numberText(random));
            default -> new AttributeValue.B(bytes(random));
        };
    }

    static AttributeValue value(Random random, int depth) {
        switch (random.nextInt(depth > 0 ? 10 : 8)) {
            case 0:
                return AttributeValue.Bool.of(random.nextBoolean());
            case 1:
                return AttributeValue.Null.NULL;
            case 2: {
                Set<String> members = new LinkedHashSet<>();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    members.add(string(random));
                }
                return Sets.ofStrings(new ArrayList<>(members));
            }
            case 3: {
                Set<AttributeValue> members = new LinkedHashSet<>();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    members.add(NumberText.parse(numberText(random)));
                }
                return Sets.ofNumbers(new ArrayList<>(members));
            }
            case 4: {
                Set<Bytes> members = new LinkedHashSet<>();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    members.add(bytes(random));
                }
                return Sets.ofBinaries(new ArrayList<>(members));
            }
            case 8: {
                List<AttributeValue> elements = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    elements.add(value(random, depth - 1));
                }
                return new AttributeValue.L(elements);
            }
            case 9:
                return new AttributeValue.M(attributes(random, depth - 1));
            default:
                return scalar(random);
        }
    }

    static Map<String, AttributeValue> attributes(Random random, int depth) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            attributes.put("n" + string(random), value(random, depth));
        }
        return attributes;
    }
}
