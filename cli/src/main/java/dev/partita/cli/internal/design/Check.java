package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.design.Report;
import dev.partita.design.model.Finding;
import dev.partita.document.Json;
import dev.partita.lint.JudgedDesign;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks design files as a compiler would. */
@Command(
        name = "check",
        description = "Checks design files: what cannot work, what will hurt, and what to write instead.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:No errors.",
            "1:There are errors, or warnings with --strict.",
            "2:It was called wrongly, or a file could not be read."
        },
        footer = {"", "partita rules              lists every rule", "partita rules RULE         explains one"})
public final class Check implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Design files, directories of them, or names of designs that ship.")
    private List<String> names;

    @ArgGroup
    private Form form;

    /** How the findings are written; lines for people when neither is chosen. */
    private static final class Form {
        @Option(names = "--json", description = "Write the findings as JSON.")
        private boolean json;

        @Option(names = "--sarif", description = "Write the findings as SARIF 2.1.0, for code hosts and editors.")
        private boolean sarif;
    }

    @Option(names = "--strict", description = "Warnings fail, too.")
    private boolean strict;

    @Option(names = "--no-advice", description = "Leave out advice: errors and warnings only.")
    private boolean noAdvice;

    @Option(names = "--watch", description = "Check again whenever a file changes, until Ctrl-C.")
    private boolean watch;

    public Check(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!watch) {
            return check(files());
        }
        try (WatchService service = FileSystems.getDefault().newWatchService()) {
            return watch(service);
        }
    }

    /** Ends when the thread is interrupted, as Ctrl-C ends the process. */
    private int watch(WatchService service) throws IOException, InterruptedException {
        Set<Path> watched = new LinkedHashSet<>();
        while (true) {
            if (terminal.coloured()) {
                terminal.out().print("\u001b[H\u001b[2J");
            }
            for (String name : names) {
                Path path = Path.of(name).toAbsolutePath();
                Path directory = Files.isDirectory(path) ? path : path.getParent();
                if (directory != null && Files.isDirectory(directory) && watched.add(directory)) {
                    directory.register(
                            service,
                            StandardWatchEventKinds.ENTRY_CREATE,
                            StandardWatchEventKinds.ENTRY_MODIFY,
                            StandardWatchEventKinds.ENTRY_DELETE);
                }
            }
            try {
                check(files());
            } catch (UsageException problem) {
                // An editor that saves by renaming leaves a moment without the file.
                terminal.out().println(problem.getMessage());
            }
            terminal.out().println(terminal.dim("watching; Ctrl-C ends"));
            terminal.out().flush();
            WatchKey key = service.take();
            // Editors write a file in several steps; wait for the last of them.
            while (key != null) {
                key.pollEvents();
                key.reset();
                key = service.poll(50, TimeUnit.MILLISECONDS);
            }
        }
    }

    private List<String> files() throws IOException {
        List<String> files = new ArrayList<>();
        for (String name : names) {
            if (!Files.isDirectory(Path.of(name))) {
                files.add(name);
                continue;
            }
            try (Stream<Path> inside = Files.list(Path.of(name))) {
                List<String> found = inside.map(Path::toString)
                        .filter(file -> file.endsWith(".yaml") || file.endsWith(".yml"))
                        .sorted()
                        .toList();
                if (found.isEmpty()) {
                    throw new UsageException("There is no .yaml file in " + name + ".");
                }
                files.addAll(found);
            }
        }
        return files;
    }

    private int check(List<String> files) {
        List<JudgedDesign> designs = new ArrayList<>();
        for (String file : files) {
            JudgedDesign design = DesignFiles.open(file);
            designs.add((noAdvice ? design.withoutAdvice() : design).helped());
        }
        designs = SharedTables.compared(designs);
        if (form != null && form.sarif) {
            terminal.out().print(Sarif.of(designs));
        } else if (form != null && form.json) {
            terminal.out().print(json(designs));
        } else {
            designs.forEach(this::print);
        }
        terminal.out().flush();
        return designs.stream().anyMatch(design -> design.fails(strict)) ? 1 : 0;
    }

    private void print(JudgedDesign design) {
        if (!design.findings().isEmpty()) {
            terminal.out().print(new Report(design.source(), terminal.coloured()).text(design.findings()));
            return;
        }
        terminal.out()
                .println(terminal.green("ok") + " " + design.source().name() + "  "
                        + terminal.dim(count(design.compiled().design().tables().size(), "table") + ", "
                                + count(design.compiled().design().entities().size(), "entity") + ", "
                                + count(design.compiled().design().patterns().size(), "pattern")));
    }

    public static String count(int number, String word) {
        if (number == 1) {
            return "1 " + word;
        }
        return number + " " + (word.endsWith("y") ? word.substring(0, word.length() - 1) + "ies" : word + "s");
    }

    private static String json(List<JudgedDesign> designs) {
        List<Object> files = new ArrayList<>();
        for (JudgedDesign design : designs) {
            List<Object> findings = new ArrayList<>();
            for (Finding finding : design.findings()) {
                findings.add(Json.map(
                        "rule", finding.rule(),
                        "severity", finding.severity().word(),
                        "subject", finding.subject(),
                        "line", finding.place().line(),
                        "column", finding.place().column(),
                        "length", finding.place().length(),
                        "message", finding.message(),
                        "advice", finding.advice()));
            }
            files.add(Json.map("file", design.source().name(), "findings", findings));
        }
        return Json.write(Json.map("files", files));
    }
}
