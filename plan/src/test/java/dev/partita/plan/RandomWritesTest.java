package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.write.Consistency;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Random writes, one after the other and all at once, compared with a plain map and with everything made anew. */
class RandomWritesTest {

    static final String BOARD = """
            design: board
            tables:
              main:
                name: board
                key: { partition: pk, sort: sk }
                type-attribute: et
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  GSI2: { partition: gsi2pk, sort: gsi2sk, projection: all }
            entities:
              User:
                type: USER
                key: { pk: "USER#{userId}", sk: META }
                attributes:
                  userId: { type: string, store: false }
                  limit: { type: integer, default: 6 }
                  notes: { type: integer, default: 0, read-only: true }
              Note:
                type: NOTE
                key: { pk: "NOTE#{noteId}", sk: META }
                GSI1:
                  - { when: isDone, gsi1pk: "DONE#{topic}", gsi1sk: "{stars:02}#{noteId}" }
                  - { when: NOT isDone, gsi1pk: "OPEN#{topic}", gsi1sk: "{stars:02}#{noteId}" }
                GSI2: { gsi2pk: "USER#{userId}", gsi2sk: "{label}" }
                soft-delete: { flag: isDeleted }
                attributes:
                  noteId: { type: string, store: false }
                  userId: { type: string, references: User, immutable: true, required: true }
                  slug: { type: string, stored: s, unique: true }
                  topic: { type: string, stored: t }
                  isDone: { type: flag, default: false }
                  stars: { type: integer, default: 0, range: 0..99 }
                  label: { type: string, derive: "{topic}-{stars:02}" }
                  tags: { type: list of string, default: [], distinct: true, max-items: 4 }
                  isDeleted: { type: flag, read-only: true }
              NoteTag:
                type: TAG
                from: { entity: Note, each: tags, as: tag }
                key: { pk: "TAG#{tag}", sk: "{noteId}" }
                attributes:
                  tag: { type: string, store: false }
                  noteId: { type: string, store: false }
                  topic: { type: string }
            quotas:
              notes: { counts: Note, per: userId, counter: User.notes, limit: User.limit }
            patterns:
              createUser: { create: User }
              create: { create: Note }
              put: { put: Note }
              change: { update: Note, by: noteId, change: [slug, topic, isDone, stars, tags] }
              count: { update: Note, by: noteId, add: { stars: 1 } }
              tag: { update: Note, by: noteId, append: [tags] }
              untag: { update: Note, by: noteId, remove: [tags] }
              delete: { delete: Note, by: noteId }
              erase: { delete: Note, by: noteId, hard: true }
              restore: { restore: Note, by: noteId }
            """;

    static final List<String> USERS = List.of("u1", "u2");

