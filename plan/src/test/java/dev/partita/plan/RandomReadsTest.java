package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.internal.text.Pasted;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.run.Reads;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random keys, random patterns, random items: whatever plan the compiler finds must return what looking at every item
 * returns, in the order asked for. Ids begin alike and hold separators.
 */
class RandomReadsTest {

    private static final int ROUNDS = Integer.getInteger("rounds", 25);
    private static final List<String> NAMES = List.of("1", "10", "1#", "#", "2", "1%23", "T#1", "é");
    private static final Instant START = Instant.parse("2024-06-25T22:00:00Z");

    private final Seed seed = Seed.draw();
    private final Random random = seed.random();
    private int served;

    @Test
    void everyPlanReturnsWhatLookingAtEveryItemReturns() {
        int asked = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<Ask> asks = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                asks.add(ask("p" + i));
            }
            asked += asks.size();
            String design = design(asks);
            try {
                check(design, asks);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", round " + round + "\n" + design, e);
            }
        }
        assertThat(served).as("of " + asked + " patterns, seed " + seed).isGreaterThan(ROUNDS);
    }

    @Test
    void theIndexThatIsProposedServesThePattern() {
        int proposed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Ask ask = ask("p");
            String design = design(List.of(ask));
            List<Finding> findings = compile(design);
            for (Finding finding : findings) {
                for (Help.Way way : finding.help().ways()) {
                    if (!way.edits().isEmpty()) {
                        String mended = Pasted.into(design, finding, way);
                        assertThat(compile(mended))
                                .as("seed " + seed + ", round " + round + "\n" + mended + findings)
                                .isEmpty();
                        proposed++;
                    }
                }
            }
        }
        assertThat(proposed).as("seed " + seed).isGreaterThan(ROUNDS / 5);
    }

    private static List<Finding> compile(String design) {
        return Compiler.compile(Reader.read(new Source("test.yaml", design)).design())
                .findings();
    }

    /** One pattern, and what it asks for. */
    private record Ask(
            String name, boolean isCount, List<String> by, String range, String where, String order, int page) {

        String text() {
            return "  " + name + ": { " + (isCount ? "count" : "list") + ": Thing"
                    + (by.isEmpty() ? "" : ", by: " + by)
                    + (range == null ? "" : ", range: " + range)
                    + (where == null ? "" : ", where: \"" + where + "\"")
                    + (order == null || isCount ? "" : ", order: " + order)
                    + (isCount ? "" : ", page: " + page + ", return: [id]")
                    + " }\n";
        }
    }

    private Ask ask(String name) {
        List<String> by = new ArrayList<>(List.of("a", "b", pick("at", "at:date", "at:date")));
        Collections.shuffle(by, random);
        by = by.subList(0, random.nextInt(3));
        String range = pick(null, null, "n", "at", "at:date");
        if (range != null && range.startsWith("at") && (by.contains("at") || by.contains("at:date"))) {
            range = null;
        }
        return new Ask(
                name,
                random.nextInt(4) == 0,
                List.copyOf(by),
                range,
                pick(null, null, "flag", "NOT flag", "n > 20", "flag AND b = '1'"),
                pick(null, null, "newest-first", "oldest-first", "n", "n descending"),
                1 + random.nextInt(6));
    }

    private String design(List<Ask> asks) {
        boolean isTyped = random.nextBoolean();
        return "design: random\n"
                + "tables:\n  main:\n    name: things\n    key: { partition: pk, sort: sk }\n"
                + (isTyped ? "    type-attribute: et\n" : "")
                + "    indexes:\n"
                + "      GSI1: { partition: g1pk, sort: g1sk, projection: all }\n"
                + "      GSI2: { partition: g2pk, sort: g2sk, projection: [n, flag] }\n"
                + "      byN: { partition: b, sort: n, projection: all }\n"
                + "entities:\n  Thing:\n"
                + (isTyped ? "    type: THING\n" : "")
                + "    key: { pk: \"" + partition() + "\", sk: \"" + sort() + "\" }\n"
                + "    GSI1: { g1pk: \"" + partition() + "\", g1sk: \"" + sort() + "\" }\n"
                + "    GSI2: { " + pick("", "when: flag, ", "when: NOT flag, ") + "g2pk: \"" + partition()
                + "\", g2sk: \"" + sort() + "\" }\n"
                + (random.nextBoolean() ? "    soft-delete: { flag: gone }\n" : "")
                + """
                    attributes:
                      id: { type: string }
                      a: { type: string, required: true }
                      b: { type: string, required: true }
                      n: { type: integer, range: 0..99, required: true }
                      at: { type: timestamp, required: true }
                      flag: { type: flag, default: false }
                      gone: { type: flag, default: false }
                """
                + "  Other:\n"
                + (isTyped ? "    type: OTHER\n" : "")
                + "    key: { pk: \"A#{a}\", sk: \"" + pick("T#{id}", "U#{id}", "{id}", "META") + "\" }\n"
                + "    GSI1: { g1pk: \"" + pick("A#{a}", "ALL", "B#{a}") + "\", g1sk: \"" + pick("T#{id}", "V#{id}")
                + "\" }\n"
                + "    attributes:\n      id: { type: string, required: true }\n      a: { type: string, required: true }\n"
                + "patterns:\n"
                + asks.stream().map(Ask::text).collect(Collectors.joining());
    }

    private String partition() {
        return pick("A#{a}", "A#{a}#{b}", "B#{b}", "ALL", "D#{at:date}", "S#{id:shard(3)}", "H#{a:shard(3)}");
    }

    private String sort() {
        List<String> parts =
                new ArrayList<>(List.of("{b}", "{n:02}", pick("{at}", "{at:newest-first}"), "{at:date}", "{flag}"));
        Collections.shuffle(parts, random);
        List<String> chosen = new ArrayList<>(parts.subList(0, random.nextInt(4)));
        chosen.add("{id}");
        return pick("T#", "") + String.join("#", chosen);
    }

    private void check(String text, List<Ask> asks) {
        Bench bench = new Bench(text, seed.value());
        List<Map<String, Object>> things = fill(bench);
        Compiled compiled = Compiler.compile(bench.design());
        for (Ask ask : asks) {
            if (!(compiled.plans().get(ask.name()) instanceof ReadPlan plan)) {
                assertThat(compiled.findings()).extracting(Finding::subject).contains(ask.name());
                continue;
            }
            for (int i = 0; i < 4; i++) {
                Map<String, Object> arguments = arguments(plan, things);
                compare(bench, compiled, ask, plan, arguments, things);
            }
            served++;
        }
    }

    private List<Map<String, Object>> fill(Bench bench) {
        Entity thing = bench.design().entities().get("Thing");
        Entity other = bench.design().entities().get("Other");
        boolean isHiding = thing.softDelete() != null;
        Codec codec = new Codec(bench.design(), thing);
        List<Map<String, Object>> things = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Map<String, Object> values = Bench.map(
                    "id", NAMES.get(random.nextInt(NAMES.size())) + i,
                    "a", NAMES.get(random.nextInt(NAMES.size())),
                    "b", NAMES.get(random.nextInt(NAMES.size())),
                    "n", (long) random.nextInt(40),
                    "at", START.plusSeconds(3_600L * random.nextInt(100) + random.nextInt(3)),
                    "flag", random.nextBoolean(),
                    "gone", random.nextInt(4) == 0);
            bench.call(new Request.PutItem("things", codec.encode(values), null, Map.of(), Map.of(), null));
            if (!isHiding || values.get("gone").equals(false)) {
                things.add(values);
            }
        }
        Codec others = new Codec(bench.design(), other);
        for (int i = 0; i < 8; i++) {
            Map<String, Object> values = Bench.map("id", "x" + i, "a", NAMES.get(random.nextInt(NAMES.size())));
            bench.call(new Request.PutItem("things", others.encode(values), null, Map.of(), Map.of(), null));
        }
        return things;
    }

    private Map<String, Object> arguments(ReadPlan plan, List<Map<String, Object>> things) {
        Map<String, Object> like = things.get(random.nextInt(things.size()));
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (Argument argument : plan.arguments()) {
            Map<String, Object> other = things.get(random.nextInt(things.size()));
            switch (argument.name()) {
                case "a", "b" -> arguments.put(argument.name(), like.get(argument.name()));
                case "at" -> arguments.put("at", like.get("at").toString());
                case "date" -> arguments.put("date", day(like));
                default -> {
                    if (random.nextInt(3) > 0) {
                        String name = argument.name().replaceAll("(From|To)$", "");
                        arguments.put(
                                argument.name(),
                                name.equals("n")
                                        ? other.get("n")
                                        : name.equals("date") || random.nextBoolean()
                                                ? day(other)
                                                : other.get("at").toString());
                    }
                }
            }
        }
        return arguments;
    }

    private void compare(
            Bench bench,
            Compiled compiled,
            Ask ask,
            ReadPlan plan,
            Map<String, Object> arguments,
            List<Map<String, Object>> things) {
        Reads reads = bench.reads(compiled);
        List<Map<String, Object>> expected =
                things.stream().filter(wanted(ask, arguments)).toList();
        String what = plan + "with " + arguments;
        if (ask.isCount()) {
            assertThat(reads.run(ask.name(), arguments).count()).as(what).isEqualTo(expected.size());
            return;
        }
        List<Object> found = new ArrayList<>();
        String cursor = null;
        do {
            Result page = reads.run(ask.name(), arguments, null, cursor);
            cursor = page.cursor();
            assertThat(page.items()).as(what).hasSizeLessThanOrEqualTo(ask.page());
            assertThat(cursor == null || page.items().size() == ask.page())
                    .as("a full page\n" + what)
                    .isTrue();
            page.items().forEach(item -> found.add(item.values().get("id")));
        } while (cursor != null);
        assertThat(found)
                .as(what)
                .containsExactlyInAnyOrderElementsOf(
                        expected.stream().map(thing -> thing.get("id")).toList());
        Comparator<Map<String, Object>> order = order(ask, plan);
        if (order != null) {
            Map<Object, Map<String, Object>> byId = new LinkedHashMap<>();
            things.forEach(thing -> byId.put(thing.get("id"), thing));
            assertThat(found.stream().map(byId::get).toList()).as(what).isSortedAccordingTo(order);
        }
    }

    private static Predicate<Map<String, Object>> wanted(Ask ask, Map<String, Object> arguments) {
        return thing -> ask.by().stream()
                        .allMatch(name -> name.equals("at")
                                ? thing.get("at").toString().equals(arguments.get("at"))
                                : name.equals("at:date")
                                        ? day(thing).equals(arguments.get("date"))
                                        : thing.get(name).equals(arguments.get(name)))
                && inRange(ask, arguments, thing)
                && (ask.where() == null || holds(ask.where(), thing));
    }

    private static boolean inRange(Ask ask, Map<String, Object> arguments, Map<String, Object> thing) {
        if (ask.range() == null) {
            return true;
        }
        String name = ask.range().equals("at:date") ? "date" : ask.range();
        Object from = arguments.get(name + "From");
        Object to = arguments.get(name + "To");
        if (name.equals("n")) {
            return (from == null || (Long) thing.get("n") >= (Long) from)
                    && (to == null || (Long) thing.get("n") <= (Long) to);
        }
        return (from == null || text(thing, from).compareTo((String) from) >= 0)
                && (to == null || text(thing, to).compareTo((String) to) <= 0);
    }

    private static String text(Map<String, Object> thing, Object bound) {
        return ((String) bound).length() == 10 ? day(thing) : thing.get("at").toString();
    }

    private static boolean holds(String where, Map<String, Object> thing) {
        boolean flag = (Boolean) thing.get("flag");
        return switch (where) {
            case "flag" -> flag;
            case "NOT flag" -> !flag;
            case "n > 20" -> (Long) thing.get("n") > 20;
            default -> flag && thing.get("b").equals("1");
        };
    }

    private static Comparator<Map<String, Object>> order(Ask ask, ReadPlan plan) {
        if (ask.order() == null) {
            return null;
        }
        // Where a key has only the day of a time, its items are in the order of their days.
        boolean isByDay = plan.toString().contains("within one date");
        Comparator<Map<String, Object>> byTime = isByDay
                ? Comparator.comparing(RandomReadsTest::day)
                : Comparator.comparing(thing -> (Instant) thing.get("at"));
        Comparator<Map<String, Object>> byNumber = Comparator.comparing(thing -> (Long) thing.get("n"));
        return switch (ask.order()) {
            case "newest-first" -> byTime.reversed();
            case "oldest-first" -> byTime;
            case "n" -> byNumber;
            default -> byNumber.reversed();
        };
    }

    private static String day(Map<String, Object> thing) {
        return ((Instant) thing.get("at")).atZone(ZoneOffset.UTC).toLocalDate().toString();
    }

    private String pick(String... options) {
        return options[random.nextInt(options.length)];
    }
}
