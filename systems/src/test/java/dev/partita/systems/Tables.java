package dev.partita.systems;

import dev.partita.design.Design;
import dev.partita.design.model.Table;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.plan.internal.request.TableRequests;
import dev.partita.plan.internal.value.Ids;
import dev.partita.runtime.Database;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Makes a design's tables anew on an endpoint. */
final class Tables {

    /** What the tables' names are made with. */
    static final Map<String, String> ENVIRONMENT = Map.of("PARTITA_ENV", "test");

    private Tables() {}

    /** The database of a design on them, with the same ids in every run. */
    static Database database(Design design, Endpoint endpoint, InstantSource now) {
        return Database.builder(design, endpoint)
                .clock(now.withZone(ZoneOffset.UTC))
                .ids(new Ids(new Random(7)))
                .environment(ENVIRONMENT)
                .build();
    }

    /** Expiry stays off: a sweep by the machine's clock would take items that a test's clock still sees. */
    static void create(Design design, Endpoint endpoint) {
        drop(design, endpoint);
        TableRequests requests = new TableRequests(design, ENVIRONMENT);
        for (Table table : design.tables().values()) {
            Map<String, Object> body =
                    new LinkedHashMap<>(requests.createTable(table).body());
            // A protected table could not be dropped for the next test.
            body.remove("DeletionProtectionEnabled");
            endpoint.call(new Request.TableRequest("CreateTable", body));
        }
    }

    static void drop(Design design, Endpoint endpoint) {
        for (Table table : design.tables().values()) {
            try {
                endpoint.call(
                        new Request.TableRequest("DeleteTable", Map.of("TableName", table.physicalName(ENVIRONMENT))));
            } catch (EndpointException e) {
                if (!e.code().equals("ResourceNotFoundException")) {
                    throw e;
                }
            }
        }
    }

    /** How many items there are in all of them. */
    static int size(Design design, Endpoint endpoint) {
        int size = 0;
        for (Table table : design.tables().values()) {
            Item start = null;
            do {
                Answer answer = endpoint.call(new Request.Scan(
                        table.physicalName(ENVIRONMENT),
                        null,
                        null,
                        null,
                        Map.of(),
                        Map.of(),
                        true,
                        false,
                        null,
                        start));
                size += answer.items().size();
                start = answer.lastEvaluatedKey();
            } while (start != null);
        }
        return size;
    }
}
