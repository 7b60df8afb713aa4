package dev.partita.codegen;

import dev.partita.design.model.Type;
import dev.partita.plan.internal.key.Argument;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A parameter of a generated method.
 *
 * @param name in Java
 * @param type in Java, as the file writes it
 * @param argument the name of the pattern's argument that it becomes; null when it is for the method itself
 * @param plain an expression that makes the argument's logical value of it; null for a range, which has two
 */
record Parameter(String name, String type, String argument, String plain) {

    /** One that a pattern takes. */
    static Parameter of(String argument, String name, Type type, JavaTypes types, JavaFile file) {
        return new Parameter(name, types.bare(type, file), argument, types.plain(type, name, file));
    }

    /** A name for each argument, each another. */
    static Map<String, String> names(List<Argument> arguments) {
        Map<String, String> names = new LinkedHashMap<>();
        // The methods' own word for what they run on.
        Set<String> taken = new HashSet<>(Set.of("database"));
        for (Argument argument : arguments) {
            String name = JavaNames.variable(argument.name());
            names.put(argument.name(), JavaNames.unused(name, name.equals("database") ? "_" : "", taken));
        }
        return names;
    }

    /** As the call of a plan has it: {@code ("userId", userId)}, with the word before it for a range. */
    String given(String word) {
        return (plain == null ? ".within" : word) + "(" + JavaFile.literal(argument) + ", "
                + (plain == null ? name : plain) + ")";
    }

    /** {@code String userId}. */
    String declaration() {
        return type + " " + name;
    }
}
