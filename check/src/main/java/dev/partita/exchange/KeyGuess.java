package dev.partita.exchange;

import dev.partita.item.AttributeValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
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

    /** What stands before a value within a part, as ElectroDB writes it: {@code storeid_}. */
    private static final Pattern PREFIX = Pattern.compile("([A-Za-z][A-Za-z0-9]*_)(.+)");

    /** Attributes that stand in a key only: name to type. */
    final Map<String, String> invented = new LinkedHashMap<>();

    /** What stands in the template at hand: no part of a key says again what another says. */
    private final Set<String> used = new HashSet<>();

    /** And their values, by item: a name stands for one of them only. */
    private final Map<String, Map<Map<String, AttributeValue>, String>> values = new LinkedHashMap<>();

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
            invented.putIfAbsent(NameWords.camel(keyName), "decimal");
            return "{" + NameWords.camel(keyName) + "}";
        }
        List<List<String>> rows = having.stream()
                .map(item -> NameWords.split(((AttributeValue.S) item.get(keyName)).value(), separator))
                .toList();
        int parts = rows.stream().mapToInt(List::size).min().orElseThrow();
        boolean ragged = rows.stream().anyMatch(row -> row.size() > parts);
        StringBuilder template = new StringBuilder();
        used.clear();
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
                            && (NameWords.isUpper(first)
                                    || first.startsWith("$")
                                    || NameWords.isWord(first) && (parts > 1 && i == 0 || having.size() > 2))) {
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
            String name = NameWords.camel(named.group(1));
            boolean isAttribute =
                    having.get(0).keySet().stream().map(NameWords::camel).anyMatch(name::equals);
            if (!isAttribute) {
                invented.putIfAbsent(name, "string");
            }
            return "{" + name + format + "}";
        }
        for (Map.Entry<String, Function<AttributeValue, String>> format : FORMATS.entrySet()) {
            for (String name : having.get(0).keySet()) {
                boolean isOfTime =
                        format.getKey().equals(":date") || format.getKey().equals(":newest-first");
                if (!keyNames.contains(name)
                        && (isOfTime || !used.contains(name))
                        && repeats(having, column, name, format.getValue())) {
                    used.add(name);
                    return "{" + NameWords.camel(name) + format.getKey() + "}";
                }
            }
        }
        String prefixed = afterPrefix(having, column, keyName);
        return prefixed == null ? invent(having, column, word == null ? keyName : word) : prefixed;
    }

    /** A part that says what it is before the value: {@code storeid_7}. */
    private String afterPrefix(List<Map<String, AttributeValue>> having, List<String> column, String keyName) {
        Matcher prefixed = PREFIX.matcher(column.get(0));
        String prefix = prefixed.matches() ? prefixed.group(1) : "";
        boolean isPrefix = prefix.length() > 2 && column.stream().allMatch(text -> text.startsWith(prefix));
        if (!isPrefix) {
            return null;
        }
        String name = prefix.substring(0, prefix.length() - 1);
        List<String> rest =
                column.stream().map(text -> text.substring(prefix.length())).toList();
        return prefix + variable(having, rest, name.replaceAll("(?i)id$", ""), keyName);
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

    private String invent(List<Map<String, AttributeValue>> having, List<String> column, String word) {
        String base = NameWords.camel(word);
        int width = column.get(0).length();
        if (column.stream().allMatch(text -> text.matches("\\d{4}-\\d\\d-\\d\\d"))) {
            return named(having, column, base + "Date", "date", "");
        }
        if (column.stream().allMatch(text -> text.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"))) {
            return named(having, column, base + "At", "timestamp", "");
        }
        if (column.stream().allMatch(text -> text.matches("0\\d+") || text.matches("\\d+") && text.length() == width)
                && column.stream().anyMatch(text -> text.startsWith("0"))
                && column.stream().allMatch(text -> text.length() == width)) {
            return named(having, column, base + "Number", "integer", ":0" + width);
        }
        return named(having, column, base + "Id", "string", "");
    }

    /** One name for one value: what differs in any item gets a name of its own. */
    private String named(
            List<Map<String, AttributeValue>> having, List<String> column, String wanted, String type, String format) {
        Map<Map<String, AttributeValue>, String> found = new IdentityHashMap<>();
        for (int i = 0; i < having.size(); i++) {
            found.put(having.get(i), column.get(i));
        }
        String name = wanted;
        for (int n = 2; !used.add(name) || isAnother(name, type, found) || isAttribute(name, found); n++) {
            name = wanted + n;
        }
        invented.putIfAbsent(name, type);
        values.computeIfAbsent(name, any -> new IdentityHashMap<>()).putAll(found);
        return "{" + name + format + "}";
    }

    private boolean isAnother(String name, String type, Map<Map<String, AttributeValue>, String> found) {
        Map<Map<String, AttributeValue>, String> known = values.getOrDefault(name, Map.of());
        return invented.containsKey(name) && !invented.get(name).equals(type)
                || found.entrySet().stream()
                        .anyMatch(one -> known.containsKey(one.getKey())
                                && !known.get(one.getKey()).equals(one.getValue()));
    }

    /** Whether the items have an attribute of that name, which is not what stands in the key. */
    private boolean isAttribute(String name, Map<Map<String, AttributeValue>, String> found) {
        return found.keySet().stream().anyMatch(item -> item.keySet().stream()
                .anyMatch(stored ->
                        !keyNames.contains(stored) && NameWords.camel(stored).equals(name)));
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
    static String separatorOf(SampledTable table) {
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

    private static List<String> keyNames(SampledTable table) {
        List<String> names = new ArrayList<>();
        names.add(table.partition().name());
        if (table.sort() != null) {
            names.add(table.sort().name());
        }
        return names;
    }
}
