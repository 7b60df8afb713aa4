package dev.partita.systems;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Values for attributes: few ids that look alike, text that keys have to escape, numbers at their limits. */
final class RandomValues {

    /** Each is the beginning of another, or looks like the other's escape, or sorts by bytes otherwise than by letters. */
    private static final List<String> IDS = List.of(
            "1", "10", "1#0", "a#b", "a%23b", "a", "A", "ä", "日本", "\uD83D\uDE00", "100", "x y", "META", "1#COMMENT#1");

    private static final List<String> WORDS =
            List.of("sum", "Sum", "of", "the", "shortest", "path", "größer", "木", "tree", "two", "A");

    private final Random random;
    private int made;

    RandomValues(Random random) {
        this.random = random;
    }

    boolean chance(double share) {
        return random.nextDouble() < share;
    }

    <T> T pick(List<T> options) {
        return options.get(random.nextInt(options.size()));
    }

    @SafeVarargs
    final <T> T pick(T... options) {
        return options[below(options.length)];
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    Object of(Entity entity, Attribute attribute, Instant now) {
        Object known = byName(entity.name() + "." + attribute.name(), attribute.references());
        return known != null ? known : of(attribute, now);
    }

    /** What has to come from a small set, so that calls meet each other's items. */
    private String byName(String name, String references) {
        if ("Plan".equals(references) || name.equals("Plan.name")) {
            return pick("Free", "Pro", "Team#1", "Free ");
        }
        if ("Shop".equals(references) || name.equals("Shop.domain")) {
            return pick("a.example", "A.Example.", "b.example", "a.example.org", "https://b.example/x", "c.example");
        }
        if ("Group".equals(references) || name.equals("Group.name")) {
            return pick("admins", "admins 2", "Admins", "a", "a.b-c_d");
        }
        if ("Site".equals(references)) {
            return pick(IDS.subList(0, 9));
        }
        return switch (name) {
            case "User.email" ->
                pick("a", "b", "A", "ab", "a#b", "a%23b") + below(4) + "@example.com" + pick("", "", " ");
            case "User.googleId" -> pick("g1", "g10", "g#1", "g2", "g3", "g4", "g5");
            case "Notification.id", "UsageLog.logId" -> unique();
            case "UrlEntry.url", "Check.url", "Problem.url", "Job.url", "User.picture" -> url();
            case "Shop.shopCountry" -> pick("DE", "US", "us ", "FR");
            case "Site.url" -> "https://Example.com:443/" + pick(IDS) + "#top";
            case "Problem.number", "Job.number" -> pick(IDS);
            case "Problem.title" -> words();
            case "Job.celeryTaskId", "TaskResult.taskId" -> pick("t1", "t10", "t#1", "t2", "t3") + below(30);
            case "User.status" -> pick("ACTIVE", "ACTIVE", "ACTIVE", "SUSPENDED");
            case "UrlEntry.currency" -> pick("EUR", "usd ");
            case "UrlEntry.status" -> pick("available", "sold", "");
            case "Check.checkId", "History.historyId", "Job.jobId" -> pick(IDS) + below(40);
            default -> name.endsWith("Id") || name.endsWith(".id") ? pick(IDS) : null;
        };
    }

    /** A ULID's letters, never twice; for what must not be there twice though no key says so. */
    private String unique() {
        return String.format("01HQ8XA2B3C4D5E6F7%08d", made++);
    }

    private String url() {
        String path = pick("p", "p/1", "p/10", "p?q=1#x", "P", "ü", "a b%20c") + below(200);
        return pick(
                        "https://a.example/",
                        "HTTPS://A.example:443/",
                        "http://b.example/",
                        "https://www.a.example/",
                        "https://a.example.org/")
                + path
                + (chance(0.02) ? "/" + "x".repeat(1_500) + below(3) : "");
    }

    String words() {
        List<String> words = new ArrayList<>();
        for (int i = 0; i <= below(3); i++) {
            words.add(pick(WORDS));
        }
        return String.join(" ", words);
    }

    private Object of(Attribute attribute, Instant now) {
        if (attribute.type() == Type.Simple.STRING && attribute.maxLength() != null) {
            int most = attribute.maxLength();
            int least = attribute.minLength() == null ? 0 : attribute.minLength();
            return chance(0.1) && most <= 300 ? "é".repeat(most) : chance(0.1) ? "y".repeat(least) : words();
        }
        if (attribute.type() == Type.Simple.INTEGER && attribute.min() != null && attribute.max() != null) {
            return number(attribute.min().longValue(), attribute.max().longValue());
        }
        return of(attribute.type(), now);
    }

    private long number(long min, long max) {
        return switch (below(8)) {
            case 0 -> min;
            case 1 -> max;
            case 2, 3 -> Math.min(max, min + 1 + below(4));
            default -> min + (long) (random.nextDouble() * Math.min(max - min, 900));
        };
    }

    private Object of(Type type, Instant now) {
        if (type instanceof Type.Enumeration choice) {
            return choice.open() && chance(0.05) ? "OTHER" : pick(choice.values());
        }
        if (type instanceof Type.ListOf list) {
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < below(4); i++) {
                Object element = of(list.element(), now);
                if (!elements.contains(element)) {
                    elements.add(element);
                }
            }
            return elements;
        }
        if (type instanceof Type.Record record) {
            Map<String, Object> members = new LinkedHashMap<>();
            record.attributes().values().stream()
                    .filter(member -> chance(0.8))
                    .forEach(member -> members.put(member.name(), of(member.type(), now)));
            return members;
        }
        if (type instanceof Type.MapOf) {
            return map(2);
        }
        return switch ((Type.Simple) type) {
            case INTEGER -> (long) below(1_000);
            case DECIMAL -> pick(BigDecimal.valueOf(below(100), 1), new BigDecimal("19.90"), BigDecimal.valueOf(5, -1));
            case FLAG, BOOLEAN -> chance(0.5);
            case TIMESTAMP, EPOCH_SECONDS -> now.minusMillis(below(900_000));
            case STRING -> words();
            case PASSWORD -> "secret " + below(10);
            default -> throw new UnsupportedOperationException(type.word());
        };
    }

    private Map<String, Object> map(int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < below(4); i++) {
            map.put(pick("status", "größe", "a.b", "#n", "list") + below(2), any(depth));
        }
        return map;
    }

    private Object any(int depth) {
        return switch (below(depth > 0 ? 8 : 5)) {
            case 0 -> "";
            case 1 -> (long) below(100) - 50;
            case 2 -> new BigDecimal("12.50");
            case 3 -> chance(0.5);
            case 4 -> words();
            case 5 -> map(depth - 1);
            case 6 -> Arrays.asList(any(depth - 1), null, any(depth - 1));
            default -> null;
        };
    }
}
