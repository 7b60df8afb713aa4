package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A pattern that does not say who may call it, where others do. */
final class AllowMissing implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Some patterns of this design say who may call them, this one does not, and neither its entity nor the \
                design has a default. It was probably forgotten, and what is forgotten is either closed to its users or \
                open to the world. Write allow on the pattern, or a default at the top of the design.""";
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
                    owner: userId
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                      userId: { type: string }
                      text: { type: string }
                patterns:
                  note: { get: Note, by: noteId, allow: owner }
                  changeNote: { update: Note, by: noteId, change: [text] }
                # ^^^^^^^^^^ allow-missing: changeNote does not say who may call it
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        boolean somebodyIsNamed = design.patterns().values().stream()
                .anyMatch(p -> !uses.allowed(p).isEmpty());
        return design.patterns().values().stream()
                .filter(p -> somebodyIsNamed && uses.allowed(p).isEmpty())
                .map(p -> found(
                        p.name(),
                        Marks.pattern(design, p),
                        p.name() + " does not say who may call it, and other patterns do",
                        Help.edit(Edit.ofPattern(p, "allow", Repairs.narrower(uses, p)))
                                .or("whoever else may call it")));
    }
}
