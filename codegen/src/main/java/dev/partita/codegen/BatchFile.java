package dev.partita.codegen;

import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The class of the reads of many items by their keys at once. */
record BatchFile(ApiNames face) {

    /** Whether there is any pattern that gets an item by the table's key. */
    boolean isNeeded() {
        return !plans().isEmpty();
    }

    JavaFile file() {
        JavaFile file = face.file(face.batch());
        String database = file.use("dev.partita.runtime.Database");
        file.javadoc(
                "Many items by their keys, a hundred a request.",
                "Each method gives the items that are there, each once, in the order asked for.");
        file.open("public final class " + face.batch());
        file.blank().line("private final " + database + " database;");
        file.blank()
                .open(face.batch() + "(" + database + " database)")
                .line("this.database = database;")
                .close();
        plans().forEach(plan -> write(plan, file));
        return file.close();
    }

    private List<ReadPlan> plans() {
        List<ReadPlan> plans = new ArrayList<>();
        for (Plan plan : face.compiled().plans().values()) {
            if (plan instanceof ReadPlan read
                    && read.isBatchable()
                    && !read.arguments().isEmpty()) {
                plans.add(read);
            }
        }
        return plans;
    }

    private void write(ReadPlan plan, JavaFile file) {
        ResultShape.One one = (ResultShape.One) face.shape(plan);
        Map<String, String> names = Parameter.names(plan.arguments());
        List<Parameter> key = plan.arguments().stream()
                .map(argument ->
                        Parameter.of(argument.name(), names.get(argument.name()), argument.type(), face.types(), file))
                .toList();
        boolean isPlain = key.size() == 1;
        String keyType = isPlain
                ? face.types().boxed(plan.arguments().get(0).type(), file)
                : face.nested(JavaNames.capital(face.method(plan.pattern().name())) + "Key");
        String name = isPlain ? key.get(0).name() : "key";
        String all = isPlain ? JavaNames.plural(name) : "keys";
        List<Parameter> given = isPlain ? key : ofRecord(plan.arguments(), names, file);
        file.blank()
                .javadoc("See {@link " + face.vocabulary().client() + "#"
                        + face.method(plan.pattern().name()) + "(" + Method.types(key) + ")}.");
        file.open("public " + file.use("java.util.List") + "<" + one.record() + "> "
                + face.method(plan.pattern().name()) + "(" + file.use("java.util.Collection") + "<" + keyType + "> "
                + all + ")");
        String values = file.use("dev.partita.runtime.Values");
        ApiNames.statement(
                "return " + file.use(ResultShape.ANSWERS) + ".page(database.readAll("
                        + JavaFile.literal(plan.pattern().name()) + ", " + values + ".each(" + all + ", " + name
                        + " -> " + ApiNames.values(given, file) + ")), " + one.record() + "::of).items();",
                file);
        file.close();
        if (!isPlain) {
            file.blank().javadoc("What {@code " + face.method(plan.pattern().name()) + "} takes.");
            file.list(
                    "public record " + keyType,
                    key.stream().map(Parameter::declaration).toList(),
                    " {}");
        }
    }

    private List<Parameter> ofRecord(List<Argument> arguments, Map<String, String> names, JavaFile file) {
        return arguments.stream()
                .map(argument -> {
                    String component = "key." + names.get(argument.name()) + "()";
                    return new Parameter(
                            component, "", argument.name(), face.types().plain(argument.type(), component, file));
                })
                .toList();
    }
}
