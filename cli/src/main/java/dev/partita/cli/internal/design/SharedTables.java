package dev.partita.cli.internal.design;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Severity;
import dev.partita.design.model.Table;
import dev.partita.lint.JudgedDesign;
import dev.partita.plan.internal.request.TableRequests;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables of several designs that have one name in DynamoDB: at one endpoint they would be one table. */
final class SharedTables {

    private record Named(JudgedDesign file, Table table, Map<String, Object> shape) {

        /** One table for two designs is meant where both say its name, and the same of it. */
        boolean isMeantWith(Named other) {
            return isStated() && other.isStated() && shape.equals(other.shape);
        }

        private boolean isStated() {
            return table.node() != null && table.node().get("name") != null;
        }
    }

    /** The same files, each with what it has in common with one before it. */
    static List<JudgedDesign> compared(List<JudgedDesign> files) {
        if (files.size() == 1) {
            return files;
        }
        Map<String, Named> seen = new LinkedHashMap<>();
        List<JudgedDesign> compared = new ArrayList<>();
        for (JudgedDesign file : files) {
            List<Finding> findings = new ArrayList<>(file.findings());
            boolean isSound = findings.stream().noneMatch(Finding::isError);
            Design design =
                    file.compiled() == null || !isSound ? null : file.compiled().design();
            for (Table table :
                    design == null ? List.<Table>of() : design.tables().values()) {
                Map<String, String> environment = System.getenv();
                String name = table.physicalName(environment);
                Named own = new Named(
                        file,
                        table,
                        new TableRequests(design, environment)
                                .createTable(table)
                                .body());
                Named other = seen.putIfAbsent(name, own);
                if (other != null && other.file() != file && !own.isMeantWith(other)) {
                    findings.add(new Finding(
                            "table-named-twice",
                            Severity.WARNING,
                            table.id(),
                            table.node().get("name") == null
                                    ? table.node().place()
                                    : table.node().placeOf("name"),
                            other.file().source().name() + " has a table " + name
                                    + ", too: the two designs cannot be at one endpoint",
                            "write `name: " + design.name() + "-" + table.id()
                                    + "`; or the same `name:` in both, if it is one table"));
                }
            }
            compared.add(file.withFindings(findings));
        }
        return compared;
    }

    private SharedTables() {}
}
