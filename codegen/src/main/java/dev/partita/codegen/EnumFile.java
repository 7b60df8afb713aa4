package dev.partita.codegen;

import dev.partita.design.model.Type;
import java.util.Iterator;
import java.util.Map;

/** A closed enumeration as an enum, an open one as a record with constants. */
record EnumFile(Scope scope, String className, Type.Enumeration type) {

    JavaFile file() {
        return type.open() ? open() : closed();
    }

    private JavaFile closed() {
        JavaFile file = scope.file(className);
        Map<String, String> constants = JavaNames.constants(type.values());
        file.javadoc("One of " + said() + ".");
        file.open("public enum " + className);
        for (Iterator<Map.Entry<String, String>> all = constants.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<String, String> constant = all.next();
            file.line(constant.getValue() + "(" + JavaFile.literal(constant.getKey()) + ")"
                    + (all.hasNext() ? "," : ";"));
        }
        file.blank().line("private final String value;");
        file.blank()
                .open(className + "(String value)")
                .line("this.value = value;")
                .close();
        file.blank().javadoc("The one with this value.", "@throws IllegalArgumentException when there is none");
        file.open("public static " + className + " of(String value)").open("return switch (value)");
        constants.forEach((value, constant) -> file.line("case " + JavaFile.literal(value) + " -> " + constant + ";"));
        file.line("default -> throw new IllegalArgumentException("
                + JavaFile.literal("is not one of " + String.join(", ", type.values())) + ");");
        file.close(";").close();
        file.blank().javadoc("As the design writes it.");
        file.open("public String value()").line("return value;").close();
        return file.close();
    }

    private JavaFile open() {
        JavaFile file = scope.file(className);
        file.javadoc("One of " + said() + ", or another text.");
        file.open("public record " + className + "(String value)").blank();
        JavaNames.constants(type.values())
                .forEach((value, constant) -> file.line("public static final " + className + " " + constant + " = new "
                        + className + "(" + JavaFile.literal(value) + ");"));
        file.blank().javadoc("The one with this value, listed here or not.");
        file.open("public static " + className + " of(String value)");
        file.line("return new " + className + "(value);").close();
        file.blank()
                .line("@Override")
                .open("public String toString()")
                .line("return value;")
                .close();
        return file.close();
    }

    private String said() {
        return String.join(", ", type.values().stream().map(JavaFile::doc).toList());
    }
}
