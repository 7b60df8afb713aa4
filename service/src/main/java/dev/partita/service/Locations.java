package dev.partita.service;

import dev.partita.rest.Route;
import dev.partita.rest.Routes;
import java.util.Map;

/** The address at which an item is read, for {@code Location}. */
final class Locations {

    private Locations() {}

    /** Null when no pattern reads one such item, or a value that it takes is not known. */
    static String of(Routes routes, String entity, Map<String, Object> values) {
        Route route = entity == null ? null : routes.item(entity);
        return route == null ? null : filled(route, values);
    }

    private static String filled(Route route, Map<String, Object> values) {
        String template = route.path();
        StringBuilder address = new StringBuilder();
        int from = 0;
        for (String variable : route.variables()) {
            int open = template.indexOf('{', from);
            address.append(template, from, open);
            from = template.indexOf('}', open) + 1;
            String text = text(values.get(variable));
            if (text == null || text.isEmpty() || text.equals(".") || text.equals("..")) {
                return null;
            }
            Parameters.encode(text, address);
        }
        address.append(template, from, template.length());
        char mark = '?';
        for (Route.Input input : route.inputs()) {
            if (input.from() == Route.From.QUERY && input.argument().required()) {
                String text = text(values.get(input.name()));
                if (text == null) {
                    return null;
                }
                address.append(mark).append(input.name()).append('=');
                Parameters.encode(text, address);
                mark = '&';
            }
        }
        return address.toString();
    }

    private static String text(Object value) {
        return value == null ? null : value.toString();
    }
}
