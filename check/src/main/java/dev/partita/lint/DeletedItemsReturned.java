package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/** A request taken literally that returns soft-deleted items. */
final class DeletedItemsReturned implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A pinned request is sent as it is written; nothing is added to it. The entity is deleted by marking, and \
                this request does not look at the mark, so it returns what people have deleted. Add the mark to the \
                filter, or let the compiler write the request.""";
    }

    @Override
    public String bad() {
        return """
                design: notes
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Note:
                    key: { pk: "USER#{userId}", sk: "{noteId}" }
                    soft-delete: { flag: isDeleted }
                    attributes:
                      userId: { type: string }
                      noteId: { type: ulid, generate: ulid }
                      isDeleted: { type: flag, default: false, read-only: true }
                patterns:
                  notes: { list: Note, key: { pk: "USER#{userId}" } }
                # ^^^^^ deleted-items-returned: notes returns deleted Note items
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return PinnedRead.of(design)
                .filter(read -> read.entity().softDelete() != null)
                .filter(read -> !looksAtMark(read))
                .map(read -> found(
                        read.pattern().name(),
                        Marks.pattern(design, read.pattern()),
                        read.pattern().name() + " returns deleted "
                                + read.entity().name() + " items, for nothing is added to a pinned request",
                        help(read)));
    }

    private static boolean looksAtMark(PinnedRead read) {
        Entity.SoftDelete mark = read.entity().softDelete();
        Set<String> seen = new LinkedHashSet<>(
                Conditions.attributes(read.pattern().pinned().filter()));
        seen.addAll(Conditions.attributes(read.pattern().where()));
        if (read.index() != null) {
            read.entity().indexKeys().stream()
                    .filter(keys -> keys.index().equals(read.index().name()))
                    .forEach(keys -> seen.addAll(Conditions.attributes(keys.when())));
        }
        return seen.contains(mark.flag()) || seen.contains(mark.at());
    }

    private static Help help(PinnedRead read) {
        Entity.SoftDelete mark = read.entity().softDelete();
        String test =
                mark.flag() != null ? "NOT " + mark.flag() : mark.at() != null ? "missing(" + mark.at() + ")" : null;
        if (test == null) {
            return Help.words("add the mark of deletion to its filter, or leave key: out");
        }
        dev.partita.design.Where filter = read.pattern().pinned().filter();
        String all = filter == null ? test : "(" + dev.partita.plan.Conditions.text(filter) + ") AND " + test;
        return Help.edit(Edit.ofPattern(read.pattern(), "filter", Edit.quoted(all)));
    }
}
