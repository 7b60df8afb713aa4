package dev.partita.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cache.Caches;
import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Type;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.item.Item;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Request;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.SampleItems;
import dev.partita.runtime.Database;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Every pattern of the designs that ship, called by everybody: nobody, a stranger, the owner of what it is about, and one holder
 * of each role. What should come of it is computed here, from the YAML as any reader would understand it.
 */
class MatrixTest {

    enum Outcome {
        DONE,
        /** As if it were not there. */
        HIDDEN,
        UNAUTHENTICATED,
        FORBIDDEN
    }

    /** @param roles those he has, by the samples and what {@link #people} adds */
    record Person(String name, Caller caller, Set<String> roles) {}

    static List<String> names() {
        return Shipped.NAMES;
    }

    @ParameterizedTest
    @MethodSource("names")
    void whoMayCallWhatIsWhatTheFileSays(String name) {
        try (Place place = new Place(name)) {
            Map<String, Object> file = file(name);
            List<String> wrong = new ArrayList<>();
            for (Pattern pattern : place.design.patterns().values()) {
                for (Person person : place.people()) {
                    Outcome expected = expected(file, pattern.name(), person);
                    Outcome actual = place.call(pattern, person.caller());
                    if (actual != expected) {
                        wrong.add(pattern.name() + " by " + person.name() + " is " + actual + ", not " + expected);
                    }
                }
            }
            assertThat(wrong).isEmpty();
        }
    }

    @Test
    void theDesignsHaveNinetyNinePatterns() {
        assertThat(Shipped.NAMES.stream()
                        .mapToInt(name -> Shipped.design(name).patterns().size())
                        .sum())
                .isGreaterThanOrEqualTo(99);
    }

