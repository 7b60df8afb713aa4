package dev.partita.cli;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** A command line that cannot be understood: what is wrong with it, what may be meant, and where to read on. */
record WrongUsage(Terminal terminal) implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException problem, String[] arguments) {
        CommandLine command = problem.getCommandLine();
        String message = problem.getMessage();
        if (problem.getArgSpec() != null
                && command.getCommandSpec().defaultValueProvider() instanceof Settings settings
                && settings.origin(problem.getArgSpec()) != null
                && !isTyped(problem, arguments)) {
            message = settings.refusal(problem.getArgSpec(), message).getMessage();
        }
        terminal.err().println(terminal.red("error") + " " + message);
        if (!UnmatchedArgumentException.printSuggestions(problem, terminal.err())) {
            terminal.err()
                    .println(terminal.dim(
                            "      " + command.getCommandSpec().qualifiedName() + " --help  lists what there is."));
        }
        terminal.err().flush();
        return CommandLine.ExitCode.USAGE;
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
