package dev.partita.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Attribute values, keys and items from a small space, so that requests meet each other's data. */
final class RandomValues {

    private static final List<String> STRINGS = List.of(
            "a", "b", "ab", "abc", "B", "zz", "", "ä", "\uffff", "\ud83d\ude00", "\ue000", "x y", "10", "9", "a\"b\\");
    /** As DynamoDB prints them: DynamoDB Local keeps some others as written, and counts their size so. */
    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "-1",
            "-2",
            "1.5",
            "0.1",
            "100",
            "3.14",
            "12345678901234567890123456789012345678",
            "0.00000000000000000000000000000000000001",
            "-123.456");

    private static final List<String> BINARIES =
            List.of("", "AA==", "AAA=", "AQ==", "AQI=", "f38=", "/w==", "gA==", "YWJj");
    private static final List<String> BAD_NUMBERS = List.of(
            "",
            " 1",
            "1 ",
            "abc",
            "1e",
            "0x10",
            "1.2.3",
            "NaN",
            "Infinity",
            "1e126",
            "-1e126",
            "1e-131",
            "--1",
            "1,5",
            "123456789012345678901234567890123456789",
            "1e400",
            "0.123456789012345678901234567890123456789");

    private final Random random;

    RandomValues(Random random) {
        this.random = random;
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    int upTo(int bound) {
        return random.nextInt(bound);
    }

    @SafeVarargs
    final <T> T one(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    <T> T one(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** A key value of the right type, from few enough that most already have an item. */
    Map<String, Object> keyValue(TableShape.KeyAttribute key) {
        int range = key.hash() ? 4 : 7;
        int n = random.nextInt(range);
        switch (key.type()) {
            case "S":
                return Json.of(
                        "S",
                        List.of("k0", "k1", "k", "kä", "k\ud83d\ude00", "k\uffff", "l")
                                .get(n));
            case "N":
                return Json.of(
                        "N",
                        List.of(one("1", "1.0"), "-5", "0", "10", "2.5", one("1e3", "1000"), "-0.001")
                                .get(n));
            default:
                return Json.of(
                        "B",
                        List.of("AA==", "AQ==", "AAA=", "f38=", "/w==", "gA==", "YWJj")
                                .get(n));
        }
    }

    Map<String, Object> key(TableShape table) {
        Map<String, Object> key = new LinkedHashMap<>();
        table.keys().forEach(attribute -> key.put(attribute.name(), keyValue(attribute)));
        return key;
    }

    /** An item for {@code table}: its key, most index keys, and whatever else. */
    Map<String, Object> item(TableShape table) {
        Map<String, Object> item = key(table);
        for (TableShape.KeyAttribute attribute : table.indexKeys()) {
            if (chance(0.75)) {
                item.put(attribute.name(), chance(0.985) ? keyValue(attribute) : value(1));
            }
        }
        for (String name : List.of("a", "b", "c", "d", "e", "f", "g")) {
            if (!item.containsKey(name) && !isIndexKey(table, name) && chance(0.4)) {
                item.put(name, value(2));
            }
        }
        if (chance(0.5)) {
            item.put("m", map(2));
        }
        if (chance(0.5)) {
            item.put("l", list(2));
        }
        if (chance(0.4)) {
            item.put("n", number());
        }
        if (chance(0.5)) {
            item.put(one("ss", "ns", "bs"), set(one("SS", "NS", "BS")));
        }
        if (chance(0.1)) {
            item.put("pad", Json.of("S", "p".repeat(one(500, 1300, 2400, 4300))));
        }
        if (chance(0.01)) {
            item.put(one("m", "e"), deep(one(5, 31, 32)));
        }
        return item;
    }

    static boolean isIndexKey(TableShape table, String name) {
        return table.indexKeys().stream().anyMatch(key -> key.name().equals(name));
    }

    /** Any valid value; {@code depth} bounds how far documents nest. */
    Map<String, Object> value(int depth) {
        int kind = random.nextInt(depth > 0 ? 13 : 9);
        switch (kind) {
            case 0, 1, 2:
                return string();
            case 3, 4:
                return number();
            case 5:
                return binary();
            case 6:
                return Json.of("BOOL", random.nextBoolean());
            case 7:
                return Json.of("NULL", true);
            case 8:
                return set(one("SS", "NS", "BS"));
            case 9, 10:
                return map(depth - 1);
            default:
                return list(depth - 1);
        }
    }

    Map<String, Object> string() {
        return Json.of("S", one(STRINGS));
    }

    Map<String, Object> number() {
        return Json.of("N", chance(0.7) ? one("0", "1", "2", "3", "5", "-1", "2.5") : one(NUMBERS));
    }

    Map<String, Object> binary() {
        return Json.of("B", one(BINARIES));
    }

    Map<String, Object> set(String type) {
        Set<Object> members = new LinkedHashSet<>();
        int size = 1 + random.nextInt(3);
        for (int i = 0; i < size; i++) {
            switch (type) {
                case "SS":
                    // Without U+FFFF: DynamoDB Local sorts by UTF-16, which differs from UTF-8 only there.
                    members.add(one("a", "b", "c", "ä", "\ud83d\ude00", ""));
                    break;
                case "NS":
                    members.add(one("1", "2", "3.5", "-4", "10", "9"));
                    break;
                default:
                    members.add(one("AA==", "AQ==", "YQ==", "YWI="));
            }
        }
        return Json.of(type, new ArrayList<>(members));
    }

    Map<String, Object> map(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (String name : List.of("x", "y", "z")) {
            if (chance(0.6)) {
                members.put(name, value(depth));
            }
        }
        return Json.of("M", members);
    }

    Map<String, Object> list(int depth) {
        List<Object> members = new ArrayList<>();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            members.add(value(depth));
        }
        return Json.of("L", members);
    }

    Map<String, Object> ofType(String type) {
        switch (type) {
            case "S":
                return string();
            case "N":
                return number();
            case "B":
                return binary();
            case "BOOL":
                return Json.of("BOOL", random.nextBoolean());
            case "NULL":
                return Json.of("NULL", true);
            case "L":
                return list(1);
            case "M":
                return map(1);
            default:
                return set(type);
        }
    }

    /** {@code wrappers} lists and maps around a string. */
    Map<String, Object> deep(int wrappers) {
        Map<String, Object> value = Json.of("S", "deep");
        for (int i = 0; i < wrappers; i++) {
            value = i % 2 == 0 ? Json.of("L", List.of(value)) : Json.of("M", Json.of("x", value));
        }
        return value;
    }

    /** A value DynamoDB refuses wherever it appears. */
    Map<String, Object> invalid() {
        switch (random.nextInt(11)) {
            case 0, 1, 2:
                return Json.of("N", one(BAD_NUMBERS));
            case 3:
                return Json.of("SS", List.of("b", "a", "b"));
            case 4:
                return Json.of("NS", List.of("1", "2", one("1", "1.0")));
            case 5:
                return Json.of("BS", List.of("AA==", "AQ==", "AA=="));
            case 6:
                return Json.of(one("SS", "NS", "BS"), List.of());
            case 7:
                return Json.of("NULL", false);
            case 8:
                return Json.of();
            case 9:
                return Json.of("S", "a", "N", "1");
            default:
                return Json.of("L", List.of(Json.of("M", Json.of("x", Json.of("N", one(BAD_NUMBERS))))));
        }
    }

    static String base64(int length, int fill) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) fill);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
