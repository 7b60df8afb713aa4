package dev.partita.runtime;

import dev.partita.design.Design;
import dev.partita.design.model.Table;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Pause;
import dev.partita.plan.Request;
import dev.partita.plan.internal.request.TableRequests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/** Makes the tables of a design, or sees that those that are there are as it says. */
final class TableSetup {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final int MOST_LOOKS = 1_200;

    /** By place: which design of this process made or met a table first. */
    private static final Map<Endpoint, Map<String, String>> OWNERS = Collections.synchronizedMap(new WeakHashMap<>());

    private final Design design;
    private final Endpoint endpoint;
    private final Map<String, String> environment;
    private final TableRequests requests;
    private final Pause pause;

    TableSetup(Design design, Endpoint endpoint, Map<String, String> environment, Pause pause) {
        this.design = design;
        this.endpoint = endpoint;
        this.environment = environment;
        this.requests = new TableRequests(design, environment);
        this.pause = pause;
    }

    /** @throws IllegalStateException when a table that is there differs from the design */
    void create() {
        for (Table table : design.tables().values()) {
            if (description(table) == null) {
                owners().remove(table.physicalName(environment));
                make(table);
            }
            requireOwn(table);
        }
        List<String> differences = new ArrayList<>();
        for (Table table : design.tables().values()) {
            Map<?, ?> found = whenActive(table);
            List<String> own = TableDifferences.of(requests.createTable(table).body(), found);
            own.addAll(expire(table));
            told(table, own, differences);
        }
        if (!differences.isEmpty()) {
            throw new IllegalStateException(String.join(". ", differences));
        }
    }

    /**
     * Two designs that share a table say so by its name. A table without {@code name:} is called as the design calls it, and
     * {@code main} of one design would be that of another without a word.
     */
    private void requireOwn(Table table) {
        String name = table.physicalName(environment);
        String owner = owners().putIfAbsent(name, design.name());
        if (owner != null && !owner.equals(design.name()) && name.equals(table.id())) {
            throw new IllegalStateException("The designs " + owner + " and " + design.name()
                    + " both have a table " + name + ", and it would be the same one. Give it a name of its own in "
                    + design.name() + ": `name: " + design.name() + "-" + name
                    + "`; or, if they are to share it, the same name in both.");
        }
    }

    private Map<String, String> owners() {
        return OWNERS.computeIfAbsent(endpoint, place -> new ConcurrentHashMap<>());
    }

    /** What is missing or different, without changing anything. */
    List<String> differences() {
        List<String> differences = new ArrayList<>();
        for (Table table : design.tables().values()) {
            Map<?, ?> found = description(table);
            if (found == null) {
                differences.add("The table " + table.physicalName(environment) + " of the design " + design.name()
                        + " is missing");
            } else {
                List<String> own =
                        TableDifferences.of(requests.createTable(table).body(), found);
                told(table, own, differences);
            }
        }
        return differences;
    }

    private void told(Table table, List<String> own, List<String> differences) {
        if (!own.isEmpty()) {
            differences.add("The table " + table.physicalName(environment) + " differs from the design " + design.name()
                    + ": " + String.join("; ", own));
        }
    }

    private void make(Table table) {
        try {
            endpoint.call(requests.createTable(table));
        } catch (EndpointException e) {
            // Another has made it at the same moment.
            if (!e.code().equals("ResourceInUseException")) {
                throw e;
            }
        }
    }

    /** Null when there is no such table. */
    private Map<?, ?> description(Table table) {
        try {
            return member(endpoint.describe(requests.describe("DescribeTable", table)), "Table");
        } catch (EndpointException e) {
            if (e.code().equals("ResourceNotFoundException")) {
                return null;
            }
            throw e;
        }
    }

    private Map<?, ?> whenActive(Table table) {
        for (int look = 0; look < MOST_LOOKS; look++) {
            Map<?, ?> found = description(table);
            if (found != null && isActive(found)) {
                return found;
            }
            pause.of(BETWEEN_LOOKS);
        }
        throw new IllegalStateException(
                "The table " + table.physicalName(environment) + " does not become active; look at it in the console");
    }

    private static boolean isActive(Map<?, ?> found) {
        return isActive(found.get("TableStatus"))
                && TableDifferences.maps(found.get("GlobalSecondaryIndexes")).stream()
                        .allMatch(index -> isActive(index.get("IndexStatus")));
    }

    private static boolean isActive(Object status) {
        return status == null || status.equals("ACTIVE");
    }

    private List<String> expire(Table table) {
        Request.TableRequest wanted = requests.timeToLive(table).orElse(null);
        if (wanted == null) {
            return List.of();
        }
        Map<?, ?> found =
                member(endpoint.describe(requests.describe("DescribeTimeToLive", table)), "TimeToLiveDescription");
        Object status = found.get("TimeToLiveStatus");
        if (!"ENABLED".equals(status) && !"ENABLING".equals(status)) {
            endpoint.call(wanted);
            return List.of();
        }
        return table.expiry().equals(found.get("AttributeName"))
                ? List.of()
                : List.of("its items expire by " + found.get("AttributeName") + ", not by " + table.expiry());
    }

    private static Map<?, ?> member(Map<?, ?> body, String name) {
        return body.get(name) instanceof Map<?, ?> map ? map : Map.of();
    }
}
