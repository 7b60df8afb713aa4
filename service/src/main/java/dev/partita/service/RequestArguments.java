package dev.partita.service;

import dev.partita.design.model.Type;
import dev.partita.item.Limits;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.run.Plans;
import dev.partita.rest.Route;
import dev.partita.rest.Route.From;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a request gives to its pattern: out of the path, the query and the body.
 *
 * @param limit how many items at most; null when it does not say
 * @param cursor as the caller sees it; null for the first page
 */
record RequestArguments(Map<String, Object> values, Integer limit, String cursor) {

    static final String LIMIT = "limit";
    static final String CURSOR = "cursor";

    /** More than this nobody gets in one page anyway; what is asked beyond is a mistake. */
    static final int MOST = Route.MOST_ITEMS;

    /**
     * @param path a value for each variable of the route
     * @param query as it was sent; null when there is none
     * @throws Refused for what cannot be read
     * @throws InvalidValues for arguments that are unknown or of another type
     */
    static RequestArguments of(
            Route route, Plans plans, boolean paged, List<String> path, String query, byte[] body, String contentType) {
        List<String> variables = route.variables();
        boolean hasQuery = query != null && !query.isEmpty();
        if (!hasQuery && body.length == 0 && variables.size() == 1 && !takesList(route)) {
            // Most reads are of one item by its id.
            return new RequestArguments(Map.of(variables.get(0), path.get(0)), null, null);
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            Route.Input input = input(route, variables.get(i));
            boolean isList = input != null && input.argument().type().isListOrSet();
            values.put(variables.get(i), isList ? List.of(path.get(i)) : path.get(i));
        }
        Integer limit = null;
        String cursor = null;
        List<Violation> violations = new ArrayList<>();
        for (Map.Entry<String, List<String>> parameter : Parameters.of(query).entrySet()) {
            String name = parameter.getKey();
            Route.Input input = input(route, name);
            if (input != null && input.from() == From.QUERY) {
                values.put(name, value(input.argument(), parameter.getValue()));
            } else if (paged && input == null && name.equals(LIMIT)) {
                limit = limit(one(name, parameter.getValue()));
            } else if (paged && input == null && name.equals(CURSOR)) {
                cursor = one(name, parameter.getValue());
            } else {
                violations.add(misplaced(route, name, input));
            }
        }
        if (!violations.isEmpty()) {
            throw new InvalidValues(violations);
        }
        addBody(route, plans, body, contentType, values);
        for (Route.Input input : route.inputs()) {
            if (input.mayBeNone()) {
                values.putIfAbsent(input.name(), List.of());
            }
        }
        return new RequestArguments(values, limit, cursor);
    }

    private static boolean takesList(Route route) {
        for (Route.Input input : route.inputs()) {
            if (input.argument().type().isListOrSet()) {
                return true;
            }
        }
        return false;
    }

    private static void addBody(Route route, Plans plans, byte[] body, String contentType, Map<String, Object> values) {
        if (body.length == 0) {
            return;
        }
        boolean takesBody = !route.method().equals("GET") && !route.method().equals("DELETE");
        if (!takesBody) {
            throw Refused.unreadable(
                    "A " + route.method() + " takes no body here; give arguments as query parameters.");
        }
        requireJson(contentType);
        Map<String, Object> members = JsonBody.read(body);
        ArgumentCheck.require(plans, route.plan(), members);
        members.forEach((name, value) -> {
            Object known = values.putIfAbsent(name, value);
            if (known != null && !known.equals(String.valueOf(value))) {
                throw new InvalidValues(List.of(new Violation(
                        route.pattern().name(),
                        name,
                        null,
                        "twice",
                        "stands in the path already, and there it is another")));
            }
            if (value == null && known == null) {
                values.put(name, null);
            }
        });
    }

