package dev.partita.runtime;

import dev.partita.design.Design;
import dev.partita.design.Table;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.TableRequests;
import java.util.Map;

/** Makes the tables of a design. */
record Tables(Design design, Endpoint endpoint, Map<String, String> environment) {

    void create() {
        TableRequests requests = new TableRequests(design, environment);
        for (Table table : design.tables().values()) {
            try {
                endpoint.call(requests.createTable(table));
                requests.timeToLive(table).ifPresent(endpoint::call);
            } catch (EndpointException e) {
                if (!e.code().equals("ResourceInUseException")) {
                    throw e;
                }
            }
        }
    }
}
