package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.model.Severity;
import dev.partita.lint.MendedExample;
import dev.partita.lint.Rules;
import dev.partita.lint.rule.Rule;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists the rules that designs are checked by, or explains one. */
@Command(
        name = "rules",
        description = "Lists the rules that designs are checked by, or explains one of them with an example.",
        mixinStandardHelpOptions = true)
public final class RulesCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(arity = "0..1", paramLabel = "RULE", description = "The rule to explain, as a finding names it.")
    private String id;

    public RulesCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (id == null) {
            int width = Rules.ALL.stream()
                    .mapToInt(rule -> rule.id().length())
                    .max()
                    .orElse(0);
            for (Rule rule : Rules.ALL) {
                terminal.out()
                        .printf(
                                "%-" + width + "s  %-7s  %s%n",
                                rule.id(),
                                rule.severity().word(),
                                firstSentence(rule.explanation()));
            }
            return 0;
        }
        Optional<Rule> rule = Rules.find(id).or(() -> Rules.successor(id));
        if (rule.isPresent()) {
            explain(rule.get());
            return 0;
        }
        Optional<ReaderRule> read = ReaderRule.find(id);
        if (read.isPresent()) {
            terminal.out().println(terminal.bold(id) + "  " + Severity.ERROR.word());
            terminal.out().println();
            terminal.out().println(read.get().explanation());
            return 0;
        }
        Optional<String> reason = Rules.whyDropped(id);
        if (reason.isPresent()) {
            throw new UsageException(id + " is no rule any more: " + reason.get() + ".");
        }
        List<String> near = Rules.ALL.stream()
                .map(Rule::id)
                .filter(other ->
                        List.of(other.split("-")).stream().anyMatch(word -> word.length() > 3 && id.contains(word)))
                .toList();
        throw new UsageException("There is no rule " + id + "."
                + (near.isEmpty() ? " partita rules lists them all." : " Perhaps: " + String.join(", ", near)));
    }

    private void explain(Rule rule) {
        terminal.out().println(terminal.bold(rule.id()) + "  " + rule.severity().word());
        terminal.out().println();
        terminal.out().println(rule.explanation().strip());
        terminal.out().println();
        terminal.out().println(terminal.red("bad"));
        terminal.out().println(rule.bad().strip().indent(2));
        terminal.out().println(terminal.green("good"));
        terminal.out().println(MendedExample.of(rule).strip().indent(2));
    }

    private static String firstSentence(String text) {
        String flat = text.strip().replaceAll("\\s+", " ");
        int end = flat.indexOf(". ");
        return end < 0 ? flat : flat.substring(0, end);
    }
}
