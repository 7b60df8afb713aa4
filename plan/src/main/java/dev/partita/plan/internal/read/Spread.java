package dev.partita.plan.internal.read;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
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

        /** The span of time that a part of a partition key goes by, one partition each; null when it does not. A date is a day. */
        public static Template.Format.Kind bucket(Template.Variable variable, Attribute attribute) {
            Template.Format.Kind cut = variable.period();
            return cut == null
                            && variable.formats().isEmpty()
                            && attribute != null
                            && attribute.type() == Type.Simple.DATE
                    ? Template.Format.Kind.DATE
                    : cut;
        }

        /** The span of each partition. */
        public Template.Format.Kind bucket() {
            Template.Format.Kind cut = variable.period();
            return cut == null ? Template.Format.Kind.DATE : cut;
        }

        @Override
        public String toString() {
            String span = bucket().name().toLowerCase(java.util.Locale.ROOT).replace("date", "day");
            return "each " + span + ", " + (newestFirst ? "newest" : "oldest") + " first, until the page is full or "
                    + duration();
        }

        private String duration() {
            boolean isDays = seconds % 86_400 == 0;
            long number = isDays ? seconds / 86_400 : seconds % 3_600 == 0 ? seconds / 3_600 : seconds;
            String unit = isDays ? "day" : seconds % 3_600 == 0 ? "hour" : "second";
            return number + " " + unit + (number == 1 ? " is looked at" : "s are looked at");
        }
    }

    /**
     * The values of an attribute: stated ones, those that a pattern returns, or those that a caller gives.
     *
     * @param values in logical form; empty when {@code pattern} or the caller gives them
     * @param argument under which a caller gives them; null when none does
     */
    record Each(String attribute, List<Object> values, String pattern, String fromAttribute, String argument)
            implements Spread {
        public Each {
            values = List.copyOf(values);
        }

        public boolean isGiven() {
            return argument != null;
        }

        @Override
        public String toString() {
            if (isGiven()) {
                return "each " + attribute + " given in " + argument;
            }
            return pattern == null
                    ? "each " + attribute + " of " + values
                    : "each " + attribute + " that " + pattern + " returns as " + fromAttribute;
        }
    }
}