    /** By the file alone. */
    @SuppressWarnings("unchecked")
    private static Outcome expected(Map<String, Object> file, String pattern, Person person) {
        Map<String, Object> patterns = (Map<String, Object>) file.get("patterns");
        Map<String, Object> written = (Map<String, Object>) patterns.get(pattern);
        Object verb = List.of(
                        "get", "read", "list", "count", "search", "scan", "create", "put", "update", "delete",
                        "restore")
                .stream()
                .filter(written::containsKey)
                .findFirst()
                .orElse(null);
        Object named = verb == null ? null : written.get(verb);
        Object entityName = named instanceof List<?> several ? several.get(0) : named;
        Map<String, Object> entity = entityName == null
                ? Map.of()
                : (Map<String, Object>) ((Map<String, Object>) file.get("entities")).get(entityName);
        Object own = written.getOrDefault("allow", entity.get("allow"));
        Object through = written.getOrDefault("through", entity.get("through"));
        if (through != null && own == null) {
            Collection<?> gates = through instanceof List<?> list ? list : List.of(through);
            List<Outcome> outcomes = gates.stream()
                    .map(gate -> expected(file, (String) gate, person))
                    .toList();
            return outcomes.contains(Outcome.DONE)
                    ? Outcome.DONE
                    : outcomes.contains(Outcome.HIDDEN) ? Outcome.HIDDEN : outcomes.get(0);
        }
        Object allow = own == null ? file.get("allow") : own;
        Collection<?> allowed = allow == null ? List.of() : allow instanceof List<?> list ? list : List.of(allow);
        if (allowed.contains("anyone")) {
            return Outcome.DONE;
        }
        if (person.caller().subject() == null) {
            return Outcome.UNAUTHENTICATED;
        }
        boolean hasAccount = !((Map<String, Object>) file.getOrDefault("identity", Map.of())).containsKey("entity")
                || !person.name().equals("a stranger")
                        && person.caller().groups().isEmpty();
        if (!hasAccount) {
            return person.roles().stream().anyMatch(allowed::contains) ? Outcome.DONE : Outcome.FORBIDDEN;
        }
        boolean isIn = allowed.contains("signed-in")
                || person.roles().stream().anyMatch(allowed::contains)
                || allowed.contains("owner") && person.name().equals("owner");
        if (isIn) {
            return Outcome.DONE;
        }
        if (!allowed.contains("owner")) {
            return Outcome.FORBIDDEN;
        }
        Object by = written.getOrDefault("by", List.of());
        Collection<?> given = by instanceof List<?> list ? list : List.of(by);
        boolean isTold = given.contains(entity.get("owner")) || "create".equals(verb) || "put".equals(verb);
        return isTold ? Outcome.FORBIDDEN : Outcome.HIDDEN;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> file(String design) {
        return (Map<String, Object>) new Load(LoadSettings.builder().build())
                .loadFromString(new String(Shipped.bytes(design), StandardCharsets.UTF_8));
    }

    /** A design with its samples and some people, on an engine of its own. */
    private static final class Place implements AutoCloseable {

        private final String name;
        private final Design design;
        private final Clock clock;
        private final Partita samples;
        private final Database database;
        private final Access access;
        private volatile Partita current;

        Place(String name) {
            this.name = name;
            this.design = Shipped.design(name);
            // Soon after the samples were made, so that none is past its time.
            this.clock = Clock.fixed(
                    Instant.parse(name.equals("algoitny") ? "2023-10-08T12:00:00Z" : "2024-12-01T00:00:00Z"),
                    ZoneOffset.UTC);
            this.samples = Partita.inMemory(Engine.Options.defaults().withClock(clock));
            this.current = samples;
            this.database = Database.builder(
                            design, (request, context) -> current.endpoint().call(request))
                    .clock(clock)
                    .environment(Map.of())
                    .caches(Caches.none())
                    .build();
            database.createTables();
            fill();
            addPeople();
            this.access = Access.of(database, clock);
        }

        @Override
        public void close() {
            samples.close();
        }

        /** Those with locks are made by their pattern; all are then stored as they stand in the file. */
        private void fill() {
            var items = SampleItems.of(design, clock);
            design.samples().forEach((entity, all) -> {
                for (int i = 0; i < all.size(); i++) {
                    Map<String, Object> values = all.get(i).values();
                    Pattern making = design.patterns().values().stream()
                            .filter(p -> p.verb() == Verb.CREATE || p.verb() == Verb.PUT)
                            .filter(p -> p.entities().get(0).equals(entity))
                            .findFirst()
                            .orElse(null);
                    if (making != null
                            && !design.entities().get(entity).uniques().isEmpty()) {
                        Map<String, Object> given = new LinkedHashMap<>(values);
                        given.keySet()
                                .retainAll(database.plans().plan(making.name()).arguments().stream()
                                        .map(Argument::name)
                                        .toList());
                        database.as("1").write(making.name(), given).run();
                    }
                    String table = design.tableOf(design.entities().get(entity)).physicalName(Map.of());
                    samples.endpoint()
                            .call(new Request.PutItem(
                                    table, Item.of(items.get(entity).get(i)), null, Map.of(), Map.of(), null));
                }
            });
        }

        private void addPeople() {
            if (name.equals("algoitny")) {
                plan("None", false, false);
                plan("Viewing", true, false);
                plan("Registering", false, true);
                account("staff-sub", "None");
                account("viewer-sub", "Viewing");
                account("registrar-sub", "Registering");
                database.write("setStaff", Map.of("userId", "staff-sub", "isStaff", true))
                        .run();
            }
            if (name.equals("fus-main")) {
                member("moderator", "comments.delete");
                member("arbiter", "ratings.delete");
                member("groupReader", "groups.read");
            }
        }

        private void member(String role, String permission) {
            database.write("createGroup", Map.of("name", role, "permissions", List.of(permission)))
                    .run();
            database.as("root")
                    .write("addMember", Map.of("userId", role + "-sub", "groupName", role))
                    .run();
        }

        private void plan(String plan, boolean views, boolean registers) {
            database.write(
                            "createPlan",
                            Map.of(
                                    "name", plan,
                                    "maxHintsPerDay", 5,
                                    "maxExecutionsPerDay", 5,
                                    "canViewAllProblems", views,
                                    "canRegisterProblems", registers))
                    .run();
        }

        private void account(String userId, String plan) {
            database.write("createUser", Map.of("userId", userId, "email", userId + "@example.com"))
                    .run();
            database.write("changePlan", Map.of("userId", userId, "plan", plan)).run();
        }

        List<Person> people() {
            List<Person> people = new ArrayList<>();
            people.add(new Person("nobody", Caller.NOBODY, Set.of()));
            people.add(new Person("a stranger", Caller.signedIn("stranger", Set.of("somewhere")), Set.of()));
            // The owner's plan in algoitny is Free, and who has that may view.
            people.add(new Person(
                    "owner",
                    Caller.signedIn(owner(), Set.of()),
                    name.equals("algoitny") ? Set.of("viewer") : Set.of()));
            for (Design.Role role : design.roles().values()) {
                Caller caller = role.group() != null
                        ? Caller.signedIn("somebody", Set.of(role.group()))
                        : Caller.signedIn(role.name() + "-sub", Set.of());
                people.add(new Person(role.name(), caller, Set.of(role.name())));
            }
            return people;
        }

        private String owner() {
            return switch (name) {
                case "algoitny" -> "1";
                case "fus-main" -> "sub-ann";
                case "notifications" -> "usr_01HQ8X9Y5KNZ4T2B6R";
                case "url-checks" -> "123456";
                default -> "owner";
            };
        }

        Outcome call(Pattern pattern, Caller caller) {
            Map<String, Object> arguments = arguments(pattern);
            try {
                return pattern.verb().writes() ? write(pattern, caller, arguments) : read(pattern, caller, arguments);
            } catch (AccessDenied e) {
                return switch (e.reason()) {
                    case UNAUTHENTICATED -> Outcome.UNAUTHENTICATED;
                    case FORBIDDEN -> Outcome.FORBIDDEN;
                    case UNAVAILABLE -> throw e;
                };
            }
        }

        private Outcome read(Pattern pattern, Caller caller, Map<String, Object> arguments) {
            Decision decision;
            try {
                decision = access.decide(caller, pattern, arguments);
            } catch (ItemHidden e) {
                return Outcome.HIDDEN;
            }
            Result result = access.requireOwned(decision, database.read(pattern.name(), decision.arguments()));
            boolean isOne = pattern.verb() == Verb.GET || pattern.verb() == Verb.READ;
            return isOne && result.items().isEmpty() ? Outcome.HIDDEN : Outcome.DONE;
        }

        /** On a copy, so that the next finds everything as it was. */
        private Outcome write(Pattern pattern, Caller caller, Map<String, Object> arguments) {
            try (Partita copy = samples.fork()) {
                current = copy;
                if (pattern.verb() == Verb.RESTORE) {
                    database.write("deleteProblem", Map.of("problemId", "5")).run();
                }
                Decision decision = access.decide(caller, pattern, arguments);
                access.guard(decision, database.as(caller.subject()).write(pattern.name(), decision.arguments()))
                        .run();
                return Outcome.DONE;
            } catch (ItemHidden e) {
                return Outcome.HIDDEN;
            } catch (InvalidValues e) {
                // Let through, and then told what is missing.
                return Outcome.DONE;
            } catch (WriteRefused e) {
                return e.rule() == WriteRefused.Rule.NOT_FOUND ? Outcome.HIDDEN : Outcome.DONE;
            } finally {
                current = samples;
            }
        }

        /** About a sample of its entity, the owner's if it has one. */
        private Map<String, Object> arguments(Pattern pattern) {
            Map<String, Object> arguments = new LinkedHashMap<>();
            Entity entity = design.entities().get(pattern.entities().get(0));
            if (entity == null) {
                return arguments;
            }
            List<Map<String, Object>> all = design.samples().getOrDefault(entity.name(), List.of()).stream()
                    .map(Design.Sample::values)
                    .toList();
            Map<String, Object> sample = all.stream()
                    .filter(values -> entity.owner() != null && owner().equals(values.get(entity.owner())))
                    .findFirst()
                    .orElse(all.isEmpty() ? Map.of() : all.get(0));
            boolean isNew = pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT;
            Set<String> changed = new LinkedHashSet<>(pattern.change());
            changed.addAll(pattern.append());
            for (Argument argument : database.plans().plan(pattern.name()).arguments()) {
                Attribute attribute = argument.attribute();
                boolean isMade = isNew && attribute != null && attribute.generate() != null;
                if (argument.required()
                        || changed.contains(argument.name())
                        || isNew && !isMade && sample.containsKey(argument.name())) {
                    arguments.put(argument.name(), value(argument, sample));
                }
            }
            if (isNew && pattern.verb() == Verb.CREATE && entity.uniques().size() > 0) {
                entity.uniques().forEach(unique -> unique.attributes()
                        .forEach(attribute ->
                                arguments.computeIfPresent(attribute, (same, value) -> free(entity, same, value))));
            }
            return arguments;
        }

        private static Object free(Entity entity, String attribute, Object value) {
            return entity.attributes().get(attribute).type() == Type.Simple.STRING ? value + "1" : value;
        }

        private Object value(Argument argument, Map<String, Object> sample) {
            Object stated = sample.get(argument.name());
            if (stated != null) {
                return stated;
            }
            if (argument.type() == Type.Simple.DATE) {
                return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
            }
            Type type = argument.type();
            if (type instanceof Type.Enumeration options) {
                return options.values().get(0);
            }
            if (type instanceof Type.ListOf) {
                return List.of("x");
            }
            return type == Type.Simple.FLAG || type == Type.Simple.BOOLEAN
                    ? true
                    : type == Type.Simple.INTEGER ? 1 : type == Type.Simple.PASSWORD ? "secret" : "x1";
        }
    }
}
