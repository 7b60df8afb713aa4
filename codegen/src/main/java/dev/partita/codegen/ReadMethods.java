package dev.partita.codegen;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.read.ReadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The methods of one reading pattern: the answer itself, and for lists a page of choice and all pages. */
final class ReadMethods {

    private final ApiNames face;
    private final ReadPlan plan;
    private final JavaFile file;
    private final ResultShape shape;
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<Parameter> ranges = new ArrayList<>();

    ReadMethods(ApiNames face, ReadPlan plan, JavaFile file) {
        this.face = face;
        this.plan = plan;
        this.file = file;
        this.shape = face.shape(plan);
        Set<String> all = plan.arguments().stream().map(Argument::name).collect(Collectors.toSet());
        Map<String, String> names = Parameter.names(plan.arguments());
        for (Argument argument : plan.arguments()) {
            if (bounded(argument, all) == null) {
                String name = names.get(argument.name());
                parameters.add(Parameter.of(argument.name(), name, argument.type(), face.types(), file));
            }
        }
        // Last, since a range is called after its attribute, as another part of a gather may be.
        for (Argument argument : plan.arguments()) {
            String bounded = bounded(argument, all);
            if (bounded != null && argument.name().endsWith("From")) {
                ranges.add(range(bounded, argument.type()));
            }
        }
    }

    List<Method> all() {
        List<Method> methods = new ArrayList<>(variants(parameters, doc()));
        if (!ranges.isEmpty()) {
            List<Parameter> bounded = new ArrayList<>(parameters);
            bounded.addAll(ranges);
            String name = face.method(plan.pattern().name());
            methods.addAll(variants(bounded, alike(name, parameters, "within bounds, both inclusive")));
        }
        return methods;
    }

    /** The attribute whose bound this is; null when it is no bound of a range that may stay open. */
    private static String bounded(Argument argument, Set<String> all) {
        if (argument.required() || !argument.name().matches(".+(From|To)")) {
            return null;
        }
        String name = argument.name().replaceFirst("(From|To)$", "");
        return all.contains(name + "From") && all.contains(name + "To") ? name : null;
    }

    private Parameter range(String bounded, Type type) {
        List<Parameter> others = new ArrayList<>(parameters);
        others.addAll(ranges);
        String name = Method.free(JavaNames.variable(bounded), others);
        String java = file.use("dev.partita.runtime.Range") + "<" + face.types().boxed(type, file) + ">";
        return new Parameter(name, java, bounded, null);
    }

    private List<Method> variants(List<Parameter> given, List<String> doc) {
        String name = face.method(plan.pattern().name());
        String first = shape.of(read(given, null), file);
        if (!(shape instanceof ResultShape.Paged paged)) {
            return List.of(new Method(name, given, shape.type(file), first, doc, false));
        }
        Parameter page =
                new Parameter(Method.free("page", given), file.use("dev.partita.runtime.PageRequest"), null, null);
        String stream = file.use("java.util.stream.Stream") + "<" + shape.boxed(file) + ">";
        String pages = "database.pages(" + arguments(given) + ").map(" + Method.free("result", given) + " -> "
                + shape.of(Method.free("result", given), file) + ")";
        return List.of(
                new Method(name, given, paged.type(file), first, doc, false),
                new Method(
                        name,
                        plus(given, page),
                        paged.type(file),
                        shape.of(read(given, page.name()), file),
                        alike(name, given, "the page that is asked for"),
                        false),
                new Method(
                        face.pages(plan.pattern().name()),
                        given,
                        stream,
                        pages,
                        alike(name, given, "all pages, each read when the stream comes to it"),
                        true));
    }

    private String read(List<Parameter> given, String page) {
        if (plan.pattern().verb() == Verb.READ && plan.pattern().page() != null) {
            // Who asks for a whole gets all of it, however it is paged.
            return file.use(ResultShape.ANSWERS) + ".joined(database.pages(" + arguments(given) + "))";
        }
        return "database.read(" + arguments(given) + (page == null ? "" : ", " + page) + ")";
    }

    private String arguments(List<Parameter> given) {
        return JavaFile.literal(plan.pattern().name()) + ", " + ApiNames.values(given, file);
    }

    private List<String> doc() {
        Entity entity = face.design().entities().get(plan.pattern().entities().get(0));
        return PatternDocs.of(plan, entity);
    }

    private List<String> alike(String name, List<Parameter> of, String what) {
        return List.of("As {@link #" + name + "(" + Method.types(of) + ")}: " + what + ".");
    }

    private static List<Parameter> plus(List<Parameter> given, Parameter more) {
        List<Parameter> all = new ArrayList<>(given);
        all.add(more);
        return all;
    }
}
