package dev.partita.runtime;

import dev.partita.plan.EndpointException;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.OutcomeUnknown;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.plan.internal.write.OwnershipClaim;
import dev.partita.plan.internal.write.ReplacementAccess;
import dev.partita.plan.internal.write.RequiredParent;
import dev.partita.plan.internal.write.WriteInput;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A write with its values, not yet done. Nothing happens before it is run, alone, in a {@link Transaction} or in a
 * {@link Batch}; it may be run again.
 *
 * <p>Generated code extends it with a method for each value; until all are given it belongs to one thread.
 */
public class Write<T> {

    private final Database database;
    private final String pattern;
    private final Map<String, Object> arguments;
    private final Map<String, Object> expected = new LinkedHashMap<>();
    private final Map<String, Object> read = new LinkedHashMap<>();
    private final Function<? super Written, ? extends T> result;
    private Map<String, List<OwnershipClaim>> claims = Map.of();
    private List<RequiredParent> parents = List.of();
    private Map<String, ReplacementAccess> replaced = Map.of();
    private Set<String> keepingOwner = Set.of();
    private boolean replacing;

    /** @param result makes what the caller sees of what the plan did */
    protected Write(
            Database database,
            String pattern,
            Map<String, Object> arguments,
            Function<? super Written, ? extends T> result) {
        this.database = database;
        this.pattern = pattern;
        this.arguments = new LinkedHashMap<>(arguments);
        this.result = result;
    }

    static Write<Written> of(Database database, String pattern, Map<String, Object> arguments) {
        return new Write<>(database, pattern, arguments, Function.identity());
    }

    /**
     * Does it.
     *
     * @throws InvalidValues when values break rules of the design; nothing was sent
     * @throws WriteRefused when what is stored forbids it; nothing was written
     * @throws OutcomeUnknown when the answer was lost, and what is stored does not tell whether it was done
     * @throws EndpointException when the endpoint refuses for a reason of its own
     */
    public final T run() {
        return run(given());
    }

    /** Does it on the database's executor. */
    public final CompletableFuture<T> runAsync() {
        // As it is now, whatever becomes of it before a thread is free.
        WriteInput given = given();
        return database.async(() -> run(given));
    }

    /** The same write with another result. It takes over the values as they are now. */
    @CheckReturnValue
    public final <R> Write<R> map(Function<? super T, ? extends R> change) {
        return copy(written -> change.apply(result(written)));
    }

    /**
     * The same write on a condition: what is stored must be equal to this, or absent for null; otherwise it is refused with
     * {@link WriteRefused.Rule#CONDITION_NOT_MET}. Updates and deletes know it. The version of an entity is compared, too.
     */
    @CheckReturnValue
    public final Write<T> when(String attribute, Object value) {
        Write<T> conditional = copy();
        conditional.expected.put(attribute, value);
        return conditional;
    }

    /**
     * The same put on the condition that there is such an item already; otherwise it is refused with
     * {@link WriteRefused.Rule#VERSION_CHANGED}. Updates and deletes never make an item anyway.
     */
    @CheckReturnValue
    public final Write<T> replacing() {
        Write<T> conditional = copy();
        conditional.replacing = true;
        return conditional;
    }

    /**
     * The same write on the condition that what it changes, replaces or deletes is the caller's, before and after, and so is what
     * it creates. Another's item is refused as if it were not there.
     *
     * @param claims by the pattern for which that is so: this one, or some of those that a {@code transact} consists of
     * @param parents what has to be there besides, in the same transaction
     * @param replaced how far the caller reaches what a put replaces, by its pattern
     */
    @CheckReturnValue
    public final Write<T> claiming(
            Map<String, List<OwnershipClaim>> claims,
            List<RequiredParent> parents,
            Map<String, ReplacementAccess> replaced) {
        Write<T> claiming = copy();
        claiming.claims = Map.copyOf(claims);
        claiming.parents = List.copyOf(parents);
        claiming.replaced = Map.copyOf(replaced);
        return claiming;
    }

    /**
     * The same write, which leaves what it replaces to its owner: the owner among its arguments is for an item that is not there yet.
     *
     * @param puts the patterns for which that is so: this one, or some of those that a {@code transact} consists of
     */
    @CheckReturnValue
    public final Write<T> keepingOwner(Set<String> puts) {
        Write<T> keeping = copy();
        keeping.keepingOwner = Set.copyOf(puts);
        return keeping;
    }

    public final Database database() {
        return database;
    }

    public final String pattern() {
        return pattern;
    }

    /** What the plan gets, by name. */
    public final Map<String, Object> arguments() {
        return Collections.unmodifiableMap(arguments);
    }

    /** Gives a value, or with null takes the attribute away. */
    protected final void set(String argument, Object value) {
        arguments.put(argument, value);
    }

    /** Makes it depend on what is stored; see {@link #when}. */
    protected final void expect(String attribute, Object value) {
        expected.put(attribute, value);
    }

    /**
     * Gives what makes an item that was read another: what differs, and on the condition that nobody has changed that in between.
     *
     * @throws InvalidValues when something differs that the pattern does not change
     */
    protected final void change(Map<String, Object> old, Map<String, Object> changed) {
        Difference difference = Difference.of(database.design(), pattern, old, changed);
        arguments.putAll(difference.arguments());
        read.putAll(difference.read());
    }

    private T run(WriteInput given) {
        return result(database.run(pattern, given));
    }

    final WriteInput given() {
        // A caller of generated code gets an item, and an item is whole.
        return new WriteInput(
                arguments,
                expected,
                read,
                true,
                claims,
                parents,
                replaced,
                keepingOwner,
                replacing,
                database.options().isExactlyOnce());
    }

    private Write<T> copy() {
        return copy(result);
    }

    private <R> Write<R> copy(Function<? super Written, ? extends R> other) {
        Write<R> copy = new Write<>(database, pattern, arguments, other);
        copy.expected.putAll(expected);
        copy.read.putAll(read);
        copy.claims = claims;
        copy.parents = parents;
        copy.replaced = replaced;
        copy.keepingOwner = keepingOwner;
        copy.replacing = replacing;
        return copy;
    }

    final T result(Written written) {
        return result.apply(written);
    }

    @Override
    public String toString() {
        return pattern + arguments.keySet();
    }
}
