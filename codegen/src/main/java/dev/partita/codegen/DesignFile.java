package dev.partita.codegen;

import dev.partita.design.Design;
import dev.partita.design.Node;
import dev.partita.design.Place;
import dev.partita.design.Source;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The design itself as Java: calls of the constructors of its records, so that a start reads and parses nothing. It walks the
 * records by reflection, here and not where the code runs; so it need not change when the language of designs grows.
 *
 * <p>Where things stand in the file, its text, its samples and what its author ignores are left out: nobody asks for them then.
 */
final class DesignFile {

    /** Longer expressions become methods of their own: the JVM has a limit, and readers too. */
    private static final int METHOD_CHARACTERS = 1_500;

    /** The JVM's limit for one constant is 65,535 bytes. */
    private static final int LITERAL_CHARACTERS = 16_000;

    private final Scope scope;
    private final JavaFile file;
    private final Map<String, String[]> methods = new LinkedHashMap<>();
    private final Set<String> taken = new HashSet<>(Set.of("map"));

    DesignFile(Scope scope) {
        this.scope = scope;
        this.file = scope.file(scope.vocabulary().designClass());
    }

    JavaFile file() {
        String type = file.use(Design.class);
        String node = file.use(Node.class);
        String whole = expression(trimmed(scope.design()), "design");
        file.javadoc("The design " + JavaFile.doc(scope.design().name())
                + " as a value, so that no file is read when a program starts.");
        file.open("public final class " + scope.vocabulary().designClass()).blank();
        file.line("private static final " + node + " NODE = new " + node + ".Text(\"\", false, " + file.use(Place.class)
                + ".START);");
        file.blank().line("public static final " + type + " DESIGN = " + whole + ";");
        file.blank().line("private " + scope.vocabulary().designClass() + "() {}");
        methods.forEach((name, method) -> {
            file.blank().open("private static " + method[0] + " " + name + "()");
            file.line("return " + method[1] + ";").close();
        });
        map();
        return file.close();
    }

    private static Design trimmed(Design design) {
        return new Design(
                design.name(),
                design.about(),
                // Without its folder, so that the code is the same wherever it is made.
                new Source(design.source().name().replaceFirst("^.*[/\\\\]", ""), ""),
                design.node(),
                design.separator(),
                // The rules of a region are read from a file; those of UTC are not.
                design.zone().normalized().equals(ZoneOffset.UTC) ? ZoneOffset.UTC : design.zone(),
                design.types(),
                design.tables(),
                design.entities(),
                design.quotas(),
                design.patterns(),
                design.identity(),
                design.roles(),
                design.allow(),
                design.alarms(),
                Map.of(),
                List.of());
    }

    private void map() {
        String map = file.use("java.util.Map") + "<String, V>";
        String list = file.use("java.util.List");
        file.blank().javadoc("A map in this order; values may be null.");
        file.open("private static <V> " + map + " map(" + list + "<String> names, " + list + "<? extends V> values)");
        file.line(map + " map = new " + file.use("java.util.LinkedHashMap") + "<>();");
        file.open("for (int i = 0; i < names.size(); i++)");
        file.line("map.put(names.get(i), values.get(i));").close();
        file.line("return map;").close();
    }

    /** @param hint what a method that holds it may be called */
    private String expression(Object value, String hint) {
        if (value == null) {
            return "null";
        }
        if (value instanceof String text) {
            return text(text);
        }
        if (value instanceof Node) {
            return "NODE";
        }
        if (value instanceof Place) {
            return file.use(Place.class) + ".START";
        }
        if (value instanceof Enum<?> constant) {
            return use(constant.getDeclaringClass()) + "." + constant.name();
        }
        if (value instanceof Boolean || value instanceof Integer) {
            return value.toString();
        }
        if (value instanceof Long || value instanceof Double) {
            return value + (value instanceof Long ? "L" : "d");
        }
        if (value instanceof BigDecimal number) {
            return "new " + file.use(BigDecimal.class) + "(\"" + number + "\")";
        }
        if (value instanceof ZoneId zone) {
            return zone == ZoneOffset.UTC
                    ? file.use(ZoneOffset.class) + ".UTC"
                    : file.use(ZoneId.class) + ".of(" + JavaFile.literal(zone.getId()) + ")";
        }
        if (value instanceof Map<?, ?> map) {
            return map(map, hint);
        }
        if (value instanceof List<?> list) {
            return list(list, hint);
        }
        return record(value, hint);
    }

