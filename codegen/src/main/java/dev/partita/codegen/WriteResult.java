package dev.partita.codegen;

import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.plan.internal.write.WritePlan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a write gives once it is done, and how that is made of what the plan did. */
record WriteResult(ApiNames face, WritePlan plan) {

    private static final String SAVED = "dev.partita.runtime.Saved";
    private static final String REMOVED = "dev.partita.runtime.Removed";
    private static final String WRITTEN = "dev.partita.plan.Written";

    /** The type as the file writes it. */
    String type(JavaFile file) {
        Pattern pattern = plan.pattern();
        return switch (pattern.verb()) {
            case CREATE -> pattern.with() == null ? record() : face.builder(pattern.name()) + "." + nested();
            case PUT, UPDATE, RESTORE -> isSaved() ? file.use(SAVED) + "<" + record() + ">" : record();
            case TRANSACT -> face.builder(pattern.name()) + "." + nested();
            case DELETE -> file.use("java.util.Optional") + "<" + record() + ">";
            case GET, READ, LIST, COUNT, SEARCH, SCAN, GATHER ->
                throw new IllegalArgumentException(pattern.name() + " reads");
        };
    }

    /** A function from {@code Written} to it, for the class of the write itself. */
    String function(JavaFile file) {
        return isNested() ? nested() + "::of" : "written -> " + of("written", file);
    }

    /** Whether it is a record inside the class of the write. */
    boolean isNested() {
        return plan.pattern().verb() == Verb.TRANSACT || plan.pattern().with() != null;
    }

    /** The record inside the class of the write: the item with its children, or the results of a transaction's parts. */
    void writeNested(JavaFile file) {
        List<String> components = new ArrayList<>();
        List<String> values = new ArrayList<>();
        if (plan.pattern().verb() == Verb.TRANSACT) {
            Set<String> taken = new HashSet<>();
            for (int i = 0; i < parts().size(); i++) {
                WriteResult part = parts().get(i);
                String name =
                        JavaNames.unused(JavaNames.method(part.plan.pattern().name()), "", taken);
                components.add(part.type(file) + " " + name);
                values.add(part.of("written.parts().get(" + i + ")", file));
            }
        } else {
            String child = face.vocabulary().entity(plan.pattern().with());
            components.add(record() + " "
                    + JavaNames.variable(plan.pattern().entities().get(0)));
            components.add(file.use("java.util.List") + "<" + child + "> "
                    + JavaNames.method(JavaNames.plural(plan.pattern().with())));
            values.add(record() + ".of(written.values())");
            values.add("written.parts().stream().map(part -> " + child + ".of(part.values())).toList()");
        }
        file.blank();
        file.javadoc(
                plan.pattern().verb() == Verb.TRANSACT
                        ? "What each part of the transaction did."
                        : "What was made, with everything the design filled in.");
        file.openList("public record " + nested(), components, "");
        file.open("static " + nested() + " of(" + file.use(WRITTEN) + " written)");
        file.list("return new " + nested(), values, ";");
        file.close();
        file.close();
    }

    private String of(String written, JavaFile file) {
        if (isNested()) {
            return face.builder(plan.pattern().name()) + "." + nested() + ".of(" + written + ")";
        }
        if (plan.pattern().verb() == Verb.DELETE) {
            return file.use(REMOVED) + ".item(" + written + ", " + record() + "::of)";
        }
        return isSaved()
                ? file.use(SAVED) + ".of(" + written + ", " + record() + "::of)"
                : record() + ".of(" + written + ".values())";
    }

    /** Whether there is more to tell than the item. */
    private boolean isSaved() {
        return plan.pattern().verb() == Verb.PUT || plan.pattern().detect() != null;
    }

    private String nested() {
        return face.nested(plan.pattern().verb() == Verb.TRANSACT ? "Done" : "Created");
    }

    private String record() {
        return face.vocabulary().entity(plan.pattern().entities().get(0));
    }

    private List<WriteResult> parts() {
        return plan.pattern().entities().stream()
                .map(name -> new WriteResult(
                        face, (WritePlan) face.compiled().plans().get(name)))
                .toList();
    }
}
