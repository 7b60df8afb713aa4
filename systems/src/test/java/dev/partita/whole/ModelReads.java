package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Part;
import dev.partita.whole.Sketch.Pattern;
import dev.partita.whole.Sketch.Way;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** Every reading pattern, by looking at all items. */
final class ModelReads {

    /** An item to be returned: what is seen of it, all of it, and what it was found by. */
    record Row(String entity, Map<String, Object> values, Map<String, Object> item, Map<String, Object> whole) {}

    /** An order that a list may have: of one attribute, as far as a key holds it. */
    record Order(Part by, boolean descending) {}

    /**
     * What a pattern must answer.
     *
     * @param rows of a {@code get} all that it may choose from
     * @param orders one of them holds; none when any order will do
     * @param counts for a count of each value
     * @param parts for a gathering
     */
    record Expected(
            List<Row> rows, List<Order> orders, long count, Map<Object, Long> counts, Map<String, Expected> parts) {}

    private final Model model;
    private final Sketch sketch;
    private final ZoneId zone;

    ModelReads(Model model) {
        this.model = model;
        this.sketch = model.sketch();
        this.zone = sketch.zone();
    }

    /** Whoever asks says what for. */
    void require(Pattern pattern, Map<String, Object> arguments) {
        if (pattern.verb().equals("gather")) {
            pattern.of().forEach(part -> require(sketch.patterns().get(part), arguments));
            return;
        }
        Tree.map(pattern.words().get("key")).values().forEach(test -> pinnedArguments(test)
                .forEach(name -> {
                    if (arguments.get(name) == null) {
                        throw new Values.Invalid(name + " is missing");
                    }
                }));
        for (Part part : pattern.by()) {
            if (isGiven(pattern, part.attribute())) {
                given(pattern, arguments);
                continue;
            }
            if (!part.attribute().equals(eachOf(pattern)) && arguments.get(part.argument()) == null) {
                throw new Values.Invalid(part.argument() + " is missing");
            }
            Attribute attribute =
                    sketch.entity(pattern.of().get(0)).attributes().get(part.attribute());
            if (part.bucket() == null && attribute != null) {
                Values.equalled(attribute, arguments.get(part.argument()));
            }
        }
    }

    Expected read(String name, Map<String, Object> arguments) {
        Pattern pattern = sketch.patterns().get(name);
        if (pattern.verb().equals("gather")) {
            Map<String, Expected> parts = new LinkedHashMap<>();
            pattern.of().forEach(part -> parts.put(part, read(part, arguments)));
            return new Expected(List.of(), List.of(), parts.size(), Map.of(), parts);
        }
        Entity entity = sketch.entity(pattern.of().get(0));
        if (pattern.words().containsKey("key")) {
            return pinned(pattern, entity, arguments);
        }
        List<Map<String, Object>> found = model.all(entity).stream()
                .filter(values -> isWanted(pattern, entity, values, arguments))
                .toList();
        if (pattern.text("then") != null) {
            return found.isEmpty() ? rows(List.of()) : read(pattern.text("then"), found.get(0));
        }
        return switch (pattern.verb()) {
            case "read" -> collection(pattern, entity, found, arguments);
            case "count" -> counted(pattern, entity, found, arguments);
            case "list" -> {
                Expected plain = rows(fetched(pattern, entity, found));
                yield new Expected(plain.rows(), orders(pattern, entity), plain.count(), Map.of(), Map.of());
            }
            default -> rows(fetched(pattern, entity, found));
        };
    }

    /** Only what is somebody's; of one item, or one collection, that is not theirs: nothing. */
    Expected own(Expected expected, Pattern pattern, Function<Pattern, ModelAccess.Claim> owners) {
        if (pattern.verb().equals("gather")) {
            Map<String, Expected> parts = new LinkedHashMap<>();
            expected.parts()
                    .forEach((name, part) ->
                            parts.put(name, own(part, sketch.patterns().get(name), owners)));
            return new Expected(expected.rows(), expected.orders(), parts.size(), Map.of(), parts);
        }
        ModelAccess.Claim claim = owners.apply(pattern);
        if (claim == null) {
            return expected;
        }
        if (pattern.text("then") != null) {
            return own(expected, sketch.patterns().get(pattern.text("then")), next -> claim);
        }
        List<Row> own = expected.rows().stream()
                .filter(row -> claim.holds(sketch.entity(row.entity()), row.item()))
                .toList();
        // What has no owner goes with the first entity, and so does everything when that is somebody else's.
        String head = pattern.of().get(0);
        boolean isSomebodyElses = pattern.verb().equals("read")
                && expected.rows().stream().anyMatch(row -> row.entity().equals(head))
                && own.stream().noneMatch(row -> row.entity().equals(head));
        List<Row> rows = isSomebodyElses ? List.of() : own;
        return new Expected(
                rows,
                expected.orders(),
                expected.rows().isEmpty() ? expected.count() : rows.size(),
                expected.counts(),
                expected.parts());
    }

