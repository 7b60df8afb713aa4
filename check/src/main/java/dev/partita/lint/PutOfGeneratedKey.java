package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A put whose key is generated, so that it never replaces anything. */
final class PutOfGeneratedKey implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A put replaces what has the same key, and here the key contains a generated id: without an id from the \
                caller it is new each time, and a repeated request makes a second item; with one, it overwrites whatever \
                has that id. Use create for new items, which refuses to overwrite, and update for changes.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                      name: { type: string }
                patterns:
                  saveUser: { put: User }
                  #           ^^^ put-of-generated-key: saveUser puts a User under a generated userId
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Uses uses = new Uses(compiled.design());
        return uses.writes()
                .filter(p -> p.verb() == Verb.PUT && uses.entityOf(p) != null)
                .flatMap(p -> Uses.keyAttributes(uses.entityOf(p)).stream()
                        .filter(name -> uses.entityOf(p).attributes().get(name) != null
                                && uses.entityOf(p).attributes().get(name).generate() != null)
                        .limit(1)
                        .map(name -> found(
                                p.name(),
                                p.node().placeOfKey("put"),
                                p.name() + " puts " + Nouns.a(uses.entityOf(p).name()) + " under a generated " + name
                                        + ", new each time or over whatever is there",
                                Help.edit(new Edit.Put(
                                                List.of("patterns", p.name(), "create"),
                                                uses.entityOf(p).name(),
                                                "put"))
                                        .saying("and update for changes"))));
    }
}
