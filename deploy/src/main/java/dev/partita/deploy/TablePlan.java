package dev.partita.deploy;

import java.util.List;

/**
 * What is to be done to one table, and what is not.
 *
 * @param id what the design calls it
 * @param name what the endpoint calls it
 * @param exists whether it is there already
 * @param changes in the order in which they are made
 * @param refusals what the design asks for and cannot be had here; with one of them nothing is changed
 * @param notes what is left as it is, and why
 */
public record TablePlan(
        String id, String name, boolean exists, List<TableChange> changes, List<Refusal> refusals, List<String> notes) {

    public TablePlan {
        changes = List.copyOf(changes);
        refusals = List.copyOf(refusals);
        notes = List.copyOf(notes);
    }

    /**
     * A difference that is not removed.
     *
     * @param instead what to do about it
     */
    public record Refusal(String what, String instead) {}
}
