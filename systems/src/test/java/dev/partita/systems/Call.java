package dev.partita.systems;

import java.time.Instant;
import java.util.Map;

/**
 * One call of a pattern.
 *
 * @param me who calls
 * @param limit how many items a page may have; null for what the pattern says
 */
record Call(String pattern, Map<String, Object> arguments, Instant at, String me, Integer limit) {

    @Override
    public String toString() {
        String text =
                pattern + " " + arguments + " at " + at + " by " + me + (limit == null ? "" : ", pages of " + limit);
        return text.length() < 4_000 ? text : text.substring(0, 4_000) + "…";
    }
}
