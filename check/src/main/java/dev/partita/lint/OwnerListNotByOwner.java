package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/** A list for owners that is not asked for by owner. */
final class OwnerListNotByOwner implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A list that owners may call, but that is not asked for by the owner attribute, finds the items of others \
                too. They have to be read, paid for and thrown away, or worse, are returned. Ask by the owner, through a \
                key or index that begins with it, or allow another role. Of a count nothing can be thrown away, so it is refused \
                to owners.""";
    }

    @Override
    public String bad() {
        return """
                design: notes
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byTopic: { partition: topic, projection: all }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}" }
                    owner: userId
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                      userId: { type: string }
                      topic: { type: string }
                patterns:
                  notes: { list: Note, by: topic, page: 20, allow: owner }
                  #                                                ^^^^^ owner-list-not-by-owner: notes is for owners and finds the Note items of others too
                """;
    }

    @Override
    public String mended() {
        return bad().replace("allow: owner", "allow: signed-in");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.LIST
                        || p.verb() == Verb.COUNT
                        || p.verb() == Verb.SEARCH
                        || p.verb() == Verb.SCAN)
                .filter(p -> uses.entityOf(p) != null && uses.entityOf(p).owner() != null)
                .filter(p -> uses.allowed(p).contains("owner") && !uses.isOpen(p))
                .filter(p -> !given(p).contains(uses.entityOf(p).owner()))
                .map(p -> found(
                        p.name(),
                        Marks.option(design, p, "allow"),
                        p.verb() == Verb.COUNT
                                ? p.name() + " counts the " + uses.entityOf(p).name()
                                        + " items of others too, so owners are answered 403"
                                : p.name() + " is for owners and finds the "
                                        + uses.entityOf(p).name() + " items of others too",
                        help(p, uses.entityOf(p).owner())));
    }

    /** A search goes by words alone; whose items they are, a condition says. */
    private static Help help(Pattern pattern, String owner) {
        if (pattern.verb() != Verb.SEARCH && pattern.verb() != Verb.SCAN) {
            return Help.words("ask by: " + owner + ", or allow another role");
        }
        String own = owner + " = :" + owner;
        String where = pattern.where() == null
                ? own
                : "(" + dev.partita.plan.Conditions.text(pattern.where()) + ") AND " + own;
        return Help.edit(Edit.ofPattern(pattern, "where", Edit.quoted(where))).or("allow another role");
    }

    private static Set<String> given(Pattern pattern) {
        Set<String> given = new LinkedHashSet<>();
        pattern.by().forEach(v -> given.add(v.attribute()));
        given.addAll(Conditions.attributes(pattern.where()));
        if (pattern.pinned() != null) {
            pattern.pinned().key().values().forEach(test -> given.addAll(Uses.variables(test.templates())));
        }
        return given;
    }
}