    private static Expected rows(List<Row> rows) {
        return new Expected(rows, List.of(), rows.size(), Map.of(), Map.of());
    }

    /** The arguments of one key attribute's test. */
    static List<String> pinnedArguments(Object test) {
        return templates(test).stream()
                .flatMap(template -> Sketch.template(template).stream())
                .filter(Part::isAttribute)
                .map(Part::attribute)
                .toList();
    }

    private static List<String> templates(Object test) {
        return test instanceof Map<?, ?> map
                ? Tree.names(map.values().iterator().next())
                : List.of((String) test);
    }

    /** A stated request means what it states, and nothing is added to it: what is over or marked is found like all else. */
    private Expected pinned(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Way way = entity.ways().stream()
                .filter(one -> Objects.equals(one.index(), pattern.text("index")))
                .findFirst()
                .orElseThrow();
        Map<String, Object> tests = Tree.map(pattern.words().get("key"));
        List<Map<String, Object>> found = new ArrayList<>();
        for (Map<String, Object> values : model.all(entity, true)) {
            boolean isThere =
                    way.parts().stream().allMatch(part -> !part.isAttribute() || values.get(part.attribute()) != null);
            // An index of attributes as they are keeps what is marked.
            boolean isMarked =
                    way.index() != null && entity.words().containsKey(way.index()) && model.isMarked(entity, values);
            if (isThere
                    && !isMarked
                    && tests.entrySet().stream().allMatch(test -> {
                        String template = String.valueOf(way.at().get(test.getKey()));
                        return isMet(test.getValue(), text(entity, template, values, Map.of()), entity, arguments);
                    })
                    && Condition.holds(
                            pattern.text("filter"), new Condition.Subject(entity, values, arguments, model.now()))) {
                found.add(values);
            }
        }
        return rows(fetched(pattern, entity, found));
    }

