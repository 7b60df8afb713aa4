package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.codegen.Generator;
import dev.partita.plan.internal.compile.Compiled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.lang.model.SourceVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes typed Java from a design, and keeps it up to date. */
@Command(
        name = "generate",
        description = "Writes typed Java from a design: records, enums, and a class with a method for each pattern.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The sources are up to date now.",
            "1:With --check: they are not.",
            "2:It was called wrongly, or the design has errors."
        },
        footer = {
            "",
            "partita generate orders.yaml --package com.shop.orders --out src/main/java",
            "partita generate orders.yaml --package com.shop.orders --out src/main/java --check     in a build"
        })
public final class Generate implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(paramLabel = "DESIGN", description = "A design file, or the name of a design that ships.")
    private String name;

    @Option(
            names = "--package",
            paramLabel = "PACKAGE",
            description = "The Java package; the design's name without hyphens unless stated.")
    private String packageName;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            defaultValue = "src/main/java",
            description = "The folder of sources to write to; ${DEFAULT-VALUE} unless stated.")
    private Path out;

    @Option(names = "--check", description = "Write nothing; fail when the sources are not up to date.")
    private boolean check;

    public Generate(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Compiled compiled = DesignFiles.openSound(name).compiled();
        String chosen = packageName == null ? Generator.packageOf(compiled.design()) : packageName;
        if (!SourceVersion.isName(chosen, SourceVersion.RELEASE_17)) {
            throw new UsageException("\"" + chosen + "\" is no name for a package; say it with --package.");
        }
        Map<String, String> texts = Generator.generate(compiled, new Generator.Options(chosen));
        SourceFolder folder = new SourceFolder(out, Generator.header(compiled.design()));
        List<SourceFolder.Change> changes = folder.changes(texts);
        changes.forEach(this::print);
        if (check) {
            terminal.out().println(summary(changes, texts.size(), "not up to date", "up to date"));
            return changes.isEmpty() ? 0 : 1;
        }
        folder.apply(changes);
        terminal.out().println(summary(changes, texts.size(), "written or removed", "up to date already"));
        return 0;
    }

    private void print(SourceFolder.Change change) {
        String word = String.format("%-7s", change.kind().name().toLowerCase(Locale.ROOT));
        terminal.out()
                .println((change.kind() == SourceFolder.Kind.GONE ? terminal.red(word) : terminal.green(word)) + " "
                        + change.file());
    }

    private static String summary(List<SourceFolder.Change> changes, int files, String some, String none) {
        String all = Check.count(files, "file");
        return changes.isEmpty() ? all + ", " + none : all + ", " + changes.size() + " " + some;
    }
}
