package dev.partita.rest;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.compile.Through;
import dev.partita.rest.Route.From;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Routes as a table for people: one line each, the whole API at a glance. */
public final class RouteTable {

    /**
     * One line.
     *
     * @param path behind the design's own
     * @param takes what it takes beside the path: {@code ?date&action} in the query, {@code {email name?}} in the body; a
     *     question mark behind a name says that it may be left out
     * @param allow who may call it
     */
    public record Row(String method, String path, String takes, String pattern, String allow) {}

    private RouteTable() {}

    /** The routes to show, in the file's order: one for each pattern. */
    public static List<Row> rows(Routes routes) {
        return routes.design().patterns().keySet().stream()
                .map(routes::preferred)
                .map(route -> row(routes, route))
                .toList();
    }

    /** The same as text in columns. */
    public static String text(Routes routes) {
        List<Row> rows = new ArrayList<>(rows(routes));
        int method = width(rows, Row::method);
        int path = width(rows, Row::path);
        int pattern = width(rows, Row::pattern);
        int allow = width(rows, Row::allow);
        return rows.stream()
                .map(row -> (pad(row.method(), method)
                                + pad(row.path(), path)
                                + pad(row.pattern(), pattern)
                                + pad(row.allow(), allow)
                                + row.takes())
                        .stripTrailing())
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static Row row(Routes routes, Route route) {
        return new Row(
                route.method(),
                route.path().substring(routes.base().length()),
                takes(route),
                route.pattern().name(),
                String.join(", ", allow(routes.design(), route.pattern())));
    }

    private static String takes(Route route) {
        String query = names(route.from(From.QUERY), "&");
        String body = names(route.from(From.BODY), " ");
        return (query.isEmpty() ? "" : "?" + query) + (body.isEmpty() ? "" : "{" + body + "}");
    }

    private static String names(List<Route.Input> inputs, String between) {
        return inputs.stream()
                .map(input -> input.name() + (input.isRequired() ? "" : "?"))
                .collect(Collectors.joining(between));
    }

    /**
     * Who may call a pattern: what it says itself, else its entity, else what it follows, else the design; nobody from outside when
     * none does.
     */
    static List<String> allow(Design design, Pattern pattern) {
        if (!pattern.allow().isEmpty()) {
            return pattern.allow();
        }
        Entity entity = pattern.entities().isEmpty()
                ? null
                : design.entities().get(pattern.entities().get(0));
        if (entity != null && !entity.allow().isEmpty()) {
            return entity.allow();
        }
        List<String> followed = Through.of(design, pattern).stream()
                .filter(through -> through.child().equals(entity))
                .map(through -> "through " + through.gate().name())
                .toList();
        return followed.isEmpty() ? design.allow() : followed;
    }

    private static int width(List<Row> rows, Function<Row, String> column) {
        return rows.stream().mapToInt(row -> column.apply(row).length()).max().orElse(0) + 2;
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
