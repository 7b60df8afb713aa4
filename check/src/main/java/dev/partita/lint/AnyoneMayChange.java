package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A change or deletion that needs no signing in. */
final class AnyoneMayChange implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Whoever knows an id, or guesses it, can change or delete the item without saying who they are. Creating \
                something may be open, as signing up is; changing what is there hardly ever. Allow the owner, a role, or \
                at least those who are signed in.""";
    }

    @Override
    public String bad() {
        return """
                design: notes
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}" }
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                patterns:
                  deleteNote: { delete: Note, by: noteId, allow: anyone }
                  #                                              ^^^^^^ anyone-may-change: anyone may call deleteNote
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return uses.writes()
                .filter(p -> p.verb() != Verb.CREATE && p.verb() != Verb.TRANSACT)
                .filter(p -> uses.allowed(p).contains("anyone"))
                .map(p -> found(
                        p.name(),
                        Marks.option(design, p, "allow"),
                        "anyone may call " + p.name() + ", without signing in",
                        Help.edit(Edit.ofPattern(p, "allow", Repairs.narrower(uses, p)))));
    }
}
