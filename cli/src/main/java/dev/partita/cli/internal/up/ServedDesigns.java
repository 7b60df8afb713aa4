package dev.partita.cli.internal.up;

import dev.partita.cli.internal.design.DesignFiles;
import dev.partita.cli.internal.design.ShippedDesigns;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Report;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Table;
import dev.partita.lint.JudgedDesign;
import dev.partita.plan.internal.request.TableRequests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The designs a service is to serve, read and compiled. One that is broken is refused, and with it the start. */
final class ServedDesigns {

    private ServedDesigns() {}

    /**
     * @param names files or names of designs that ship; all of those when empty
     * @param environment fills the variables in tables' names
     * @throws UsageException with what the compiler says, or when two designs cannot be served side by side
     */
    static List<Design> load(List<String> names, Map<String, String> environment, boolean coloured) {
        List<String> wanted = names.isEmpty() ? ShippedDesigns.NAMES : names;
        List<Design> designs =
                wanted.parallelStream().map(name -> load(name, coloured)).toList();
        Map<String, String> byName = new LinkedHashMap<>();
        Map<String, Map<String, Object>> shapes = new LinkedHashMap<>();
        Map<String, String> owners = new LinkedHashMap<>();
        Set<String> unnamed = new LinkedHashSet<>();
        for (int i = 0; i < designs.size(); i++) {
            Design design = designs.get(i);
            String other = byName.putIfAbsent(design.name(), wanted.get(i));
            if (other != null) {
                throw new UsageException(
                        other + " and " + wanted.get(i) + " are both called " + design.name()
                                + ", and a design is served under its name. Rename one: `design:` is the first word of its file.");
            }
            TableRequests requests = new TableRequests(design, environment);
            for (Table table : design.tables().values()) {
                String name = table.physicalName(environment);
                Map<String, Object> shape = requests.createTable(table).body();
                Map<String, Object> before = shapes.putIfAbsent(name, shape);
                String owner = owners.putIfAbsent(name, design.name());
                // One table for two designs is meant only where both say so; a name nobody gave is the same by chance.
                boolean isNamed = table.node() != null && table.node().get("name") != null;
                boolean wasNamed = !unnamed.contains(name);
                if (!isNamed) {
                    unnamed.add(name);
                }
                if (before != null && !(isNamed && wasNamed)) {
                    throw new UsageException("The designs " + owner + " and " + design.name() + " both have a table "
                            + name + ". Write `name: " + design.name() + "` at the table " + table.id()
                            + " of one of them; or the same `name:` in both, if it is one table.");
                }
                if (before != null && !before.equals(shape)) {
                    throw new UsageException("The designs " + owner + " and " + design.name() + " both have a table "
                            + name + ", and not the same one. Give it another name in one of them.");
                }
            }
        }
        return designs;
    }

    private static Design load(String name, boolean coloured) {
        if (ShippedDesigns.NAMES.contains(name) && !Files.isRegularFile(Path.of(name))) {
            // Their findings are known, so they need not be found at every start.
            return Reader.read(DesignFiles.source(name)).design();
        }
        JudgedDesign file = DesignFiles.open(name);
        if (file.findings().stream().anyMatch(Finding::isError)) {
            List<Finding> errors =
                    file.helped().findings().stream().filter(Finding::isError).toList();
            throw new UsageException("The design " + file.source().name() + " cannot be served.\n"
                    + new Report(file.source(), coloured).text(errors).stripTrailing());
        }
        return file.compiled().design();
    }
}
