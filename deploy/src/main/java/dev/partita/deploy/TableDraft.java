package dev.partita.deploy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** The plan of one table in the making. */
final class TableDraft {

    private final String table;
    private final List<TableChange> removals = new ArrayList<>();
    private final List<TableChange> changes = new ArrayList<>();
    private final List<TableChange> additions = new ArrayList<>();
    private final List<TablePlan.Refusal> refusals = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** @param table its name at the endpoint */
    TableDraft(String table) {
        this.table = table;
    }

    void change(TableChange change) {
        changes.add(change);
    }

    /** @param detail from what to what */
    void change(String subject, String detail, Consumer<UpdateTableRequest.Builder> content) {
        changes.add(new TableChange.Update(TableChange.Sign.CHANGE, subject, List.of(detail), update(content)));
    }

    void addIndex(String index, List<String> details, Consumer<UpdateTableRequest.Builder> content) {
        additions.add(new TableChange.Update(TableChange.Sign.CREATE, "index " + index, details, update(content)));
    }

    void removeIndex(String index, List<String> details, Consumer<UpdateTableRequest.Builder> content) {
        removals.add(new TableChange.Update(TableChange.Sign.REMOVE, "index " + index, details, update(content)));
    }

    void refuse(String what, String instead) {
        refusals.add(new TablePlan.Refusal(what, instead));
    }

    void note(String note) {
        notes.add(note);
    }

    UpdateTableRequest update(Consumer<UpdateTableRequest.Builder> content) {
        UpdateTableRequest.Builder request = UpdateTableRequest.builder().tableName(table);
        content.accept(request);
        return request.build();
    }

    boolean changesNothing() {
        return removals.isEmpty() && changes.isEmpty() && additions.isEmpty();
    }

    boolean isRefused() {
        return !refusals.isEmpty();
    }

    boolean addsIndexes() {
        return !additions.isEmpty();
    }

    /** Indexes go first, since some come back otherwise; new ones come last, when items have their keys. */
    TablePlan plan(String id, boolean exists) {
        List<TableChange> all = new ArrayList<>(removals);
        all.addAll(changes);
        all.addAll(additions);
        return new TablePlan(id, table, exists, all, refusals, notes);
    }
}
