package dev.partita.cli.internal.terminal;

import dev.partita.http.StartException;
import dev.partita.store.StoreException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns what went wrong into a line or two; a stack trace only on {@code --debug}. */
public record Failures(Terminal terminal) implements IExecutionExceptionHandler {

    @Override
    public int handleExecutionException(Exception problem, CommandLine commandLine, ParseResult arguments) {
        return tell(problem, arguments.expandedArgs().contains("--debug"));
    }

    /** Says it, and returns the exit code. */
    public int tell(Exception problem, boolean debug) {
        boolean expected = problem instanceof StartException
                || problem instanceof StoreException
                || problem instanceof UsageException;
        String message = expected || problem.getMessage() != null ? problem.getMessage() : problem.toString();
        terminal.error(problem instanceof StartException ? Flags.in(message) : message);
        if (debug) {
            problem.printStackTrace(terminal.err());
        } else if (!expected) {
            terminal.err().println(terminal.dim("      This is a fault of Partita's. Add --debug to see where."));
        }
        terminal.err().flush();
        return problem instanceof UsageException ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
    }
}
