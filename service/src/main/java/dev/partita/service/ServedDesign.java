package dev.partita.service;

import dev.partita.access.Access;
import dev.partita.access.SignIn;
import dev.partita.design.Design;
import dev.partita.meter.DesignMeter;
import dev.partita.rest.Route;
import dev.partita.rest.RouteMatch;
import dev.partita.rest.Routes;
import dev.partita.runtime.CallOptions;
import dev.partita.runtime.Database;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Map;

/** One design that is served: its database, its routes, and who may call them. */
final class ServedDesign {

    private final Database database;
    private final Database reading;
    private final CallOptions options;
    private final Access access;
    private final SignIn signIn;
    private final Routes routes;
    private final Map<Route, RouteOperation> operations = new IdentityHashMap<>();

    /**
     * @param signIn null when the design has no accounts
     * @param timeout for one call; null for none
     */
    ServedDesign(Database database, Access access, SignIn signIn, DesignMeter meter, Duration timeout) {
        this.database = database;
        this.options = timeout == null ? database.options() : database.options().timeout(timeout);
        this.reading = timeout == null ? database : database.with(options);
        this.access = access;
        this.signIn = signIn;
        this.routes = Routes.of(database.plans());
        for (Route route : routes.all()) {
            operations.put(
                    route,
                    new RouteOperation(
                            route, database, meter.pattern(route.pattern().name())));
        }
    }

    String name() {
        return database.design().name();
    }

    Design design() {
        return database.design();
    }

    Routes routes() {
        return routes;
    }

    Access access() {
        return access;
    }

    SignIn signIn() {
        return signIn;
    }

    /** For reads whose answer says itself what it took. */
    Database reading() {
        return reading;
    }

    Database database() {
        return database;
    }

    CallOptions options() {
        return options;
    }

    RouteMatch match(String method, String path) {
        return routes.match(method, path);
    }

    RouteOperation operation(Route route) {
        return operations.get(route);
    }
}
