package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.Palette;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.Arguments;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.read.Plan;
import java.util.List;

/** Lists the patterns of a design, a line each: what they do, what serves them, and about what they cost. */
final class PatternList {

    private final Terminal terminal;
    private final Palette palette;

    PatternList(Terminal terminal, Palette palette) {
        this.terminal = terminal;
        this.palette = palette;
    }

    void print(Compiled compiled) {
        List<Pattern> patterns = List.copyOf(compiled.design().patterns().values());
        int names = patterns.stream().mapToInt(p -> p.name().length()).max().orElse(0);
        int verbs = Math.min(
                46, patterns.stream().mapToInt(p -> describe(p).length()).max().orElse(0));
        for (Pattern pattern : patterns) {
            Plan plan = compiled.plans().get(pattern.name());
            String entity =
                    pattern.entities().isEmpty() ? "" : pattern.entities().get(0);
            terminal.out()
                    .println("  " + palette.entity(entity, Show.pad(pattern.name(), names)) + "  "
                            + Show.pad(describe(pattern), verbs) + "  "
                            + (plan == null
                                    ? terminal.red("nothing serves it")
                                    : terminal.dim(PlanView.summary(plan))));
        }
    }

    private static String describe(Pattern pattern) {
        List<String> by = pattern.by().stream()
                .map(variable -> Arguments.name(pattern, variable).equals(Arguments.name(variable))
                        ? KeyTerm.shown(variable)
                        : Arguments.name(pattern, variable))
                .toList();
        return pattern.verb().word() + " " + String.join(", ", pattern.entities())
                + (by.isEmpty() ? "" : " by " + String.join(", ", by));
    }
}
