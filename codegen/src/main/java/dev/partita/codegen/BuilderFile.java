package dev.partita.codegen;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes the class of one write: what must be given comes in stages, one interface each, so that leaving one out does not
 * compile; what may be given is a method of the class itself.
 */
final class BuilderFile {

    private final JavaFile file;
    private final String className;
    private final List<Parameter> given;
    private final List<Setter> required;
    private final List<Setter> optional;

    /**
     * @param given what the method that begins it takes
     * @param required the stages, in order
     */
    BuilderFile(JavaFile file, String className, List<Parameter> given, List<Setter> required, List<Setter> optional) {
        this.file = file;
        this.className = className;
        this.given = given;
        this.required = required;
        this.optional = optional;
    }

    /** The type that the beginning returns: the first stage, or the write itself. */
    static String begins(String className, List<Setter> required) {
        return required.isEmpty()
                ? className
                : className + "." + required.get(0).stage();
    }

    /** The constructor and the method that begins it. */
    void beginning(String pattern, String result) {
        String database = file.use("dev.partita.runtime.Database");
        String values = file.use("dev.partita.runtime.Values");
        file.blank();
        file.open("private " + className + "(" + database + " database, " + values + " values)");
        file.line("super(database, " + JavaFile.literal(pattern) + ", values, " + result + ");");
        file.close();
        List<String> declarations = new ArrayList<>();
        declarations.add(database + " database");
        given.forEach(parameter -> declarations.add(parameter.declaration()));
        List<Parameter> all = new ArrayList<>(given);
        StringBuilder stages = new StringBuilder();
        for (Setter setter : required) {
            all.add(setter.parameter());
            stages.append(setter.parameter().name()).append(" -> ");
        }
        file.blank();
        file.openList("static " + first() + " on", declarations, "");
        ApiNames.statement(
                "return " + stages + "new " + className + "(database, " + ApiNames.values(all, file) + ");", file);
        file.close();
    }

    /** A static method for the first stage, for what is no write but part of one. */
    void open() {
        List<Parameter> all = required.stream().map(Setter::parameter).toList();
        String made = "new " + className + "(" + ApiNames.values(all, file) + ")";
        file.blank();
        if (required.isEmpty()) {
            file.open("public static " + className + " create()")
                    .line("return " + made + ";")
                    .close();
            return;
        }
        Setter first = required.get(0);
        String rest = String.join(
                "",
                required.stream()
                        .skip(1)
                        .map(s -> s.parameter().name() + " -> ")
                        .toList());
        file.javadoc(first.doc());
        file.openList(
                "public static " + (required.size() > 1 ? required.get(1).stage() : className) + " " + first.name(),
                first.declarations(),
                "");
        ApiNames.statement("return " + rest + made + ";", file);
        file.close();
    }

    /** The write from an item that holds all its values. */
    void from(String record, List<Parameter> arguments) {
        String database = file.use("dev.partita.runtime.Database");
        file.blank();
        file.open("static " + className + " on(" + database + " database, " + record + " item)");
        file.line("return new " + className + "(database, "
                + file.use("dev.partita.runtime.Values") + ".none()"
                + String.join(
                        "",
                        arguments.stream()
                                .map(parameter -> "\n        .andIfGiven(" + JavaFile.literal(parameter.argument())
                                        + ", " + parameter.plain() + ")")
                                .toList())
                + ");");
        file.close();
    }

    /** The write from an item as it was read, and as it should be. */
    void ofDifference(String record, List<Parameter> found) {
        String database = file.use("dev.partita.runtime.Database");
        file.blank();
        file.open("static " + className + " on(" + database + " database, " + record + " old, " + record + " changed)");
        ApiNames.statement(
                className + " write = new " + className + "(database, " + ApiNames.values(found, file) + ");", file);
        file.line("write.change(old.values(), changed.values());");
        file.line("return write;");
        file.close();
    }

    void setters() {
        for (Setter setter : optional) {
            file.blank().javadoc(setter.doc());
            file.openList("public " + className + " " + setter.name(), setter.declarations(), "");
            file.line(setter.body());
            file.line("return this;");
            file.close();
        }
    }

    /** @param from the first stage that is still to come when it begins */
    void stages(int from) {
        for (int i = from; i < required.size(); i++) {
            Setter setter = required.get(i);
            String next = i + 1 < required.size() ? required.get(i + 1).stage() : className;
            file.blank();
            file.javadoc("Waits for {@code " + setter.parameter().name() + "}.");
            file.line("@FunctionalInterface");
            file.open("public interface " + setter.stage());
            file.javadoc(setter.doc());
            file.list(next + " " + setter.name(), setter.declarations(), ";");
            file.close();
        }
    }

    private String first() {
        return required.isEmpty() ? className : required.get(0).stage();
    }
}
