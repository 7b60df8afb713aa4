package dev.partita.codegen;

import java.util.List;

/**
 * A method of a builder that gives one value.
 *
 * @param parameter null when there is nothing to give, as where a value is taken away
 * @param statement what it does; null when it gives the parameter's argument its value
 * @param doc paragraphs of Javadoc
 */
record Setter(String name, Parameter parameter, String statement, List<String> doc) {

    Setter {
        doc = List.copyOf(doc);
    }

    static Setter of(String name, Parameter parameter, List<String> doc) {
        return new Setter(name, parameter, null, doc);
    }

    List<String> declarations() {
        return parameter == null ? List.of() : List.of(parameter.declaration());
    }

    String body() {
        return statement != null
                ? statement
                : "set(" + JavaFile.literal(parameter.argument()) + ", " + parameter.plain() + ");";
    }

    /** The interface of the stage that waits for it: {@code NeedsEmail}. */
    String stage() {
        return "Needs" + JavaNames.capital(parameter.name());
    }
}
