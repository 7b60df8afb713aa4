package dev.partita.rest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Routes by the parts of their paths. A node has a child for each literal part and one for whatever else stands there, so a look
 * costs a step for each part however many routes there are. Literals go first: {@code /users/active} is not the user "active"
 * as long as there is such a route for the method.
 */
final class RouteTree {

    private final Map<String, RouteTree> literals = new HashMap<>();
    private final Map<String, Route> routes = new HashMap<>();
    private RouteTree variable;

    /** False when another route has its method and the shape of its path already. */
    boolean add(Route route, List<String> parts) {
        RouteTree node = this;
        for (String part : parts) {
            if (part.startsWith("{")) {
                if (node.variable == null) {
                    node.variable = new RouteTree();
                }
                node = node.variable;
            } else {
                node = node.literals.computeIfAbsent(part, name -> new RouteTree());
            }
        }
        return node.routes.putIfAbsent(route.method(), route) == null;
    }

    RouteMatch find(String method, List<String> parts) {
        List<String> values = new ArrayList<>(4);
        Route route = find(method, parts, 0, values);
        if (route != null) {
            return new RouteMatch.Found(route, values);
        }
        TreeSet<String> methods = new TreeSet<>();
        collect(parts, 0, methods);
        if (methods.isEmpty()) {
            return new RouteMatch.Nothing();
        }
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        return new RouteMatch.WrongMethod(List.copyOf(methods));
    }

    private Route find(String method, List<String> parts, int index, List<String> values) {
        if (index == parts.size()) {
            return routes.get(method);
        }
        String part = parts.get(index);
        RouteTree literal = literals.get(part);
        if (literal != null) {
            Route found = literal.find(method, parts, index + 1, values);
            if (found != null) {
                return found;
            }
        }
        if (variable != null) {
            values.add(part);
            Route found = variable.find(method, parts, index + 1, values);
            if (found != null) {
                return found;
            }
            values.remove(values.size() - 1);
        }
        return null;
    }

    private void collect(List<String> parts, int index, TreeSet<String> methods) {
        if (index == parts.size()) {
            methods.addAll(routes.keySet());
            return;
        }
        RouteTree literal = literals.get(parts.get(index));
        if (literal != null) {
            literal.collect(parts, index + 1, methods);
        }
        if (variable != null) {
            variable.collect(parts, index + 1, methods);
        }
    }
}
