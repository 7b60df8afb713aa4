package dev.partita.rest;

import dev.partita.design.Design;
import dev.partita.design.model.Pattern;
import dev.partita.plan.run.Plans;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A design as an HTTP API: for every pattern a route of its own, and where one can be made a route that names what the pattern
 * is about. Nothing is reachable that no pattern allows.
 *
 * <p>The same design gives the same routes. Threads may share it.
 */
public final class Routes {

    /** What all paths begin with, the design's name behind it. */
    public static final String PREFIX = "/api/";

    /** What follows the design's name in the routes that every pattern has. */
    public static final String PATTERNS = "patterns";

    private final Design design;
    private final String base;
    private final List<Route> all = new ArrayList<>();
    private final Map<String, List<Route>> byPattern = new LinkedHashMap<>();
    private final RouteTree tree = new RouteTree();
    private final Map<String, Route> items = new LinkedHashMap<>();

    private Routes(Plans plans) {
        this.design = plans.design();
        this.base = PREFIX + design.name();
        ResourceRoutes resources = new ResourceRoutes(plans, base);
        for (Pattern pattern : design.patterns().values()) {
            Route resource = resources.of(pattern.name());
            if (resource != null) {
                add(resource);
            }
            add(Route.of(
                    pattern.verb().writes() ? "POST" : "GET",
                    base + "/" + PATTERNS + "/" + pattern.name(),
                    plans,
                    pattern,
                    Route.Kind.PATTERN));
        }
        resources.items().forEach((entity, pattern) -> items.put(entity, preferred(pattern)));
    }

    /**
     * @throws IllegalArgumentException when a pattern of the design is not served; the linter says why
     */
    public static Routes of(Plans plans) {
        return new Routes(plans);
    }

    /** The same for a design that is not compiled yet. */
    public static Routes of(Design design) {
        return of(new Plans(design));
    }

    public Design design() {
        return design;
    }

    /** {@code /api/url-checks}. */
    public String base() {
        return base;
    }

    /** All routes, in the file's order of their patterns; of two for one pattern, the one to show first. */
    public List<Route> all() {
        return List.copyOf(all);
    }

    /** The routes of one pattern, the one to show first. */
    public List<Route> of(String pattern) {
        return byPattern.getOrDefault(pattern, List.of());
    }

    /** The route to show for a pattern: that of the resource if there is one. */
    public Route preferred(String pattern) {
        return byPattern.get(pattern).get(0);
    }

    /** Where one item of an entity is read, for {@code Location}; null when no pattern reads one by what tells it apart. */
    public Route item(String entity) {
        return items.get(entity);
    }

    /**
     * What a request's path leads to.
     *
     * @param path raw, as sent, without the query
     */
    public RouteMatch match(String method, String path) {
        if (!path.startsWith(base) || path.length() <= base.length() || path.charAt(base.length()) != '/') {
            return new RouteMatch.Nothing();
        }
        List<String> parts;
        try {
            parts = Paths.parts(path, base.length());
        } catch (Paths.Malformed e) {
            return new RouteMatch.Malformed(e.getMessage());
        }
        if (parts == null) {
            return new RouteMatch.Nothing();
        }
        return tree.find(method.equals("HEAD") ? "GET" : method, parts);
    }

    private void add(Route route) {
        if (!tree.add(route, List.of(route.path().substring(base.length() + 1).split("/")))) {
            throw new IllegalStateException("Two patterns have the route " + route);
        }
        all.add(route);
        byPattern
                .computeIfAbsent(route.pattern().name(), name -> new ArrayList<>(2))
                .add(route);
    }
}