    @Test
    void writesEqualAPlainModel() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        Bench bench = bench(seed.value());
        Model model = new Model();
        Consistency consistency = new Consistency(bench);
        for (int i = 0; i < 300; i++) {
            String context = "seed " + seed + ", step " + i;
            Step step = Step.draw(random);
            boolean expected = model.apply(step);
            boolean done = step.run(bench);
            assertThat(done).as("%s: %s", context, step).isEqualTo(expected);
            if (i % 10 == 9) {
                consistency.check(context);
                assertThat(stored(bench)).as(context).isEqualTo(model.shown());
            }
        }
    }

    @Test
    void writesAtTheSameTimeLeaveEverythingConsistent() throws InterruptedException {
        Seed seed = Seed.draw();
        Bench bench = bench(seed.value());
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int t = 0; t < 8; t++) {
            Random random = new Random(seed.value() + t);
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; i < 60; i++) {
                        Step.draw(random).run(bench);
                    }
                } catch (RuntimeException | AssertionError e) {
                    failures.add(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).as("seed %s", seed).isEmpty();
        new Consistency(bench).check("seed " + seed);
    }

    private static Bench bench(long seed) {
        Bench bench = new Bench(BOARD, seed);
        USERS.forEach(user -> bench.run("createUser", "userId", user));
        return bench;
    }

    private static Map<String, Map<String, Object>> stored(Bench bench) {
        Codec codec = new Codec(bench.design(), bench.design().entities().get("Note"));
        Map<String, Map<String, Object>> notes = new HashMap<>();
        bench.raw().stream().filter(item -> "NOTE".equals(text(item))).forEach(item -> {
            Map<String, Object> values = new HashMap<>(codec.decode(item));
            values.remove("label");
            notes.put((String) values.remove("noteId"), values);
        });
        return notes;
    }

    private static String text(dev.partita.item.Item item) {
        return item.get("et") instanceof dev.partita.item.AttributeValue.S type ? type.value() : null;
    }

    /** One write with its arguments. */
    record Step(String pattern, Map<String, Object> arguments) {

        static Step draw(Random random) {
            Map<String, Object> arguments = new HashMap<>();
            arguments.put("noteId", "n" + random.nextInt(8));
            String pattern = List.of(
                            "create", "create", "put", "change", "change", "count", "tag", "untag", "delete", "restore",
                            "erase")
                    .get(random.nextInt(11));
            boolean isWhole = pattern.equals("create") || pattern.equals("put");
            if (isWhole) {
                // A note belongs to the same user whenever it is made: it may not move.
                arguments.put("userId", USERS.get(arguments.get("noteId").hashCode() % 2));
            }
            if (isWhole || pattern.equals("change")) {
                maybe(random, arguments, "slug", random.nextInt(4) == 0 && !isWhole ? null : "s" + random.nextInt(6));
                maybe(random, arguments, "topic", random.nextInt(4) == 0 && !isWhole ? null : "t#" + random.nextInt(3));
                maybe(random, arguments, "isDone", random.nextBoolean());
                maybe(random, arguments, "stars", (long) random.nextInt(100));
                maybe(random, arguments, "tags", tags(random));
            }
            if (pattern.equals("tag") || pattern.equals("untag")) {
                arguments.put("tags", tags(random));
            }
            return new Step(pattern, arguments);
        }

        private static List<String> tags(Random random) {
            TreeSet<String> tags = new TreeSet<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                tags.add("g" + random.nextInt(5));
            }
            return new ArrayList<>(tags);
        }

        private static void maybe(Random random, Map<String, Object> arguments, String name, Object value) {
            if (random.nextInt(3) > 0) {
                arguments.put(name, value);
            }
        }

        /** Whether it was done; refused by a rule is not done. */
        boolean run(Bench bench) {
            try {
                bench.run(pattern, arguments);
                return true;
            } catch (WriteRefused e) {
                assertThat(e.rule()).isNotEqualTo(WriteRefused.Rule.CONTENDED);
                return false;
            } catch (InvalidValues e) {
                return false;
            }
        }
    }

    /** The same rules on a plain map. */
    private static final class Model {

        private static final int LIMIT = 6;
        private final Map<String, Map<String, Object>> notes = new HashMap<>();

        Map<String, Map<String, Object>> shown() {
            return notes;
        }

        boolean apply(Step step) {
            Map<String, Object> given = new HashMap<>(step.arguments());
            String id = (String) given.remove("noteId");
            Map<String, Object> there = notes.get(id);
            boolean isDeleted = there != null && Boolean.TRUE.equals(there.get("isDeleted"));
            boolean isAlive = there != null && !isDeleted;
            switch (step.pattern()) {
                case "create":
                    return there == null && isRoom(given) && replace(id, whole(given));
                case "put":
                    if (there != null && there.get("stars") != null) {
                        // Others count it.
                        given.putIfAbsent("stars", there.get("stars"));
                    }
                    return (isAlive || isRoom(given)) && replace(id, whole(given));
                case "change":
                case "count":
                case "tag":
                case "untag":
                    return isAlive && replace(id, changed(there, step.pattern(), given));
                case "delete":
                    return isAlive && replace(id, with(there, "isDeleted", true));
                case "restore":
                    return isDeleted && isRoom(there) && replace(id, with(there, "isDeleted", false));
                default:
                    return notes.remove(id) != null;
            }
        }

        private boolean isRoom(Map<String, Object> note) {
            return notes.values().stream()
                            .filter(other -> other.get("userId").equals(note.get("userId"))
                                    && !Boolean.TRUE.equals(other.get("isDeleted")))
                            .count()
                    < LIMIT;
        }

        private static Map<String, Object> whole(Map<String, Object> given) {
            Map<String, Object> whole = new HashMap<>(given);
            whole.putIfAbsent("isDone", false);
            whole.putIfAbsent("stars", 0L);
            whole.putIfAbsent("tags", List.of());
            return whole;
        }

        private static Map<String, Object> changed(
                Map<String, Object> there, String pattern, Map<String, Object> given) {
            Map<String, Object> after = new HashMap<>(there);
            switch (pattern) {
                case "count" -> after.merge("stars", 1L, (a, b) -> (Long) a + (Long) b);
                case "tag", "untag" -> {
                    List<Object> tags = new ArrayList<>((List<?>) there.get("tags"));
                    List<?> named = (List<?>) given.get("tags");
                    if (pattern.equals("tag")) {
                        named.stream().filter(tag -> !tags.contains(tag)).forEach(tags::add);
                    } else {
                        tags.removeAll(named);
                    }
                    after.put("tags", tags);
                }
                default -> {
                    after.putAll(given);
                    after.values().removeIf(Objects::isNull);
                }
            }
            return after;
        }

        private static Map<String, Object> with(Map<String, Object> note, String name, Object value) {
            Map<String, Object> copy = new HashMap<>(note);
            copy.put(name, value);
            return copy;
        }

        private boolean replace(String id, Map<String, Object> after) {
            boolean isTaken = after.get("slug") != null
                    && notes.entrySet().stream()
                            .anyMatch(other -> !other.getKey().equals(id)
                                    && after.get("slug").equals(other.getValue().get("slug")));
            if (isTaken || (Long) after.get("stars") > 99 || ((List<?>) after.get("tags")).size() > 4) {
                return false;
            }
            notes.put(id, after);
            return true;
        }
    }
}
