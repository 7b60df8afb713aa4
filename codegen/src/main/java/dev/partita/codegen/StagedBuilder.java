package dev.partita.codegen;

import dev.partita.design.internal.text.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The builder inside a record: an interface for each value that must be given, each leading to the next, so that leaving one
 * out does not compile; and a class that is all of them.
 */
final class StagedBuilder {

    private final Scope scope;
    private final String className;
    private final List<Component> components;
    private final List<Component> stages;
    private final JavaFile file;
    private final String builder;

    StagedBuilder(Scope scope, String className, List<Component> components, JavaFile file) {
        this.scope = scope;
        this.className = className;
        this.components = components;
        this.file = file;
        this.stages = stages(components);
        this.builder = nested(scope, className, "Builder");
    }

    /** The names of the classes inside the record. */
    static List<String> nestedNames(Scope scope, String className, List<Component> components) {
        List<String> names = new ArrayList<>();
        stages(components).forEach(c -> names.add(stage(scope, className, c)));
        names.add(nested(scope, className, "Builder"));
        return names;
    }

    /** The method that begins one. */
    void beginning() {
        String first = stages.isEmpty() ? builder : stage(scope, className, stages.get(0));
        file.blank()
                .javadoc(
                        stages.isEmpty()
                                ? "Begins a new one."
                                : "Begins a new one: first " + said() + ", then whatever else there is to say.");
        file.open("public static " + first + " builder()");
        file.line("return new " + builder + "();").close();
    }

    void nested() {
        for (int i = 0; i < stages.size(); i++) {
            Component component = stages.get(i);
            String next = i + 1 < stages.size() ? stage(scope, className, stages.get(i + 1)) : builder;
            file.blank().javadoc("Waits for {@code " + component.name() + "}.");
            file.open("public interface " + stage(scope, className, component)).blank();
            file.javadoc(ComponentDocs.setter(component));
            file.line(next + " " + component.name() + "(" + component.declaration(scope.types(), file) + ");");
            file.close();
        }
        file.blank()
                .javadoc("Makes " + Wording.one(className) + "; what is not said is as the design has it, or absent.");
        file.open("public static final class " + builder + implemented()).blank();
        components.forEach(this::field);
        file.blank().line("private " + builder + "() {}");
        components.forEach(this::setter);
        file.blank().javadoc("The " + className + " as it was described. Its values are judged when it is written.");
        file.open("public " + className + " build()");
        file.flow(
                "return new " + className,
                components.stream().map(Component::name).toList(),
                ";");
        file.close().close();
    }

    private void field(Component component) {
        String initial = component.presence() == Component.Presence.DEFAULTED
                ? " = "
                        + scope.types()
                                .constant(
                                        component.type(), component.attribute().defaultValue(), file)
                : "";
        file.line("private " + component.declaration(scope.types(), file) + initial + ";");
    }

    private void setter(Component component) {
        file.blank();
        if (stages.contains(component)) {
            file.line("@Override");
        } else {
            file.javadoc(ComponentDocs.setter(component));
        }
        file.open(
                "public " + builder + " " + component.name() + "(" + component.declaration(scope.types(), file) + ")");
        file.line("this." + component.name() + " = " + component.name() + ";");
        file.line("return this;").close();
    }

    private String implemented() {
        return stages.isEmpty()
                ? ""
                : " implements "
                        + String.join(
                                ", ",
                                stages.stream()
                                        .map(c -> stage(scope, className, c))
                                        .toList());
    }

    private String said() {
        List<String> names =
                stages.stream().map(c -> "{@code " + c.name() + "}").toList();
        return names.size() == 1
                ? names.get(0)
                : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.get(names.size() - 1);
    }

    private static List<Component> stages(List<Component> components) {
        return components.stream()
                .filter(c -> c.presence() == Component.Presence.GIVEN)
                .toList();
    }

    private static String stage(Scope scope, String className, Component component) {
        return nested(scope, className, "Needs" + JavaNames.behind(component.name()));
    }

    /** A nested class hides one of the package, so it must not have the name of one. */
    private static String nested(Scope scope, String className, String wanted) {
        Set<String> all = scope.vocabulary().all();
        return all.contains(wanted) ? wanted + "Of" + className : wanted;
    }
}
