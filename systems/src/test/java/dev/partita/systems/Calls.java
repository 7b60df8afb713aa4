package dev.partita.systems;

import dev.partita.plan.Result;
import dev.partita.plan.Written;
import java.time.Instant;
import java.util.Map;

/** A way to call the patterns of a design: by name with maps, or through generated code. */
interface Calls {

    /** What a call led to: one of the three. {@code refused} is the rule in words, {@code message} what it says. */
    record Outcome(Result read, Written written, String refused, String message) {}

    /**
     * @param me who calls, or null
     * @param limit how many items a page may have; null for what the pattern says
     * @param cursor where the page before ended; null for the first one
     */
    Outcome call(String pattern, Map<String, Object> arguments, Instant at, String me, Integer limit, String cursor);
}
