package dev.partita.plan.internal.write;

import dev.partita.plan.Answer;
import dev.partita.plan.Written;
import java.util.Map;

/** One kind of write, compiled for one pattern. */
public interface WriteOperation {

    /** What it will do, in words, for people and golden files. */
    void describe(WriteOutline outline);

    /** What comes after the write itself. */
    default void describeRest(WriteOutline outline) {}

    /** Whether the caller may say what must be stored. */
    default boolean compares() {
        return false;
    }

    /** Checks the arguments and fixes what must not change from try to try: ids, the time, numbers of a sequence. */
    Prepared prepare(Map<String, Object> arguments, WriteRun run);

    /** The item it puts, when that is all it does; null otherwise. Nothing is sent for it. */
    default PlainPut plain(Map<String, Object> arguments, WriteRun run) {
        return null;
    }

    /** A write with its values. */
    interface Prepared {

        /** The entity or pattern it is about, for messages. */
        String subject();

        /** Reads what it needs and adds what it does; again for each try. */
        void draft(WriteDraft draft);

        /** Whether it has to know first what others of the same transaction make. */
        default boolean isLate() {
            return false;
        }

        /** What it did, once the draft was sent. */
        Written result(Answer answer);

        /** The answer when there was nothing to write; null when the rest is to be tried again without that. */
        default Written unchanged(Guard.Unchanged found) {
            throw new IllegalStateException(subject() + " detects no change", found);
        }
    }
}
