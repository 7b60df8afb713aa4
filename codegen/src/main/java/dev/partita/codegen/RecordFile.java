package dev.partita.codegen;

import java.util.ArrayList;
import java.util.List;

/**
 * The record of an entity, of a record type, or of some attributes of an entity.
 *
 * @param subject what messages and Javadoc call it
 * @param isMade whether callers make such records, and so need a builder and {@code with…}
 */
record RecordFile(
        Scope scope, String className, String subject, List<String> about, List<Component> components, boolean isMade) {

    JavaFile file() {
        JavaFile file =
                scope.file(className, isMade ? StagedBuilder.nestedNames(scope, className, components) : List.of());
        List<String> doc = new ArrayList<>(about);
        components.forEach(component -> doc.add(ComponentDocs.param(component, isMade)));
        file.javadoc(doc);
        file.openList(
                "public record " + className,
                components.stream().map(c -> c.declaration(types(), file)).toList(),
                "");
        compactConstructor(file);
        if (isMade) {
            new StagedBuilder(scope, className, components, file).beginning();
        }
        of(file);
        if (isMade) {
            values(file);
            components.forEach(component -> with(component, file));
            new StagedBuilder(scope, className, components, file).nested();
        }
        return file.close();
    }

    private JavaTypes types() {
        return scope.types();
    }

    private void compactConstructor(JavaFile file) {
        List<Component> copied = components.stream()
                .filter(c -> JavaTypes.isCollection(c.type()))
                .toList();
        if (!copied.isEmpty()) {
            file.blank().open("public " + className);
            copied.forEach(c -> file.line(c.name() + " = " + types().copy(c.type(), c.name(), file) + ";"));
            file.close();
        }
    }

    private void of(JavaFile file) {
        String map = file.use("java.util.Map") + "<String, Object>";
        String loaded = file.use("dev.partita.plan.TypedItem");
        file.blank()
                .javadoc(
                        "Makes one of values by the names of the design, as the same pattern run by name gives them.",
                        "@throws " + file.use("dev.partita.plan.UnreadableValue")
                                + " when one is not what the design says");
        file.open("public static " + className + " of(" + map + " values)");
        file.line(loaded + " item = new " + loaded + "(" + JavaFile.literal(subject) + ", values);");
        file.list(
                "return new " + className,
                components.stream().map(c -> taken(c, file)).toList(),
                ";");
        file.close();
    }

    private String taken(Component component, JavaFile file) {
        String attribute = JavaFile.literal(component.attribute().name());
        String as = types().as(component.type(), file);
        return switch (component.presence()) {
            case GIVEN -> "item.required(" + attribute + ", " + as + ")";
            case DEFAULTED ->
                "item.orElse(" + attribute + ", " + as + ", "
                        + types().constant(
                                        component.type(), component.attribute().defaultValue(), file) + ")";
            case MADE, OPTIONAL -> "item.optional(" + attribute + ", " + as + ")";
        };
    }

    /** Callers of an update may get less than the whole item; a record type is always whole. */
    private void values(JavaFile file) {
        String map = file.use("java.util.Map") + "<String, Object>";
        file.blank().javadoc("The values by the names of the design; what is null is left out.");
        file.open("public " + map + " values()");
        file.line(map + " values = new " + file.use("java.util.LinkedHashMap") + "<>();");
        for (Component component : components) {
            file.line("values.put(" + JavaFile.literal(component.attribute().name()) + ", "
                    + types().plain(component.type(), component.name(), file) + ");");
        }
        if (components.stream().anyMatch(component -> !component.isPrimitive())) {
            file.line("values.values().removeIf(" + file.use("java.util.Objects") + "::isNull);");
        }
        file.line("return values;").close();
    }

    private void with(Component component, JavaFile file) {
        file.blank().javadoc("The same with another {@code " + component.name() + "}.");
        file.open("public " + className + " with" + JavaNames.behind(component.name()) + "("
                + component.declaration(types(), file) + ")");
        file.flow(
                "return new " + className,
                components.stream().map(Component::name).toList(),
                ";");
        file.close();
    }
}