    private String text(Entity entity, String template, Map<String, Object> values, Map<String, Object> arguments) {
        List<Part> parts = Sketch.template(template);
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            if (!part.isAttribute()) {
                text.append(part.literal());
                continue;
            }
            String name = part.attribute().replaceFirst("(From|To)$", "");
            String attribute = entity.attributes().containsKey(part.attribute()) ? part.attribute() : name;
            Part own = new Part(null, attribute, part.formats());
            if (arguments.isEmpty()) {
                text.append(KeyTexts.of(sketch, own, entity, values.get(attribute), parts.size() == 1));
            } else if (part.bucket() != null) {
                Object given = Values.argument(entity.attributes().get(attribute), arguments.get(part.attribute()));
                text.append(Values.bucket(part.bucket(), given, zone));
            } else {
                Object given = Values.argument(entity.attributes().get(attribute), arguments.get(part.attribute()));
                text.append(KeyTexts.of(sketch, own, entity, given, parts.size() == 1));
            }
        }
        return text.toString();
    }

    private boolean isMet(Object test, String key, Entity entity, Map<String, Object> arguments) {
        List<String> sides = templates(test).stream()
                .map(template -> text(entity, template, Map.of(), arguments.isEmpty() ? Map.of("", "") : arguments))
                .toList();
        String operator =
                test instanceof Map<?, ?> map ? (String) map.keySet().iterator().next() : "=";
        int order = Values.compare(key, sides.get(0));
        return switch (operator) {
            case "=" -> order == 0;
            case "begins-with" -> key.startsWith(sides.get(0));
            case "between" -> order >= 0 && Values.compare(key, sides.get(1)) <= 0;
            case "at-least" -> order >= 0;
            case "at-most" -> order <= 0;
            case "above" -> order > 0;
            default -> order < 0;
        };
    }

    boolean isWanted(Pattern pattern, Entity entity, Map<String, Object> values, Map<String, Object> arguments) {
        return isShown(pattern, entity, values)
                && isMeant(pattern, entity, values, arguments)
                && Condition.holds(pattern.text("where"), new Condition.Subject(entity, values, arguments, model.now()))
                && Condition.holds(
                        pattern.text("filter"), new Condition.Subject(entity, values, arguments, model.now()))
                && isInRange(pattern, entity, values, arguments)
                && isWithinWalk(pattern, entity, values, arguments)
                && hasWords(pattern, values, arguments)
                && isOfEach(pattern, entity, values, arguments);
    }

    /** Whether its attributes are those that {@code by} names. */
    boolean isMeant(Pattern pattern, Entity entity, Map<String, Object> values, Map<String, Object> arguments) {
        for (Part part : pattern.by()) {
            if (part.attribute().equals(eachOf(pattern))) {
                continue;
            }
            Attribute attribute = entity.attributes().get(part.attribute());
            Object given = arguments.get(part.argument());
            Object wanted =
                    part.bucket() == null ? Values.argument(attribute, given) : given == null ? null : given.toString();
            Object there = part.bucket() == null
                    ? values.get(part.attribute())
                    : Values.bucket(part.bucket(), values.get(part.attribute()), zone);
            if (wanted == null || !wanted.equals(there)) {
                return false;
            }
        }
        return true;
    }

    private boolean isShown(Pattern pattern, Entity entity, Map<String, Object> values) {
        Map<String, Object> mark = entity.map("soft-delete");
        boolean isAsked = Condition.mentions(pattern.text("where"), (String) mark.get("flag"))
                || Condition.mentions(pattern.text("where"), (String) mark.get("at"));
        return !model.isExpired(entity, values) && (isAsked || !model.isMarked(entity, values));
    }

    private boolean isInRange(
            Pattern pattern, Entity entity, Map<String, Object> values, Map<String, Object> arguments) {
        if (pattern.text("range") == null) {
            return true;
        }
        Part part = Sketch.variable(pattern.text("range"));
        Object value = values.get(part.attribute());
        if (value == null) {
            return false;
        }
        Attribute attribute = entity.attributes().get(part.attribute());
        if (part.bucket() != null) {
            String day = Values.bucket(part.bucket(), value, zone);
            Object from = arguments.get(part.argument() + "From");
            Object to = arguments.get(part.argument() + "To");
            return (from == null || day.compareTo(from.toString()) >= 0)
                    && (to == null || day.compareTo(to.toString()) <= 0);
        }
        Object from = bound(attribute, arguments.get(part.argument() + "From"), false);
        Object to = bound(attribute, arguments.get(part.argument() + "To"), true);
        return (from == null || Values.compare(value, from) >= 0) && (to == null || Values.compare(value, to) <= 0);
    }

    /** A date as the bound of a time is the whole day. */
    private Object bound(Attribute attribute, Object given, boolean isUpper) {
        if (given instanceof String text
                && attribute.shape().isTime()
                && !attribute.shape().word().equals("date")
                && text.length() == 10) {
            LocalDate day = LocalDate.parse(text);
            return isUpper
                    ? day.plusDays(1).atStartOfDay(zone).toInstant().minusMillis(1)
                    : day.atStartOfDay(zone).toInstant();
        }
        return Values.compared(attribute, given);
    }

    /**
     * Whether a walk comes to it. A list that goes back comes to everything, page after page; what is asked for at once, or goes
     * forward without a beginning, covers as much as the walk is long.
     */
    private boolean isWithinWalk(
            Pattern pattern, Entity entity, Map<String, Object> values, Map<String, Object> arguments) {
        if (pattern.text("walk") == null) {
            return true;
        }
        Part part = walked(pattern, entity);
        Attribute attribute = entity.attributes().get(part.attribute());
        boolean isRanged = part.attribute().equals(pattern.text("range"));
        Object from = isRanged ? bound(attribute, arguments.get(part.attribute() + "From"), false) : null;
        Object to = isRanged ? bound(attribute, arguments.get(part.attribute() + "To"), true) : null;
        Instant newest = to == null ? model.now() : (Instant) to;
        for (String one : conjuncts(pattern)) {
            if (one.startsWith(part.attribute() + " >")) {
                from = from == null ? Instant.EPOCH : from;
            } else if (one.startsWith(part.attribute() + " <= '")) {
                Instant high = Instant.parse(one.substring(one.indexOf('\'') + 1, one.length() - 1));
                newest = to == null || high.isBefore(newest) ? high : newest;
                to = newest;
            } else if (one.equals(part.attribute() + " <= now")) {
                newest = to == null || model.now().isBefore(newest) ? model.now() : newest;
                to = newest;
            }
        }
        boolean isAtOnce = !pattern.verb().equals("list");
        String order = pattern.text("order");
        boolean isBack = order == null || order.endsWith("descending") || order.endsWith("newest-first");
        Instant time = (Instant) values.get(part.attribute());
        if (Values.bucket(part.bucket(), time, zone).compareTo(Values.bucket(part.bucket(), newest, zone)) > 0) {
            return false;
        }
        return from != null || isBack && !isAtOnce || isNear(part.bucket(), time, newest, pattern);
    }

    private boolean isNear(String bucket, Instant time, Instant newest, Pattern pattern) {
        long days = Sketch.seconds(pattern.text("walk")) / 86_400;
        if (bucket.equals("hour")) {
            Instant last = newest.atZone(zone).truncatedTo(ChronoUnit.HOURS).toInstant();
            return time.isAfter(last.minusSeconds(3_600 * (24 * days - 1)).minusNanos(1));
        }
        LocalDate oldest = newest.atZone(zone).toLocalDate().minusDays(days - 1);
        return Values.bucket(bucket, time, zone).compareTo(Values.bucket(bucket, oldest, zone)) >= 0;
    }

    /** What must hold for the whole to: what stands between the {@code AND}s, without brackets around it, unless it has alternatives. */
    private static List<String> conjuncts(Pattern pattern) {
        return pattern.text("where") == null ? List.of() : conjuncts(pattern.text("where"));
    }

    private static List<String> conjuncts(String where) {
        List<String> conjuncts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i < where.length(); i++) {
            depth += where.charAt(i) == '(' ? 1 : where.charAt(i) == ')' ? -1 : 0;
            if (depth == 0 && where.startsWith(" OR ", i)) {
                return List.of();
            }
            if (depth == 0 && where.startsWith(" AND ", i)) {
                conjuncts.add(where.substring(begin, i));
                begin = i + 5;
            }
        }
        conjuncts.add(where.substring(begin));
        return conjuncts.stream()
                .flatMap(one -> one.startsWith("(")
                        ? conjuncts(one.substring(1, one.length() - 1)).stream()
                        : one.contains(" OR ") ? Stream.empty() : Stream.of(one))
                .toList();
    }

    /** The time whose days are walked. */
    static Part walked(Pattern pattern, Entity entity) {
        return entity.ways().stream()
                .flatMap(way -> way.partition().stream())
                .filter(part -> part.isAttribute() && part.bucket() != null)
                .filter(part ->
                        pattern.by().stream().noneMatch(by -> by.attribute().equals(part.attribute())))
                .findFirst()
                .orElseThrow();
    }

    /** Any of the words will do, and of the last one its beginning. */
    private static boolean hasWords(Pattern pattern, Map<String, Object> values, Map<String, Object> arguments) {
        if (!pattern.verb().equals("search")) {
            return true;
        }
        Object text = values.get(pattern.text("on"));
        List<String> there = text == null ? List.of() : words(text);
        List<String> sought = words(arguments.get(pattern.text("on")));
        if (sought.isEmpty()) {
            return false;
        }
        String last = sought.get(sought.size() - 1);
        return there.stream().anyMatch(word -> sought.contains(word) || last.length() > 1 && word.startsWith(last));
    }

    private static List<String> words(Object text) {
        return Arrays.stream(plain(text).split("[^\\p{L}\\p{N}]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Neither case nor accents. */
    private static String plain(Object text) {
        return Normalizer.normalize(String.valueOf(text), Normalizer.Form.NFKD)
                .replaceAll("\\p{M}+", "")
                .toLowerCase(Locale.ROOT);
    }

    static String eachOf(Pattern pattern) {
        Object each = pattern.words().get("each");
        return each == null
                ? null
                : each instanceof String name
                        ? name
                        : Tree.map(each).keySet().iterator().next();
    }

    /** Whether callers give the values of this attribute. */
    static boolean isGiven(Pattern pattern, String attribute) {
        return pattern.words().get("each") instanceof Map<?, ?> each && "given".equals(each.get(attribute));
    }

    /** What the list of an attribute's values is called. */
    static String many(String attribute) {
        return attribute.matches(".*(s|x|z|ch|sh)")
                ? attribute + "es"
                : attribute.matches(".*[^aeiou]y")
                        ? attribute.substring(0, attribute.length() - 1) + "ies"
                        : attribute + "s";
    }

    /** The values that callers give, each once. */
    List<Object> given(Pattern pattern, Map<String, Object> arguments) {
        Attribute attribute = sketch.entity(pattern.of().get(0)).attributes().get(eachOf(pattern));
        if (!(arguments.get(many(attribute.name())) instanceof List<?> all)) {
            throw new Values.Invalid(many(attribute.name()) + " is missing");
        }
        List<Object> given = new ArrayList<>();
        for (Object one : all) {
            Object value = Values.equalled(attribute, one);
            if (!given.contains(value)) {
                given.add(value);
            }
        }
        return given;
    }

    private boolean isOfEach(
            Pattern pattern, Entity entity, Map<String, Object> values, Map<String, Object> arguments) {
        Object value = eachOf(pattern) == null ? null : values.get(eachOf(pattern));
        return eachOf(pattern) == null
                || value != null && eachValues(pattern, entity, arguments).contains(value);
    }

    private List<Object> eachValues(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        if (isGiven(pattern, eachOf(pattern))) {
            return given(pattern, arguments);
        }
        if (pattern.words().get("each") instanceof Map<?, ?> from) {
            String[] names = ((String) from.values().iterator().next()).split("\\.");
            return read(names[0], Map.of()).rows().stream()
                    .map(row -> row.values().get(names[1]))
                    .filter(Objects::nonNull)
                    .toList();
        }
        Attribute attribute = entity.attributes().get(eachOf(pattern));
        if (attribute.shape().word().equals("enum")) {
            return List.copyOf(attribute.shape().values());
        }
        if (attribute.shape().isTruth()) {
            return List.of(false, true);
        }
        List<Object> values = new ArrayList<>();
        for (long value = Long.parseLong(attribute.bound("range", false));
                value <= Long.parseLong(attribute.bound("range", true));
                value++) {
            values.add(BigDecimal.valueOf(value));
        }
        return values;
    }

    private Expected collection(
            Pattern pattern, Entity root, List<Map<String, Object>> found, Map<String, Object> arguments) {
        if (found.isEmpty()) {
            return rows(List.of());
        }
        List<Row> rows = new ArrayList<>(fetched(pattern, root, found));
        for (String name : pattern.of().subList(1, pattern.of().size())) {
            Entity entity = sketch.entity(name);
            rows.addAll(fetched(
                    pattern,
                    entity,
                    model.all(entity).stream()
                            .filter(values -> model.isAlive(entity, values))
                            .filter(values -> isMeant(pattern, entity, values, arguments))
                            .toList()));
        }
        return rows(rows);
    }

    private Expected counted(
            Pattern pattern, Entity entity, List<Map<String, Object>> found, Map<String, Object> arguments) {
        Map<Object, Long> counts = new LinkedHashMap<>();
        if (eachOf(pattern) != null) {
            eachValues(pattern, entity, arguments).forEach(value -> counts.put(value, 0L));
            found.forEach(values -> counts.merge(values.get(eachOf(pattern)), 1L, Long::sum));
        }
        return new Expected(List.of(), List.of(), found.size(), counts, Map.of());
    }

    /** The items themselves, or those they lead to. */
    private List<Row> fetched(Pattern pattern, Entity entity, List<Map<String, Object>> found) {
        Entity target = sketch.entity(pattern.text("fetch"));
        List<Row> rows = new ArrayList<>();
        for (Map<String, Object> values : found) {
            if (target == null) {
                rows.add(row(pattern, entity, values, values));
                continue;
            }
            Map<String, Object> led = model.parent(entity, target, values);
            if (model.isAlive(target, led)) {
                rows.add(row(pattern, target, led, values));
            }
        }
        return rows;
    }

    private static Row row(Pattern pattern, Entity entity, Map<String, Object> values, Map<String, Object> foundBy) {
        return new Row(entity.name(), Model.visible(entity, values, pattern.names("return")), values, foundBy);
    }

    /** The orders that the words can mean: of the attribute they name, or of whatever comes next in a key that serves. */
    private List<Order> orders(Pattern pattern, Entity entity) {
        String order = pattern.text("order");
        if (order == null) {
            return List.of();
        }
        String[] words = order.split(" ");
        String last = words[words.length - 1];
        boolean isDown = last.equals("descending") || last.equals("newest-first");
        boolean isWord = List.of("newest-first", "oldest-first", "ascending", "descending")
                .contains(last);
        if (words.length == 2 || !isWord) {
            return List.of(new Order(Sketch.variable(words[0]), isDown));
        }
        List<Order> orders = new ArrayList<>();
        for (Way way : entity.ways()) {
            boolean isServing = way.partition().stream()
                    .filter(Part::isAttribute)
                    .allMatch(part -> isKnown(pattern, part)
                            || part.has("shard")
                            || pattern.text("walk") != null && part.bucket() != null);
            Part next = way.sort().stream()
                    .filter(Part::isAttribute)
                    .filter(part -> !isKnown(pattern, part))
                    .findFirst()
                    .orElse(null);
            if (isServing && next != null) {
                orders.add(new Order(next, isDown));
            }
        }
        return orders;
    }

    /** Whether {@code by} or {@code where} holds it to one value. */
    static boolean isKnown(Pattern pattern, Part part) {
        String name = part.attribute();
        boolean isHeld = conjuncts(pattern).stream()
                .map(ModelReads::bare)
                .anyMatch(one -> one.equals(name) || one.equals("NOT " + name) || one.startsWith(name + " = "));
        return isHeld
                || pattern.by().stream()
                        .anyMatch(by -> by.attribute().equals(name)
                                && (by.bucket() == null || by.bucket().equals(part.bucket())));
    }

    /** Without parentheses around it, or around what is negated. */
    private static String bare(String condition) {
        boolean isWhole = condition.chars().filter(c -> c == '(').count()
                == condition.chars().filter(c -> c == ')').count();
        return isWhole ? condition.replaceAll("[()]", "") : condition;
    }

    /** Whether found items come in an order; those that are equal in it may come in any. */
    boolean isInOrder(Entity entity, List<Map<String, Object>> found, Order order) {
        // A key that is one attribute and nothing else keeps the value as it is.
        boolean isAsItIs = entity.ways().stream()
                .flatMap(way -> way.at().values().stream())
                .anyMatch(template -> template.equals("{" + order.by().attribute() + "}"));
        return isInOrder(found, order, "")
                || isInOrder(found, order, sketch.separator())
                || isAsItIs && isInOrder(found, order, null);
    }

    /** Items with the same time come in the order of writing: the last one written first where the newest is. */
    boolean isInOrderOfWriting(Entity entity, List<Map<String, Object>> found, Order order) {
        Attribute attribute = entity.attributes().get(order.by().attribute());
        if (!attribute.shape().isTime() || !"on-create".equals(attribute.text("set"))) {
            return true;
        }
        for (int i = 1; i < found.size(); i++) {
            Integer one = model.madeBy(entity, found.get(i - 1));
            Integer other = model.madeBy(entity, found.get(i));
            boolean isTie = compare(found.get(i - 1), found.get(i), order, "") == 0;
            if (isTie && one != null && other != null && (order.descending() ? one < other : one > other)) {
                return false;
            }
        }
        return true;
    }

    private boolean isInOrder(List<Map<String, Object>> found, Order order, String end) {
        for (int i = 1; i < found.size(); i++) {
            int step = compare(found.get(i - 1), found.get(i), order, end);
            if (order.descending() ? step < 0 : step > 0) {
                return false;
            }
        }
        return true;
    }

    private int compare(Map<String, Object> one, Map<String, Object> other, Order order, String end) {
        Object left = rank(one, order, end);
        Object right = rank(other, order, end);
        return left == null || right == null ? 0 : Values.compare(left, right);
    }

    /**
     * Text sorts as keys do: the separator as the escape that stands for it.
     *
     * @param end what follows the text in the key: a separator, or nothing when it is the last part; null when the key is the text
     */
    private Object rank(Map<String, Object> values, Order order, String end) {
        Object value = values.get(order.by().attribute());
        if (value != null && order.by().bucket() != null) {
            return Values.bucket(order.by().bucket(), value, zone);
        }
        Object formatted = Values.formatted(order.by(), value, zone);
        return formatted instanceof String text && end != null ? KeyTexts.escaped(sketch, text) + end : formatted;
    }
}
