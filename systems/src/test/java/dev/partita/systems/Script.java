package dev.partita.systems;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Calls of a design's patterns and what they must answer, as a file in {@code runs} says it.
 *
 * @param me who calls, or null
 * @param given arguments that replace what samples have under these names: a password for its hash
 * @param load what brings the samples, freshly created, to the state they show
 */
record Script(String me, Map<String, Object> given, List<Call> load, List<Call> steps) {

    private static final String LONG = "x".repeat(1500);
    private static final Set<String> WORDS =
            Set.of("at", "as", "why", "gives", "in-any-order", "hides", "count", "counts", "says", "refused", "runs");

    /**
     * One call.
     *
     * @param at the moment it is made
     * @param as who makes it, when that is not the script's usual caller
     * @param expected the words of the file that say what it must answer
     */
    record Call(
            String pattern,
            Map<String, Object> arguments,
            Instant at,
            String as,
            String why,
            Map<String, Object> expected) {

        private Call with(Map<String, Object> made) {
            return new Call(
                    pattern,
                    Systems.map(filled(arguments, text -> made(text, made))),
                    at,
                    as,
                    why,
                    Systems.map(filled(expected, text -> made(text, made))));
        }

        private static Object made(String text, Map<String, Object> made) {
            return text.startsWith("$") ? made.getOrDefault(text.substring(1), text) : text;
        }

        @Override
        public String toString() {
            return pattern + arguments + " at " + at + (why == null ? "" : " (" + why + ")");
        }
    }

    static Script of(String design) {
        Map<String, Object> file = Systems.yaml("runs/" + design + ".yaml");
        Instant now = Instant.parse((String) file.getOrDefault("now", "2024-12-01T00:00:00Z"));
        return new Script(
                (String) file.get("me"),
                Systems.map(file.get("given")),
                calls(file.get("load"), now),
                calls(file.get("steps"), now));
    }

    /** Makes calls one after the other; {@code $commentId} in one stands for the value that a write before it answered. */
    void play(List<Call> calls, Calls player, BiConsumer<Call, Calls.Outcome> each) {
        Map<String, Object> made = new LinkedHashMap<>();
        for (Call said : calls) {
            Call call = said.with(made);
            String caller = call.as() == null ? me : call.as();
            Calls.Outcome outcome = player.call(call.pattern(), call.arguments(), call.at(), caller, null, null);
            each.accept(call, outcome);
            if (outcome.written() != null) {
                made.putAll(outcome.written().values());
            }
        }
    }

    private static List<Call> calls(Object list, Instant now) {
        List<Call> calls = new ArrayList<>();
        for (Object element : (List<?>) list) {
            Map<String, Object> step = new LinkedHashMap<>(Systems.map(filled(element, Script::lengthened)));
            String pattern = step.keySet().stream()
                    .filter(key -> !WORDS.contains(key))
                    .findFirst()
                    .orElseThrow();
            Map<String, Object> arguments = Systems.map(step.remove(pattern));
            Object at = step.remove("at");
            calls.add(new Call(
                    pattern,
                    arguments,
                    at == null ? now : Instant.parse((String) at),
                    (String) step.remove("as"),
                    (String) step.remove("why"),
                    step));
        }
        return calls;
    }

    /** With {@code $long} as 1,500 characters, and {@code $long2} as those and one more. */
    private static Object lengthened(String text) {
        return text.replace("$long2", LONG + "y").replace("$long", LONG);
    }

    private static Object filled(Object value, Function<String, Object> fill) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> filled = new LinkedHashMap<>();
            map.forEach((key, element) -> filled.put(key, filled(element, fill)));
            return filled;
        }
        if (value instanceof List<?> list) {
            List<Object> filled = new ArrayList<>();
            list.forEach(element -> filled.add(filled(element, fill)));
            return filled;
        }
        return value instanceof String text ? fill.apply(text) : value;
    }
}
