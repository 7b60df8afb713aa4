package dev.partita.cli.internal.terminal;

import dev.partita.design.internal.text.Spelling;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** A command line that cannot be understood: what is wrong with it, what may be meant, and where to read on. */
public record WrongUsage(Terminal terminal) implements IParameterExceptionHandler {

    private static final Pattern CHOICE =
            Pattern.compile("expected one of \\[([^]]*)] \\(case-(?:in)?sensitive\\) but was");

    @Override
    public int handleParseException(ParameterException problem, String[] arguments) {
        CommandLine command = problem.getCommandLine();
        String message = plainly(problem.getMessage());
        if (problem.getArgSpec() != null
                && command.getCommandSpec().defaultValueProvider() instanceof Settings settings
                && settings.origin(problem.getArgSpec()) != null
                && !isTyped(problem, arguments)) {
            message = settings.refusal(problem.getArgSpec(), message).getMessage();
        }
        terminal.error(message);
        String meant = meant(problem);
        if (meant != null) {
            terminal.err().println("      Did you mean " + meant + "?");
        } else if (!UnmatchedArgumentException.printSuggestions(problem, terminal.err())) {
            terminal.err()
                    .println(terminal.dim(
                            "      " + command.getCommandSpec().qualifiedName() + " --help  lists what there is."));
        }
        terminal.err().flush();
        return CommandLine.ExitCode.USAGE;
    }

    /** The option nearest to one that nobody knows; null when none is near. */
    private static String meant(ParameterException problem) {
        if (!(problem instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()
                || !unmatched.getUnmatched().get(0).startsWith("--")) {
            return null;
        }
        List<String> known = problem.getCommandLine().getCommandSpec().options().stream()
                .map(option -> option.longestName())
                .toList();
        return Spelling.nearest(unmatched.getUnmatched().get(0).replaceFirst("=.*", ""), known);
    }

    /** The words of a choice as they are typed. */
    private static String plainly(String message) {
        Matcher choice = CHOICE.matcher(message);
        return choice.find()
                ? choice.replaceFirst(Matcher.quoteReplacement("it is "
                        + choice.group(1).toLowerCase(Locale.ROOT).replaceFirst(", (?=[^,]*$)", " or ") + ", not"))
                : message;
    }

    private static boolean isTyped(ParameterException problem, String[] arguments) {
        String word = "--" + Settings.word(problem.getArgSpec());
        for (String argument : arguments) {
            if (argument.equals(word) || argument.startsWith(word + "=")) {
                return true;
            }
        }
        return false;
    }
}
