package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Entity.IndexKeys;
import dev.partita.design.Entity.SoftDelete;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Where;
import dev.partita.plan.Compiled;
import java.util.Set;
import java.util.stream.Stream;

/** A pinned request that also answers with what was deleted, since nothing is added to a pinned request. */
final class PinnedReadSeesDeleted implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A soft delete only marks an item. Patterns that the compiler plans leave marked items out; a pinned \
                request is sent as it is written, and finds them still. Filter them out, give the index key a when that \
                drops deleted items from the index, or let the compiler plan the pattern.""";
    }

    @Override
    public String bad() {
        return """
                design: problems
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byNumber: { partition: numberKey, projection: all }
                entities:
                  Problem:
                    key: { pk: "PROB#{problemId}", sk: META }
                    byNumber: { numberKey: "NUMBER#{number}" }
                    attributes:
                      problemId: { type: string }
                      number: { type: string, normalise: [trim], required: true }
                      isDeleted: { type: flag, default: false, read-only: true }
                    soft-delete: { flag: isDeleted }

                patterns:
                  problemByNumber: { list: Problem, index: byNumber, key: { numberKey: "NUMBER#{number}" } }
                # ^^^^^^^^^^^^^^^ pinned-read-sees-deleted: problemByNumber also finds deleted Problem
                """;
    }

    @Override
    public String good() {
        return bad().replace("byNumber: { numberKey", "byNumber: { when: NOT isDeleted, numberKey");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return PinnedRead.of(design)
                .filter(read -> read.entity().softDelete() != null)
                .filter(read -> !speaksOf(
                        read.entity().softDelete(), read.pattern().pinned().filter()))
                .filter(read -> !leftOut(read))
                .map(read -> found(
                        read.pattern().name(),
                        At.pattern(design, read.pattern()),
                        read.pattern().name() + " also finds deleted "
                                + read.entity().name() + " items: nothing is added to a pinned request",
                        "filter them out, or write by: and let the compiler plan it"));
    }

    /** Whether deleted items are not in the index at all. */
    private static boolean leftOut(PinnedRead read) {
        return read.index() != null
                && read.entity().indexKeys().stream()
                        .filter(keys -> keys.index().equals(read.index().name()))
                        .map(IndexKeys::when)
                        .allMatch(when -> speaksOf(read.entity().softDelete(), when));
    }

    private static boolean speaksOf(SoftDelete mark, Where condition) {
        Set<String> named = Conditions.attributes(condition);
        return named.contains(mark.flag()) || named.contains(mark.at());
    }
}
