package dev.partita.meter;

import dev.partita.design.Design;
import dev.partita.design.model.Table;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.internal.request.TableRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Whether the tables of a design can be used as they are now. */
final class TablesCheck {

    private final Design design;
    private final Map<String, String> environment;
    private final Endpoint endpoint;
    private final TableRequests requests;

    TablesCheck(Design design, Map<String, String> environment, Endpoint endpoint) {
        this.design = design;
        this.environment = environment;
        this.endpoint = endpoint;
        this.requests = new TableRequests(design, environment);
    }

    /** What is wrong, table by table; empty when all is well. */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        for (Table table : design.tables().values()) {
            String name = table.physicalName(environment);
            try {
                look(
                        name,
                        endpoint.describe(requests.describe("DescribeTable", table))
                                .get("Table"),
                        wrong);
            } catch (EndpointException refused) {
                wrong.add(
                        refused.code().equals("ResourceNotFoundException")
                                ? name + " is not there"
                                : name + ": " + refused.getMessage());
            }
        }
        return wrong;
    }

    private static void look(String name, Object table, List<String> wrong) {
        // An endpoint that describes nothing has said by its answer that the table is there.
        if (!(table instanceof Map<?, ?> found)) {
            return;
        }
        if (!canBeUsed(found.get("TableStatus"))) {
            wrong.add(name + " is " + found.get("TableStatus"));
        }
        if (found.get("GlobalSecondaryIndexes") instanceof List<?> indexes) {
            for (Object one : indexes) {
                if (one instanceof Map<?, ?> index && !canBeUsed(index.get("IndexStatus"))) {
                    wrong.add("index " + index.get("IndexName") + " of " + name + " is " + index.get("IndexStatus"));
                }
            }
        }
    }

    /** What is being changed serves meanwhile. */
    private static boolean canBeUsed(Object status) {
        return status == null || status.equals("ACTIVE") || status.equals("UPDATING");
    }
}
