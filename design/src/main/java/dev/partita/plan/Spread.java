package dev.partita.plan;

import dev.partita.design.Template;
import java.util.List;

/** A part of a key that takes several values in turn: one request for each. */
public sealed interface Spread {

    /** All shards, asked at once and merged in order. */
    record Shards(Template.Variable variable, int count) implements Spread {
        @Override
        public String toString() {
            return "each of " + count + " shards, merged";
        }
    }

    /** Spans of time, one after the other from the newest or the oldest, until the page is full. */
    record Walk(Template.Variable variable, long seconds, boolean newestFirst) implements Spread {
        @Override
        public String toString() {
            String span = Bindings.bucket(variable)
                    .name()
                    .toLowerCase(java.util.Locale.ROOT)
                    .replace("date", "day");
            return "each " + span + " of the last " + seconds / 86_400 + " days, " + (newestFirst ? "newest" : "oldest")
                    + " first, until the page is full";
        }
    }

    /**
     * The values of an attribute: stated ones, or those that a pattern returns.
     *
     * @param values in logical form; empty when {@code pattern} gives them
     */
    record Each(String attribute, List<Object> values, String pattern, String fromAttribute) implements Spread {
        public Each {
            values = List.copyOf(values);
        }

        @Override
        public String toString() {
            return pattern == null
                    ? "each " + attribute + " of " + values
                    : "each " + attribute + " that " + pattern + " returns as " + fromAttribute;
        }
    }
}