    private String record(Object value, String hint) {
        List<String> parts = new ArrayList<>();
        String name = hint;
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            Object part = part(value, component);
            if (component.getName().equals("name") && part instanceof String own && !(value instanceof Design)) {
                name = Names.variable(own + "_" + value.getClass().getSimpleName());
            }
            String below = Names.member((value instanceof Design ? "" : name + "_") + component.getName());
            parts.add(expression(part, below));
        }
        String type = use(value.getClass());
        return hoisted("new " + type + "(" + lines(parts) + ")", type, name);
    }

    private static Object part(Object value, RecordComponent component) {
        try {
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("A component of " + value.getClass() + " cannot be read", e);
        }
    }

    private String map(Map<?, ?> map, String hint) {
        if (map.isEmpty()) {
            return file.use("java.util.Map") + ".of()";
        }
        List<String> values = new ArrayList<>();
        map.forEach((name, value) -> values.add(expression(value, hint + Names.type((String) name))));
        String whole = "map(" + list(List.copyOf(map.keySet()), hint) + ", " + list(values, map.values()) + ")";
        return hoisted(whole, file.use("java.util.Map") + "<String, " + common(map.values()) + ">", hint);
    }

    private String list(List<?> list, String hint) {
        List<String> values = new ArrayList<>();
        list.forEach(value -> values.add(expression(value, hint + (values.size() + 1))));
        return hoisted(list(values, list), file.use("java.util.List") + "<" + common(list) + ">", hint);
    }

    private String list(List<String> expressions, Collection<?> values) {
        if (values.stream().noneMatch(Objects::isNull)) {
            return file.use("java.util.List") + ".of(" + lines(expressions) + ")";
        }
        return expressions.size() == 1
                ? file.use("java.util.Collections") + ".singletonList(null)"
                : file.use("java.util.Arrays") + ".asList(" + lines(expressions) + ")";
    }

    /** The same expression, or a call of a method that returns it. */
    private String hoisted(String expression, String type, String hint) {
        if (expression.length() < METHOD_CHARACTERS) {
            return expression;
        }
        String name = Names.unused(hint, "", taken);
        methods.put(name, new String[] {type, expression});
        return name + "()";
    }

    /** The class of the design's model that all these are of. */
    private String common(Collection<?> values) {
        Set<Class<?>> types = values.stream()
                .map(value -> value == null ? Object.class : model(value.getClass()))
                .collect(Collectors.toSet());
        return types.size() == 1 ? use(types.iterator().next()) : "Object";
    }

    /** The outermost sealed interface of a node, else the class itself. */
    private static Class<?> model(Class<?> type) {
        for (Class<?> parent : type.getInterfaces()) {
            if (parent.isSealed() && parent.getPackage() == Design.class.getPackage()) {
                return model(parent);
            }
        }
        return type;
    }

    private static String lines(List<String> parts) {
        String one = String.join(", ", parts);
        return one.length() <= 100 && !one.contains("\n")
                ? one
                : "\n        " + String.join(",\n", parts).replace("\n", "\n        ");
    }

    private String use(Class<?> type) {
        String outer = type.getDeclaringClass() == null ? null : use(type.getDeclaringClass());
        return outer == null ? file.use(type) : outer + "." + type.getSimpleName();
    }

    private static String text(String text) {
        if (text.length() <= LITERAL_CHARACTERS) {
            return JavaFile.literal(text);
        }
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); from += LITERAL_CHARACTERS) {
            pieces.add(JavaFile.literal(text.substring(from, Math.min(text.length(), from + LITERAL_CHARACTERS))));
        }
        return "String.join(\"\", " + String.join(", ", pieces) + ")";
    }
}
