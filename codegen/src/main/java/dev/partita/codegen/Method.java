package dev.partita.codegen;

import java.util.ArrayList;
import java.util.List;

/**
 * A generated method that returns one expression.
 *
 * @param result its type as the file writes it
 * @param body the expression; several lines when it is long
 * @param doc paragraphs of Javadoc
 * @param isLazy whether nothing has happened yet when it returns
 */
record Method(String name, List<Parameter> parameters, String result, String body, List<String> doc, boolean isLazy) {

    Method {
        parameters = List.copyOf(parameters);
        doc = List.copyOf(doc);
    }

    List<String> declarations() {
        return parameters.stream().map(Parameter::declaration).toList();
    }

    /** The parameters' names, as a call of it has them. */
    String call() {
        return name + "("
                + String.join(", ", parameters.stream().map(Parameter::name).toList()) + ")";
    }

    /** The parameters' types, as a link to it has them. */
    String types() {
        return types(parameters);
    }

    static String types(List<Parameter> parameters) {
        return String.join(
                ", ",
                parameters.stream()
                        .map(parameter -> parameter.type().replaceAll("<.*>", ""))
                        .toList());
    }

    /** The name, or a longer one when a parameter has it. */
    String free(String wanted) {
        return free(wanted, parameters);
    }

    static String free(String wanted, List<Parameter> parameters) {
        String name = wanted;
        while (isTaken(name, parameters)) {
            name += "_";
        }
        return name;
    }

    private static boolean isTaken(String name, List<Parameter> parameters) {
        return parameters.stream().anyMatch(parameter -> parameter.name().equals(name));
    }

    /** The same with one more parameter. */
    Method with(Parameter more) {
        List<Parameter> all = new ArrayList<>(parameters);
        all.add(more);
        return new Method(name, all, result, body, doc, isLazy);
    }

    void write(JavaFile file) {
        file.blank().javadoc(doc);
        if (isLazy) {
            file.line("@" + file.use("dev.partita.runtime.CheckReturnValue"));
        }
        file.openList("public " + result + " " + name, declarations(), "");
        ApiNames.statement("return " + body + ";", file);
        file.close();
    }
}
