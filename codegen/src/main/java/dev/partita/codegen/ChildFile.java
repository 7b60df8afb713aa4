package dev.partita.codegen;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.key.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The class of the items that a create takes along: what a caller says of one, without what it has from its parent. */
record ChildFile(ApiNames face, Pattern pattern) {

    JavaFile file() {
        Entity child = face.design().entities().get(pattern.with());
        String className = face.child(pattern.name());
        JavaFile file = face.file(className);
        List<Setter> required = new ArrayList<>();
        List<Setter> optional = new ArrayList<>();
        collect(child, file, required, optional);
        String values = file.use("dev.partita.runtime.Values");
        String map = file.use("java.util.Map") + "<String, Object>";
        file.javadoc(JavaNames.capital(Wording.one(pattern.with())) + " to be made along with its "
                + pattern.entities().get(0) + ".");
        file.open("public final class " + className);
        file.blank().line("private final " + values + " values;");
        file.blank().open("private " + className + "(" + values + " values)");
        file.line("this.values = values;").close();
        BuilderFile builder = new BuilderFile(file, className, List.of(), required, optional);
        builder.open();
        builder.setters();
        file.blank().javadoc("By the names of the design.");
        file.open(map + " values()").line("return values;").close();
        if (!optional.isEmpty()) {
            file.blank().open("private void set(String name, Object value)");
            file.line("values.and(name, value);").close();
        }
        builder.stages(1);
        return file.close();
    }

    private void collect(Entity child, JavaFile file, List<Setter> required, List<Setter> optional) {
        Codec codec = new Codec(face.design(), child);
        Map<String, String> names = JavaNames.members(child.attributes().keySet());
        for (Attribute attribute : child.attributes().values()) {
            if (attribute.isComputed() || attribute.name().equals(child.version()) || isGiven(child, attribute)) {
                continue;
            }
            boolean isRequired = (attribute.required() || codec.keyAttributes().contains(attribute.name()))
                    && attribute.defaultValue() == null
                    && attribute.generate() == null;
            Parameter parameter = Parameter.of(
                    attribute.name(), JavaNames.variable(attribute.name()), attribute.type(), face.types(), file);
            String about = attribute.about() == null ? "" : " " + JavaFile.doc(attribute.about());
            Setter setter = Setter.of(
                    names.get(attribute.name()), parameter, List.of("Sets {@code " + attribute.name() + "}." + about));
            (isRequired ? required : optional).add(setter);
        }
    }

    /** Whether it comes from the parent's key, or marks a deleted item. */
    private boolean isGiven(Entity child, Attribute attribute) {
        Entity.SoftDelete mark = child.softDelete();
        return inherited(child).contains(attribute.name())
                || mark != null
                        && (attribute.name().equals(mark.flag())
                                || attribute.name().equals(mark.at())
                                || attribute.name().equals(mark.reason()));
    }

    /** The attributes that hold the parent's key: the one that refers to it, or those of the same names. */
    private Set<String> inherited(Entity child) {
        Entity parent = face.entity(pattern);
        Set<String> key = parent.key().values().stream()
                .flatMap(Template::variables)
                .map(Template.Variable::attribute)
                .collect(Collectors.toSet());
        return child.attributes().values().stream()
                .filter(attribute -> key.size() == 1 && parent.name().equals(attribute.references()))
                .findFirst()
                .map(attribute -> Set.of(attribute.name()))
                .orElse(key);
    }
}
