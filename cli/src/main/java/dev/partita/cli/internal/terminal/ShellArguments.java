package dev.partita.cli.internal.terminal;

import dev.partita.document.Json;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.read.Plan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments of a pattern as a shell gives them: {@code name=value}. */
public final class ShellArguments {

    public static Map<String, Object> of(List<String> given, Plan plan) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        List<String> known = plan.arguments().stream().map(Argument::name).toList();
        for (String one : given) {
            int equals = one.indexOf('=');
            if (equals < 1) {
                throw new UsageException("\"" + one + "\" is no argument: write name=value.");
            }
            String argument = one.substring(0, equals);
            if (!known.contains(argument)) {
                throw new UsageException(plan.pattern().name() + " takes no argument " + argument + "; it takes "
                        + (known.isEmpty() ? "none" : String.join(", ", known)) + ".");
            }
            Object value = value(one.substring(equals + 1));
            boolean isMany = isMany(plan, argument) && !(value instanceof Collection<?>);
            if (isMany) {
                // Given again and again, each is one more of a list.
                List<Object> all =
                        new ArrayList<>(arguments.get(argument) instanceof Collection<?> before ? before : List.of());
                all.add(value);
                value = all;
            }
            arguments.put(argument, value);
        }
        return arguments;
    }

    private static boolean isMany(Plan plan, String argument) {
        return plan.arguments().stream()
                .anyMatch(known -> known.name().equals(argument) && known.type().isListOrSet());
    }

    /** Text, unless it is a JSON list or object. */
    private static Object value(String text) {
        if (!text.startsWith("[") && !text.startsWith("{")) {
            return text;
        }
        try {
            return Json.read(text);
        } catch (IllegalArgumentException notJson) {
            return text;
        }
    }

    private ShellArguments() {}
}
