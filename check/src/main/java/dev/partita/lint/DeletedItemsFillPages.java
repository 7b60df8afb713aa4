package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import dev.partita.plan.Filter;
import dev.partita.plan.ReadPlan;
import dev.partita.plan.Step;
import java.util.stream.Stream;

/** A paged list that reads soft-deleted items to leave them out. */
final class DeletedItemsFillPages implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Items that are only marked as deleted stay in the collection, and a filter leaves them out after they \
                have been read. Pages are filled by reading on, so the answer is right; but where much is deleted, most \
                of what is read and paid for is thrown away. Let an index hold only what is not deleted, by when:, and \
                list that.""";
    }

    @Override
    public String bad() {
        return """
                design: notes
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byUser: { partition: userId, sort: pk, projection: all }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}" }
                    soft-delete: { flag: isDeleted }
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                      userId: { type: string }
                      isDeleted: { type: flag, default: false, read-only: true }
                patterns:
                  notes: { list: Note, by: userId, page: 20 }
                # ^^^^^ deleted-items-fill-pages: notes reads deleted Note items to leave them out
                """;
    }

    @Override
    public String mended() {
        return bad().replace("partition: userId, sort: pk", "partition: owner, sort: pk")
                .replace(
                        "    soft-delete", "    byUser: { when: NOT isDeleted, owner: \"{userId}\" }\n    soft-delete");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.LIST && p.page() != null && p.pinned() == null)
                .filter(p -> uses.entityOf(p) != null && uses.entityOf(p).softDelete() != null)
                // Whether they are read at all, the plan knows: an index may hold none of them.
                .filter(p -> compiled.plans().get(p.name()) instanceof ReadPlan plan
                        && plan.steps().stream()
                                .anyMatch(step -> step instanceof Step.Query query
                                        && query.shown().filters().stream()
                                                .anyMatch(Filter.NotDeleted.class::isInstance)))
                .map(p -> found(
                        p.name(),
                        Marks.pattern(design, p),
                        p.name() + " reads deleted " + uses.entityOf(p).name() + " items to leave them out",
                        "list through an index with when: that leaves them out"));
    }
}
