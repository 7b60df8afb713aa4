package dev.partita.systems;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    private static List<Call> calls(Object list, Instant now) {
        List<Call> calls = new ArrayList<>();
        for (Object element : (List<?>) list) {
            Map<String, Object> step = new LinkedHashMap<>(Systems.map(filled(element)));
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
    private static Object filled(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> filled = new LinkedHashMap<>();
            map.forEach((key, element) -> filled.put(key, filled(element)));
            return filled;
        }
        if (value instanceof List<?> list) {
            List<Object> filled = new ArrayList<>();
            list.forEach(element -> filled.add(filled(element)));
            return filled;
        }
        return value instanceof String text ? text.replace("$long2", LONG + "y").replace("$long", LONG) : value;
    }
}
