package dev.partita.spring;

import dev.partita.design.Design;
import dev.partita.plan.Endpoint;
import dev.partita.runtime.Database;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.core.env.PropertyResolver;

/**
 * Opens databases at the application's endpoint. A generated client becomes a bean in one line:
 *
 * <pre>
 * &#64;Bean
 * Orders orders(Databases databases) {
 *     return Orders.on(databases.open(OrdersDesign.design()));
 * }
 * </pre>
 *
 * <p>Threads may share it, and the databases it opens.
 */
public final class Databases {

    private static final String ENVIRONMENT = "PARTITA_ENV";

    private final Endpoint endpoint;
    private final PartitaProperties properties;
    private final PropertyResolver variables;
    private final DatabaseCustomizer customizer;
    private final List<OpenListener> listeners;
    private final List<OpenDatabase> opened = new CopyOnWriteArrayList<>();

    Databases(
            Endpoint endpoint,
            PartitaProperties properties,
            PropertyResolver variables,
            DatabaseCustomizer customizer,
            List<OpenListener> listeners) {
        this.endpoint = endpoint;
        this.properties = properties;
        this.variables = variables;
        this.customizer = customizer;
        this.listeners = List.copyOf(listeners);
    }

    /** A database for a design; its tables are made if {@code partita.create-tables} says so. */
    public Database open(Design design) {
        Map<String, String> environment = environment(design);
        Database.Builder builder = Database.builder(design, endpoint).environment(environment);
        if (properties.cursorSecret() != null) {
            builder.sealingCursorsWith(properties.cursorSecret());
        }
        customizer.customize(builder);
        Database database = builder.build();
        if (properties.createTables()) {
            database.createTables();
        }
        opened.add(new OpenDatabase(design, environment));
        listeners.forEach(listener -> listener.opened(design));
        return database;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    List<OpenDatabase> opened() {
        return opened;
    }

    /** The variables in the names of the design's tables are properties of the application like any other. */
    private Map<String, String> environment(Design design) {
        Map<String, String> environment = new HashMap<>();
        design.tables().values().stream()
                .flatMap(table -> table.variables().stream())
                .filter(variables::containsProperty)
                .forEach(variable -> environment.put(variable, variables.getProperty(variable)));
        String name = properties.environment() == null ? variables.getProperty(ENVIRONMENT) : properties.environment();
        if (name != null) {
            environment.put(ENVIRONMENT, name);
        }
        return environment;
    }

    /**
     * What is known of a database that was opened.
     *
     * @param environment fills the variables in the names of its tables
     */
    record OpenDatabase(Design design, Map<String, String> environment) {}
}
