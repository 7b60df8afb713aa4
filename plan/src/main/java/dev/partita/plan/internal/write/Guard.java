package dev.partita.plan.internal.write;

import dev.partita.item.Item;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.request.Aliases;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A condition that a write of one item depends on.
 *
 * @param text its expression
 * @param isOr whether the expression has an OR at its top, and needs parentheses beside others
 * @param holds judges the item that blocked the write, to find out which of several conditions did
 * @param refusal what to throw then, of the item that blocked the write
 * @param existence whether it only says that the item exists: then a write that creates it in the same transaction makes it true
 */
public record Guard(
        Function<Aliases, String> text,
        boolean isOr,
        Predicate<Item> holds,
        Function<Item, ? extends RuntimeException> refusal,
        boolean existence) {

    Guard(
            Function<Aliases, String> text,
            boolean isOr,
            Predicate<Item> holds,
            Supplier<? extends RuntimeException> refusal,
            boolean existence) {
        this(text, isOr, holds, blocking -> refusal.get(), existence);
    }

    Guard(
            Function<Aliases, String> text,
            boolean isOr,
            Predicate<Item> holds,
            Supplier<? extends RuntimeException> refusal) {
        this(text, isOr, holds, refusal, false);
    }

    /** What was read before the write is no longer so: read again, try again. */
    public static final class Stale extends RuntimeException {
        public Stale() {
            super("what was read has changed since", null, false, false);
        }
    }

    /** The stored hash is the new one: there is nothing to write. */
    static final class Unchanged extends RuntimeException {
        private final transient ItemDraft item;
        private final transient Item there;

        /** @param there the item as it is stored */
        Unchanged(ItemDraft item, Item there) {
            super("nothing has changed", null, false, false);
            this.item = item;
            this.there = there;
        }

        /** What an answer shows: what is stored, whatever was given. */
        Written written(Codec codec, WriteRun run) {
            return new Written(
                    Written.Outcome.UNCHANGED,
                    codec.entity().name(),
                    codec.visible(codec.decode(there)),
                    List.of(),
                    run.requests());
        }

        ItemDraft item() {
            return item;
        }

        Item there() {
            return there;
        }
    }
}
