package dev.partita.cache;

import dev.partita.plan.Result;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * Where answers are kept: in this process, or in a server that several processes share.
 *
 * <p>Every answer depends on <em>scopes</em>: groups of items, by name. Each scope has a mark that changes whenever one of its
 * items is written. An answer is kept with the marks that were seen before it was read, and is given out only while they are
 * still the same; so however late it comes, it can never hide a newer one.
 *
 * <p>Many threads ask it at the same time.
 */
public interface AnswerStore extends AutoCloseable {

    /** A scope of every question, so that all answers can be forgotten at once. */
    String EVERYTHING = "*";

    /**
     * One question to a pattern.
     *
     * @param space what belongs together: a design on its tables
     * @param key the pattern, its arguments and the page, as text
     * @param scopes what the answer depends on
     */
    record Question(String space, String pattern, String key, List<String> scopes) {
        public Question {
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * The marks of a question's scopes at one moment.
     *
     * @param touched when the last of them changed, or a moment to come when it is not certain that it is over
     */
    record Marks(List<?> values, Instant touched) {
        public Marks {
            values = List.copyOf(values);
        }
    }

    /** @param answer null when none is kept that may be given out */
    record Look(Result answer, Marks marks) {}

    /** What is kept, and how the marks are now. */
    Look look(Question question, Instant now) throws Unavailable;

    /**
     * Keeps an answer, unless a mark has changed since {@code marks}.
     *
     * @return whether it is kept
     */
    boolean keep(Question question, Marks marks, Result answer, Instant until, Instant now) throws Unavailable;

    /**
     * Changes the marks of these scopes. When this fails, the store sees to it by itself that this process gets no answer it
     * should have forgotten.
     *
     * @param at when: now, or a moment to come until which it may happen again
     */
    void touch(String space, Collection<String> scopes, Instant at) throws Unavailable;

    /** Whether other processes see what is kept here. */
    boolean isShared();

    @Override
    default void close() {}

    /** The store cannot be reached. */
    final class Unavailable extends Exception {
        public Unavailable(Throwable cause) {
            super(cause);
        }
    }
}
