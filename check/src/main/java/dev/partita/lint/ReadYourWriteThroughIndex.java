package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.design.Template.Variable;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A lookup through a global index of something people look for right after writing it. */
final class ReadYourWriteThroughIndex implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                A global index follows its table a moment later. Who creates something and at once looks it up through \
                the index may be told that it does not exist, and there is no strong read to ask for. Where the \
                attribute is unique, its lock item is read strongly; otherwise try again once, or hand on what the \
                create returned.""";
    }

    @Override
    public String bad() {
        return """
                design: news
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byId: { partition: newsId, projection: all }
                entities:
                  News:
                    key: { pk: "USER#{userId}", sk: "NEWS#{newsId}" }
                    attributes:
                      userId: { type: string }
                      newsId: { type: ulid, generate: ulid }
                patterns:
                  create: { create: News }
                  byId: { get: News, by: newsId }
                # ^^^^ read-your-write-through-index: byId looks through byId
                """;
    }

    @Override
    public String mended() {
        return bad().replace("get: News, by: newsId", "get: News, by: [userId, newsId]");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.GET && uses.entityOf(p) != null)
                // What nothing serves looks nowhere.
                .filter(p -> compiled.plans().containsKey(p.name()))
                .filter(p ->
                        uses.writesOf(uses.entityOf(p)).anyMatch(w -> w.verb() == Verb.CREATE || w.verb() == Verb.PUT))
                .filter(p -> !isUnique(uses.entityOf(p), p))
                .flatMap(p -> new Served(compiled)
                        .partition(p, uses.entityOf(p)).stream()
                                .filter(partition -> partition.index() != null)
                                .map(partition -> found(
                                        p.name(),
                                        Marks.pattern(design, p),
                                        p.name() + " looks through "
                                                + partition.index().name()
                                                + ", and right after a write that may find nothing yet",
                                        "use what the write returned, or ask by the table's key")));
    }

    private static boolean isUnique(Entity entity, Pattern pattern) {
        List<String> given = pattern.by().stream().map(Variable::attribute).toList();
        return entity.uniques().stream().anyMatch(u -> given.containsAll(u.attributes()))
                || given.stream().map(entity.attributes()::get).anyMatch(a -> a != null && a.unique());
    }
}
