package dev.partita.exchange;

import dev.partita.item.AttributeValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Guesses the templates of a kind's keys: a part that is the same in all items is literal, a part that repeats an attribute,
 * perhaps formatted, is that attribute, and any other part becomes an attribute that lives in the key alone.
 */
final class KeyGuess {

    /** How an attribute may look inside a key, tried in this order. */
    private static final Map<String, Function<AttributeValue, String>> FORMATS = new LinkedHashMap<>();

    static {
        FORMATS.put("", KeyGuess::plain);
        FORMATS.put(":lower", value -> {
            String plain = plain(value);
            return plain == null ? null : plain.toLowerCase(java.util.Locale.ROOT);
        });
        FORMATS.put(":date", value -> {
            Instant time = time(value);
            return time == null
                    ? null
                    : time.atOffset(ZoneOffset.UTC).toLocalDate().toString();
        });
        FORMATS.put(":newest-first", value -> {
            Instant time = time(value);
            return time == null ? null : String.format("%010d", 9_999_999_999L - time.getEpochSecond());
        });
        for (int width = 2; width <= 12; width++) {
            String format = "%0" + width + "d";
            FORMATS.put(
                    ":0" + width,
                    value -> value instanceof AttributeValue.N number
                                    && number.value().stripTrailingZeros().scale() <= 0
                                    && number.value().signum() >= 0
                            ? String.format(format, number.value().toBigInteger())
                            : null);
        }
    }

    /** A part that names its attribute already, as the key aliases of NoSQL Workbench do. */
    private static final Pattern NAMED = Pattern.compile("[<{]([A-Za-z][A-Za-z0-9_]*)(:[^>}]*)?[>}]");

    private final List<Map<String, AttributeValue>> items;
    private final Set<String> keyNames;
    private final String separator;

    /** Attributes that stand in a key only: name to type. */
    final Map<String, String> invented = new LinkedHashMap<>();

    KeyGuess(List<Map<String, AttributeValue>> items, Set<String> keyNames, String separator) {
        this.items = items;
        this.keyNames = keyNames;
        this.separator = separator;
    }

    /** Whether any item has the attribute. */
    boolean has(String name) {
        return items.stream().anyMatch(item -> item.containsKey(name));
    }

    /** The template for one key attribute, or null when no item has it. */
    String template(String keyName) {
        List<Map<String, AttributeValue>> having =
                items.stream().filter(item -> item.containsKey(keyName)).toList();
        if (having.isEmpty()) {
            return null;
        }
        if (!(having.get(0).get(keyName) instanceof AttributeValue.S)) {
            invented.putIfAbsent(Words.camel(keyName), "decimal");
            return "{" + Words.camel(keyName) + "}";
        }
        List<List<String>> rows = having.stream()
                .map(item -> Words.split(((AttributeValue.S) item.get(keyName)).value(), separator))
                .toList();
        int parts = rows.stream().mapToInt(List::size).min().orElseThrow();
        boolean ragged = rows.stream().anyMatch(row -> row.size() > parts);
        StringBuilder template = new StringBuilder();
        String word = null;
        for (int i = 0; i < parts; i++) {
            int position = i;
            boolean rest = ragged && i == parts - 1;
            List<String> column = rows.stream()
                    .map(row -> rest ? String.join(separator, row.subList(position, row.size())) : row.get(position))
                    .toList();
            template.append(i == 0 ? "" : separator);
            String first = column.get(0);
            boolean same = column.stream().allMatch(first::equals);
            if (first.isEmpty() && same
                    || same
                            && (Words.isUpper(first)
                                    || Words.isWord(first) && (parts > 1 && i == 0 || having.size() > 2))) {
                template.append(first);
                word = first.isEmpty() ? word : first;
            } else {
                template.append(variable(having, column, word, keyName));
            }
        }
        return template.toString();
    }

    private String variable(
            List<Map<String, AttributeValue>> having, List<String> column, String word, String keyName) {
        Matcher named = NAMED.matcher(column.get(0));
        if (named.matches()) {
            String format = named.group(2) == null ? "" : named.group(2);
            String name = Words.camel(named.group(1));
            boolean isAttribute =
                    having.get(0).keySet().stream().map(Words::camel).anyMatch(name::equals);
            return isAttribute ? "{" + name + format + "}" : named(name, "string", format);
        }
        for (Map.Entry<String, Function<AttributeValue, String>> format : FORMATS.entrySet()) {
            for (String name : having.get(0).keySet()) {
                if (!keyNames.contains(name) && repeats(having, column, name, format.getValue())) {
                    return "{" + Words.camel(name) + format.getKey() + "}";
                }
            }
        }
        return invent(column, word == null ? keyName : word);
    }

    private static boolean repeats(
            List<Map<String, AttributeValue>> having,
            List<String> column,
            String name,
            Function<AttributeValue, String> format) {
        for (int i = 0; i < column.size(); i++) {
            AttributeValue value = having.get(i).get(name);
            if (value == null || !column.get(i).equals(format.apply(value))) {
                return false;
            }
        }
        return true;
    }

    private String invent(List<String> column, String word) {
        String base = Words.camel(word);
        int width = column.get(0).length();
        if (column.stream().allMatch(text -> text.matches("\\d{4}-\\d\\d-\\d\\d"))) {
            return named(base + "Date", "date", "");
        }
        if (column.stream().allMatch(text -> text.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"))) {
            return named(base + "At", "timestamp", "");
        }
        if (column.stream().allMatch(text -> text.matches("0\\d+") || text.matches("\\d+") && text.length() == width)
                && column.stream().anyMatch(text -> text.startsWith("0"))
                && column.stream().allMatch(text -> text.length() == width)) {
            return named(base + "Number", "integer", ":0" + width);
        }
        return named(base + "Id", "string", "");
    }

    private String named(String name, String type, String format) {
        invented.putIfAbsent(name, type);
        return "{" + name + format + "}";
    }

    private static String plain(AttributeValue value) {
        return value instanceof AttributeValue.S text
                ? text.value()
                : value instanceof AttributeValue.N number ? number.value().toPlainString() : null;
    }

    private static Instant time(AttributeValue value) {
        if (value instanceof AttributeValue.N number) {
            BigDecimal seconds = number.value();
            return seconds.compareTo(BigDecimal.valueOf(1_000_000_000L)) > 0
                            && seconds.compareTo(BigDecimal.valueOf(4_102_444_800L)) < 0
                    ? Instant.ofEpochSecond(seconds.longValue())
                    : null;
        }
        try {
            return value instanceof AttributeValue.S text ? Instant.parse(text.value()) : null;
        } catch (DateTimeParseException notATime) {
            return null;
        }
    }

    /** Which of the usual separators the keys of a table use; {@code #} when none does. */
    static String separatorOf(Sampled table) {
        String best = "#";
        int most = 0;
        for (String candidate : List.of("#", "|", "::", ":", "/")) {
            int count = 0;
            for (Map<String, AttributeValue> item : table.items()) {
                for (String key : keyNames(table)) {
                    if (item.get(key) instanceof AttributeValue.S text
                            && text.value().contains(candidate)) {
                        count++;
                    }
                }
            }
            if (count > most) {
                most = count;
                best = candidate;
            }
            if (most > 0 && candidate.equals("#")) {
                break;
            }
        }
        return best;
    }

    private static List<String> keyNames(Sampled table) {
        List<String> names = new ArrayList<>();
        names.add(table.partition().name());
        if (table.sort() != null) {
            names.add(table.sort().name());
        }
        return names;
    }
}
