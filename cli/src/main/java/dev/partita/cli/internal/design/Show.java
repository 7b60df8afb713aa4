package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.Palette;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Node;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.document.Json;
import dev.partita.exchange.CompiledJson;
import dev.partita.lint.JudgedDesign;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what a design holds: tables, entities, patterns, and its samples as item collections. */
@Command(
        name = "show",
        description =
                "Shows a design: tables, entities, patterns with what serves them, and the samples as item collections.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110)
public final class Show implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(paramLabel = "DESIGN", description = "A design file, or the name of a design that ships.")
    private String name;

    @Option(
            names = "--json",
            description = "Write the compiled model as JSON: tables, indexes, entities, patterns with their plans.")
    private boolean json;

    @Option(names = "--index", paramLabel = "NAME", description = "Show the item collections as this index sees them.")
    private String index;

    public Show(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        JudgedDesign file = DesignFiles.openReadable(name);
        Design design = file.compiled().design();
        if (json) {
            terminal.out().print(Json.write(CompiledJson.of(file.compiled(), System.getenv())));
            terminal.out().flush();
            return 0;
        }
        Palette palette = new Palette(terminal, design);
        terminal.out().println(terminal.bold(design.name()) + "  " + (design.about() == null ? "" : design.about()));
        if (index == null) {
            heading("Tables");
            design.tables().values().forEach(this::table);
            heading("Entities");
            design.entities().values().forEach(entity -> entity(design, entity, palette));
            heading("Patterns");
            new PatternList(terminal, palette).print(file.compiled());
        }
        heading(index == null ? "Item collections, from the samples" : "Item collections as " + index + " sees them");
        new CollectionChart(terminal, palette).print(design, index, Clock.systemUTC());
        terminal.out().flush();
        return 0;
    }

    private void heading(String text) {
        terminal.out().println();
        terminal.out().println(terminal.bold(text));
    }

    private void table(Table table) {
        List<String> settings = new ArrayList<>();
        settings.add(
                table.billing() == null || table.billing().onDemand()
                        ? "on demand"
                        : table.billing().read() + " read and "
                                + table.billing().write() + " write units");
        if (table.typeAttribute() != null) {
            settings.add("type in " + table.typeAttribute());
        }
        if (table.expiry() != null) {
            settings.add("expires by " + table.expiry());
        }
        if (table.recoveryDays() != null && table.recoveryDays() > 0) {
            settings.add("recovery " + table.recoveryDays() + " days");
        }
        terminal.out()
                .println("  " + table.id() + "  " + terminal.bold(table.physicalName(System.getenv())) + "  "
                        + String.join(" / ", table.keyNames()) + "  " + terminal.dim(String.join(", ", settings)));
        int width =
                table.indexes().keySet().stream().mapToInt(String::length).max().orElse(0);
        for (Table.Index one : table.indexes().values()) {
            String projection =
                    switch (one.projection()) {
                        case ALL, UNSTATED -> "all attributes";
                        case KEYS_ONLY -> "keys only";
                        case INCLUDE -> "with " + String.join(", ", one.projected());
                    };
            terminal.out()
                    .println("    " + pad(one.name(), width) + "  " + (one.local() ? "local   " : "global  ")
                            + String.join(" / ", one.local() ? localKeys(table, one) : one.keyNames()) + "  "
                            + terminal.dim(projection));
        }
    }

    private static List<String> localKeys(Table table, Table.Index index) {
        List<String> keys = new ArrayList<>(List.of(table.partition().name()));
        index.sort().forEach(key -> keys.add(key.name()));
        return keys;
    }

    private void entity(Design design, Entity entity, Palette palette) {
        int width = design.entities().keySet().stream()
                .mapToInt(String::length)
                .max()
                .orElse(0);
        List<String> key = entity.key().values().stream()
                .map(template -> palette.template(entity, template))
                .toList();
        terminal.out()
                .println("  " + palette.entity(entity.name(), pad(entity.name(), width)) + "  "
                        + String.join(terminal.dim("  "), key)
                        + (design.tables().size() > 1 ? terminal.dim("  in " + entity.table()) : ""));
        for (Entity.IndexKeys keys : entity.indexKeys()) {
            List<String> templates = new ArrayList<>();
            for (Template template : keys.keys().values()) {
                templates.add(palette.template(entity, template));
            }
            terminal.out()
                    .println("  " + pad("", width) + "  " + terminal.dim(keys.index() + "  ")
                            + String.join(terminal.dim("  "), templates)
                            + (keys.when() == null ? "" : terminal.dim("  when " + text(keys.node()))));
        }
    }

    private static String text(Node node) {
        return node.get("when") instanceof Node.Text text ? text.value() : "…";
    }

    static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
