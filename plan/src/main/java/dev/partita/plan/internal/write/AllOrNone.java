package dev.partita.plan.internal.write;

import dev.partita.plan.Answer;
import dev.partita.plan.Written;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Several prepared writes that are done by one request, or not at all. */
public final class AllOrNone implements WriteOperation.Prepared {

    private final String subject;
    private final List<WriteOperation.Prepared> parts;
    private final Map<ItemDraft, WriteOperation.Prepared> owners = new IdentityHashMap<>();
    private final Map<WriteOperation.Prepared, Written> unchanged = new IdentityHashMap<>();

    public AllOrNone(String subject, List<WriteOperation.Prepared> parts) {
        this.subject = subject;
        this.parts = List.copyOf(parts);
    }

    @Override
    public String subject() {
        return subject;
    }

    @Override
    public void draft(WriteDraft draft) {
        owners.clear();
        draft.joint(parts.stream().anyMatch(WriteOperation.Prepared::isLate));
        parts.stream().filter(part -> !part.isLate()).forEach(part -> draft(draft, part));
        parts.stream().filter(WriteOperation.Prepared::isLate).forEach(part -> draft(draft, part));
        draft.complete();
    }

    private void draft(WriteDraft draft, WriteOperation.Prepared part) {
        if (!unchanged.containsKey(part)) {
            int before = draft.claims().size();
            part.draft(draft);
            draft.claims().subList(before, draft.claims().size()).forEach(item -> owners.put(item, part));
        }
    }

    @Override
    public Written result(Answer answer) {
        return done(parts.stream()
                .map(part -> unchanged.containsKey(part) ? unchanged.get(part) : part.result(answer))
                .toList());
    }

    /** A part that has nothing to write must not keep the others from it: they go again without it. */
    @Override
    public Written unchanged(Guard.Unchanged found) {
        WriteOperation.Prepared part = owners.get(found.item());
        Written nothing = part.unchanged(found);
        if (nothing != null) {
            unchanged.put(part, nothing);
        }
        return unchanged.size() == parts.size()
                ? done(parts.stream().map(unchanged::get).toList())
                : null;
    }

    private Written done(List<Written> results) {
        return new Written(Written.Outcome.DONE, subject, Map.of(), results, 0);
    }
}
