package dev.partita.proof;

/**
 * One way to break a promise of docs/durability.md, tried again and again. {@code ./verify} runs {@link #gate()} trials of each,
 * {@code ./soak} as many as fit into its hours.
 */
public abstract class Family {

    private final String id;
    private final String name;
    private final String trials;
    private final int gate;

    /**
     * @param id the number in the test plan, such as {@code R1}
     * @param name what is tried, in a few words, such as {@code kill -9 under load}
     * @param trials what one trial is, in the plural, such as {@code kills}
     * @param gate so many trials are run by {@code ./verify}
     */
    protected Family(String id, String name, String trials, int gate) {
        this.id = id;
        this.name = name;
        this.trials = trials;
        this.gate = gate;
    }

    /** Tries until the budget is used up or a promise was broken. The same seed makes the same choices. */
    public abstract Figures run(Budget budget, long seed) throws Exception;

    /** Whether it measures time, so that nothing else may run beside it. */
    public boolean isTimed() {
        return false;
    }

    /** Null if this machine can run it, otherwise what it lacks, such as {@code gcc}. */
    public String lacks() {
        return null;
    }

    public final String id() {
        return id;
    }

    public final String name() {
        return name;
    }

    public final String trials() {
        return trials;
    }

    public final int gate() {
        return gate;
    }

    @Override
    public final String toString() {
        return id + " " + name;
    }
}