    /** @throws Refused when it is anything but JSON in UTF-8 */
    static void requireJson(String contentType) {
        String type = contentType == null ? "" : contentType.strip().toLowerCase(Locale.ROOT);
        if (type.equals("application/json")) {
            return;
        }
        int semicolon = type.indexOf(';');
        String media = (semicolon < 0 ? type : type.substring(0, semicolon)).strip();
        String parameters = semicolon < 0
                ? ""
                : type.substring(semicolon + 1).replace(" ", "").replace("\"", "");
        boolean isJson =
                media.equals("application/json") || media.startsWith("application/") && media.endsWith("+json");
        boolean isUtf8 = !parameters.contains("charset=") || parameters.contains("charset=utf-8");
        if (!isJson || !isUtf8) {
            throw Problem.of(
                            ProblemKind.UNSUPPORTED_MEDIA_TYPE,
                            (media.isEmpty()
                                            ? "The body has no Content-Type."
                                            : isJson
                                                    ? "The body is in another character set than UTF-8."
                                                    : "The body has another Content-Type than JSON.")
                                    + " Send Content-Type: application/json.")
                    .with("Accept-Post", "application/json")
                    .refused();
        }
    }

    private static Route.Input input(Route route, String name) {
        for (Route.Input input : route.inputs()) {
            if (input.name().equals(name)) {
                return input;
            }
        }
        return null;
    }

    /** Text; several of the same name are the elements of a list. */
    private static Object value(Argument argument, List<String> given) {
        Type type = argument.type();
        if (type.isListOrSet()) {
            return given;
        }
        String text = one(argument.name(), given);
        return type == Type.Simple.ANY ? literal(text) : text;
    }

    /** An argument whose type the design does not tell is a number or truth where it looks like one, and text in quotes. */
    private static Object literal(String text) {
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        int length = text.length();
        if (length >= 2 && text.charAt(0) == '"' && text.charAt(length - 1) == '"') {
            return text.substring(1, length - 1);
        }
        boolean isNumber = length > 0 && length <= JsonBody.NUMBER_CHARS;
        int digits = 0;
        int points = 0;
        for (int i = 0; i < length && isNumber; i++) {
            char c = text.charAt(i);
            digits += c >= '0' && c <= '9' ? 1 : 0;
            points += c == '.' ? 1 : 0;
            isNumber = c >= '0' && c <= '9' || c == '.' && points == 1 && i > 0 || c == '-' && i == 0;
        }
        return isNumber && digits > 0 && digits <= Limits.NUMBER_DIGITS && text.charAt(length - 1) != '.'
                ? new BigDecimal(text)
                : text;
    }

    private static String one(String name, List<String> given) {
        if (given.size() > 1) {
            throw Refused.unreadable("The query has " + name + " more than once; it takes one value.");
        }
        return given.get(0);
    }

    private static Integer limit(String text) {
        int number = 0;
        boolean isNumber = !text.isEmpty() && text.length() <= 9;
        for (int i = 0; i < text.length() && isNumber; i++) {
            char c = text.charAt(i);
            isNumber = c >= '0' && c <= '9';
            number = number * 10 + c - '0';
        }
        if (!isNumber || number < 1 || number > MOST) {
            throw Refused.unreadable("limit must be a whole number from 1 to " + MOST + ".");
        }
        return number;
    }

    private static Violation misplaced(Route route, String name, Route.Input input) {
        String pattern = route.pattern().name();
        if (input != null) {
            return new Violation(
                    pattern,
                    name,
                    null,
                    "place",
                    input.from() == From.PATH ? "stands in the path, not in the query" : "belongs into the body");
        }
        List<String> names = new ArrayList<>();
        for (Route.Input known : route.inputs()) {
            if (known.from() == From.QUERY) {
                names.add(known.name());
            }
        }
        boolean isPaging = name.equals(LIMIT) || name.equals(CURSOR);
        return new Violation(
                pattern,
                name,
                null,
                "unknown",
                isPaging
                        ? "is for lists only"
                        : "is no parameter of " + pattern
                                + (names.isEmpty()
                                        ? ", which takes none in the query"
                                        : "; it takes " + String.join(", ", names)));
    }
}
