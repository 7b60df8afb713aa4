package dev.partita.deploy;

/** Hears how a deployment or a copy goes: what begins, how far it is, what came of it. Calls may come from several threads. */
public interface Listener {

    Listener SILENT = new Listener() {};

    /** A step begins, in the words of the plan: {@code + index byEmail}. */
    default void begins(String table, String step) {}

    /** The endpoint works on it: a table or an index that is not active yet. */
    default void waits(String table, String step) {}

    /**
     * Items are looked at one by one.
     *
     * @param total about how many there are; the endpoint's own figure may be hours old
     * @param changed how many of them were given keys so far
     */
    default void advances(String table, String step, long done, long total, long changed) {}

    /** It is done; {@code result} is null when there is nothing more to say. */
    default void ends(String table, String step, String result) {}
}
