package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Map;
import java.util.stream.Stream;

/** A lock with a holder, taken without looking whether somebody has it. */
public final class LeaseWithoutCondition implements Rule.Advice {

    private static final java.util.regex.Pattern HOLDER =
            java.util.regex.Pattern.compile("(?i)(lock|locked|claimed|leased|held)(By|Owner|Holder)");
    private static final java.util.regex.Pattern UNTIL = java.util.regex.Pattern.compile(
            "(?i)(lock|locked|claim|claimed|lease|leased|held)(Until|Till|Expires|ExpiresAt|End)");

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return uses.writes()
                .filter(p -> p.verb() == Verb.UPDATE && p.when() == null && uses.entityOf(p) != null)
                .filter(p -> uses.entityOf(p).version() == null)
                .flatMap(p -> taken(p).filter(name -> HOLDER.matcher(name).matches())
                        .limit(1)
                        .map(name -> found(
                                p.name(),
                                NamePlaces.pattern(design, p),
                                p.name() + " writes " + name + ", by its name who holds a lock, over whoever has it",
                                Help.edit(Edit.ofPattern(p, "when", Edit.quoted(free(uses.entityOf(p), name)))))));
    }

    /** What is set to a value, not taken away. */
    private static Stream<String> taken(Pattern pattern) {
        return Stream.concat(
                pattern.change().stream(),
                pattern.set().entrySet().stream()
                        .filter(entry -> entry.getValue() != null)
                        .map(Map.Entry::getKey));
    }

    private static String free(Entity entity, String holder) {
        return entity.attributes().values().stream()
                .filter(a -> UNTIL.matcher(a.name()).matches() && TimeParts.isTime(a))
                .findFirst()
                .map(until -> "missing(" + holder + ") OR " + until.name() + " < now")
                .orElse("missing(" + holder + ")");
    }
}
