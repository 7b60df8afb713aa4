package dev.partita.rest;

import java.util.List;

/** What a path leads to. */
public sealed interface RouteMatch {

    /** A route, and what stands in the path for each of its variables, decoded. */
    record Found(Route route, List<String> values) implements RouteMatch {
        public Found {
            values = List.copyOf(values);
        }

        /** Null for a name that is not in the path. */
        public String value(String name) {
            int index = route.variables().indexOf(name);
            return index < 0 ? null : values.get(index);
        }
    }

    /** The path is there, but not for this method. */
    record WrongMethod(List<String> allow) implements RouteMatch {
        public WrongMethod {
            allow = List.copyOf(allow);
        }

        /** As the header {@code Allow} has it. */
        public String header() {
            return String.join(", ", allow);
        }
    }

    /** There is no such path. */
    record Nothing() implements RouteMatch {}

    /** The path cannot be understood; the sentence says what to do. */
    record Malformed(String detail) implements RouteMatch {}
}
