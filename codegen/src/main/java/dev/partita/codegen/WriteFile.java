package dev.partita.codegen;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.plan.internal.write.WritePlan;
import java.util.ArrayList;
import java.util.List;

/** The class of one write, and the methods of the design's class that begin it. */
record WriteFile(ApiNames face, WritePlan plan) {

    /** Whether there is anything to say beyond what the method takes. */
    boolean isNeeded() {
        WriteMethods methods = new WriteMethods(face, plan, face.file(className()));
        return plan.pattern().verb() != Verb.DELETE
                || !methods.required().isEmpty()
                || !methods.optional().isEmpty();
    }

    JavaFile file() {
        JavaFile file = face.file(className());
        WriteMethods methods = new WriteMethods(face, plan, file);
        WriteResult result = new WriteResult(face, plan);
        BuilderFile builder =
                new BuilderFile(file, className(), methods.given(), methods.required(), methods.optional());
        List<String> doc = new ArrayList<>(PatternDocs.of(plan, face.entity(pattern())));
        doc.add(
                "Nothing happens before {@link #run()}, {@link #runAsync()}, or a transaction or batch that it is part of.");
        file.javadoc(doc);
        file.open("public final class " + className() + " extends " + file.use("dev.partita.runtime.Write") + "<"
                + result.type(file) + ">");
        builder.beginning(pattern().name(), result.function(file));
        if (isFromItem()) {
            builder.from(record(), ofItem(methods, file));
        }
        if (isOfDifference(methods)) {
            builder.ofDifference(record(), found(methods, file));
        }
        builder.setters();
        if (result.isNested()) {
            result.writeNested(file);
        }
        builder.stages(0);
        return file.close();
    }

    /** The methods of the design's class. */
    List<Method> methods(JavaFile file) {
        WriteMethods methods = new WriteMethods(face, plan, file);
        String name = face.method(pattern().name());
        List<String> doc = PatternDocs.of(plan, face.entity(pattern()));
        if (!isNeeded()) {
            WriteResult result = new WriteResult(face, plan);
            String write = file.use("dev.partita.runtime.Write") + "<" + result.type(file) + ">";
            String body = "database.write(" + JavaFile.literal(pattern().name()) + ", "
                    + ApiNames.values(methods.given(), file) + ")\n        .map(" + result.function(file) + ")";
            return List.of(new Method(name, methods.given(), write, body, doc, true));
        }
        List<Method> all = new ArrayList<>();
        String given = String.join(
                "", methods.given().stream().map(p -> ", " + p.name()).toList());
        all.add(new Method(
                name,
                methods.given(),
                BuilderFile.begins(className(), methods.required()),
                className() + ".on(database" + given + ")",
                doc,
                true));
        if (isFromItem()) {
            String variable = JavaNames.variable(pattern().entities().get(0));
            Parameter item = new Parameter(variable.equals("database") ? "item" : variable, record(), null, null);
            all.add(new Method(
                    name,
                    List.of(item),
                    className(),
                    className() + ".on(database, " + item.name() + ")",
                    List.of("As {@link #" + name
                            + "()}, with the values of an item; those that the design fills in are left out."),
                    true));
        }
        if (isOfDifference(methods)) {
            all.add(new Method(
                    name,
                    List.of(new Parameter("old", record(), null, null), new Parameter("changed", record(), null, null)),
                    className(),
                    className() + ".on(database, old, changed)",
                    List.of("As {@link #" + name + "(" + Method.types(methods.given())
                            + ")}, with what differs between an item as it was read and as it should be. It is refused when "
                            + (face.entity(pattern()).version() == null
                                    ? "any of that has changed in between."
                                    : "the item has changed in between.")),
                    true));
        }
        return all;
    }

    /** Whether an item that was read and another one tell all there is to say. */
    private boolean isOfDifference(WriteMethods methods) {
        if (pattern().verb() != Verb.UPDATE) {
            return false;
        }
        Entity entity = face.entity(pattern());
        return methods.changesValues()
                && (entity.version() == null || isShown(entity.version()))
                && methods.given().stream().allMatch(by -> isShown(by.argument()))
                && isAllShown();
    }

    /** Whether the entity's record has everything that must be given. */
    private boolean isAllShown() {
        return plan.arguments().stream()
                .filter(argument -> argument.required() || pattern().require().contains(argument.name()))
                .allMatch(argument -> argument.attribute() != null
                        && isShown(argument.attribute().name()));
    }

    private boolean isShown(String attribute) {
        return component(attribute) != null;
    }

    private Component component(String attribute) {
        Entity entity = face.entity(pattern());
        Attribute found = entity.attributes().get(attribute);
        return found == null ? null : ApiNames.component(entity, found);
    }

    /** What finds the item, of an item. */
    private List<Parameter> found(WriteMethods methods, JavaFile file) {
        return methods.given().stream()
                .map(by -> {
                    Component component = component(by.argument());
                    String value = "old." + component.name() + "()";
                    return new Parameter(value, "", by.argument(), face.types().plain(component.type(), value, file));
                })
                .toList();
    }

    String className() {
        return face.builder(pattern().name());
    }

    private Pattern pattern() {
        return plan.pattern();
    }

    private String record() {
        return face.vocabulary().entity(pattern().entities().get(0));
    }

    /** Whether an item tells all that must be given. */
    private boolean isFromItem() {
        return (pattern().verb() == Verb.CREATE || pattern().verb() == Verb.PUT) && isAllShown();
    }

    private List<Parameter> ofItem(WriteMethods methods, JavaFile file) {
        Entity entity = face.entity(pattern());
        List<Parameter> arguments = new ArrayList<>();
        plan.arguments().forEach(argument -> {
            Component component =
                    argument.attribute() == null ? null : ApiNames.component(entity, argument.attribute());
            if (component != null) {
                String value = "item." + component.name() + "()";
                arguments.add(
                        new Parameter(value, "", argument.name(), face.types().plain(argument.type(), value, file)));
            }
        });
        return arguments;
    }
}
