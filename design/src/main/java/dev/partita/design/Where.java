package dev.partita.design;

import java.math.BigDecimal;
import java.util.List;

/** A condition in a design file, on logical names: {@code status <> 'SUSPENDED' AND isPublic}. */
public sealed interface Where {

    Place place();

    record And(Where left, Where right, Place place) implements Where {}

    record Or(Where left, Where right, Place place) implements Where {}

    record Not(Where inner, Place place) implements Where {}

    /** {@code operator}: =, &lt;&gt;, &lt;, &lt;=, &gt;, &gt;=. */
    record Compare(Operand left, String operator, Operand right, Place place) implements Where {}

    record Between(Operand value, Operand low, Operand high, Place place) implements Where {}

    record In(Operand value, List<Operand> options, Place place) implements Where {
        public In {
            options = List.copyOf(options);
        }
    }

    /** {@code function}: begins_with or contains. */
    record Call(String function, Operand value, Operand argument, Place place) implements Where {}

    /** {@code exists} or {@code missing}, also where the file says {@code x <> null}, {@code x = null} or NOT. */
    record Exists(Operand.Path path, boolean missing, Place place) implements Where {}

    /** A flag or boolean standing alone: it is true. */
    record IsTrue(Operand.Path path, Place place) implements Where {}

    /** Something a condition compares. */
    sealed interface Operand {

        Place place();

        /** An attribute, and members below it: {@code lastResult.status}. */
        record Path(List<String> names, Place place) implements Operand {
            public Path {
                names = List.copyOf(names);
            }

            public String attribute() {
                return names.get(0);
            }
        }

        record SizeOf(Path path, Place place) implements Operand {}

        record Text(String value, Place place) implements Operand {}

        record Number(BigDecimal value, Place place) implements Operand {}

        record Truth(boolean value, Place place) implements Operand {}

        record Null(Place place) implements Operand {}

        /** What the caller gives: {@code :name}. */
        record Argument(String name, Place place) implements Operand {}

        /** The moment of the request. */
        record Now(Place place) implements Operand {}
    }
}
