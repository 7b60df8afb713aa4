package dev.partita.plan.internal.read;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.KeyTerm;
import java.util.List;

/** What an item that was found must also satisfy to be returned. */
public sealed interface Filter {

    /** A condition of the pattern. */
    record Wanted(Entity entity, Where where) implements Filter {
        @Override
        public String toString() {
            return where.text();
        }
    }

    /** The range of the pattern, where the key's order is not quite that of the values. */
    record InRange(Entity entity, KeyTerm.Within range) implements Filter {
        @Override
        public String toString() {
            return range.variable().attribute() + " from " + range.from() + " to " + range.to()
                    + " (each item is compared)";
        }
    }

    /** Its items are deleted by marking them; marked ones are not shown. */
    record NotDeleted(Entity entity, Where where) implements Filter {
        @Override
        public String toString() {
            return where.text() + " (deleted ones are hidden)";
        }
    }

    /** The service removes expired items hours later; until then they are hidden. */
    record NotExpired(String stored) implements Filter {
        @Override
        public String toString() {
            return stored + " > now or missing (expired ones are hidden)";
        }
    }

    /** Other entities in the same range have other types. */
    record OfType(String stored, List<String> types) implements Filter {
        public OfType {
            types = List.copyOf(types);
        }

        @Override
        public String toString() {
            return stored + " = " + String.join(" or ", types) + " (other entities left out)";
        }
    }

    /** Other entities in the same range lack this attribute. */
    record Has(String stored) implements Filter {
        @Override
        public String toString() {
            return "exists(" + stored + ") (other entities left out)";
        }
    }
}
