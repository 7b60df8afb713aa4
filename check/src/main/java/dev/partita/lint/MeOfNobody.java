package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A write for anyone that has to say who calls. */
final class MeOfNobody implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Who calls without a token is nobody, and `me` is then nothing. A write that is for anyone and sets a required \
                attribute to `me` is refused to them as if they had forgotten a value, which they cannot give. Say signed-in, so \
                that they are asked for a token, or do not require the attribute.""";
    }

    @Override
    public String bad() {
        return """
                design: wall
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}" }
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                      author: { type: string, required: true, read-only: true }
                patterns:
                  write: { create: Note, set: { author: me }, allow: anyone }
                  #                                                  ^^^^^^ me-of-nobody: anyone may call write, and author is nothing for who is not signed in
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return uses.writes()
                .filter(p -> uses.entityOf(p) != null && uses.allowed(p).contains("anyone"))
                // Who signs up has no account yet, and so cannot be asked to be signed in.
                .filter(p -> design.identity() == null
                        || !uses.entityOf(p).name().equals(design.identity().entity()))
                .flatMap(p -> needed(uses.entityOf(p), p)
                        .limit(1)
                        .map(name -> found(
                                p.name(),
                                Marks.option(design, p, "allow"),
                                "anyone may call " + p.name() + ", and " + name
                                        + " is nothing for who is not signed in",
                                Help.edit(Edit.ofPattern(p, "allow", "signed-in")))));
    }

    private static Stream<String> needed(Entity entity, Pattern pattern) {
        return pattern.set().entrySet().stream()
                .filter(set -> "me".equals(set.getValue()))
                .map(set -> entity.attributes().get(set.getKey()))
                .filter(attribute -> attribute != null
                        && (attribute.required() || Uses.keyAttributes(entity).contains(attribute.name())))
                .map(Attribute::name);
    }
}
