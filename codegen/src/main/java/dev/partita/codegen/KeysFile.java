package dev.partita.codegen;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Template;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The class of the keys that an application may need which calls DynamoDB by hand: each entity's, and each part of it. */
record KeysFile(ApiNames face) {

    private static final String SDK = "software.amazon.awssdk.services.dynamodb.model.AttributeValue";

    JavaFile file() {
        JavaFile file = face.file(face.keys());
        String keys = file.use("dev.partita.runtime.ItemKeys");
        String design = face.vocabulary().designClass();
        file.javadoc(
                "Keys of the design " + JavaFile.doc(face.design().name()) + ", for who calls DynamoDB by hand.",
                "Nothing but the key is as the design says: who writes with it counts no version, holds no lock and fills in nothing.");
        file.open("public final class " + face.keys()).blank();
        file.line("private static final " + keys + " KEYS = " + keys + ".of(" + design + ".design());");
        file.blank().line("private " + face.keys() + "() {}");
        Set<String> taken = new HashSet<>();
        // Whole keys first, so that they have the plain names.
        for (Entity entity : face.design().entities().values()) {
            whole(entity, taken, file);
        }
        for (Entity entity : face.design().entities().values()) {
            parts(entity).forEach((name, template) -> part(entity, name, template, taken, file));
        }
        return file.close();
    }

    private void whole(Entity entity, Set<String> taken, JavaFile file) {
        List<Attribute> attributes = attributes(entity, List.copyOf(entity.key().values()));
        if (attributes == null) {
            return;
        }
        List<String> shown = new ArrayList<>();
        entity.key().forEach((name, template) -> shown.add(shown(name, template)));
        write(
                JavaNames.unused(JavaNames.variable(entity.name()), "", taken),
                file.use("java.util.Map") + "<String, " + file.use(SDK) + ">",
                JavaFile.literal(entity.name()),
                attributes,
                "The key of " + Wording.one(JavaFile.doc(entity.name())) + ": " + String.join(", ", shown) + ".",
                file);
    }

    private void part(Entity entity, String name, Template template, Set<String> taken, JavaFile file) {
        List<Attribute> attributes = attributes(entity, List.of(template));
        if (attributes != null) {
            write(
                    JavaNames.unused(
                            JavaNames.variable(entity.name()) + JavaNames.behind(JavaNames.variable(name)), "", taken),
                    file.use(SDK),
                    JavaFile.literal(entity.name()) + ", " + JavaFile.literal(name),
                    attributes,
                    shown(name, template) + ".",
                    file);
        }
    }

    private void write(
            String method, String result, String subject, List<Attribute> attributes, String doc, JavaFile file) {
        List<String> names = attributes.stream().map(Attribute::name).toList();
        Map<String, String> members = JavaNames.members(names);
        List<Parameter> given = attributes.stream()
                .map(attribute -> Parameter.of(
                        attribute.name(), members.get(attribute.name()), attribute.type(), face.types(), file))
                .toList();
        file.blank().javadoc(doc);
        file.openList(
                "public static " + result + " " + method,
                given.stream().map(Parameter::declaration).toList(),
                "");
        ApiNames.statement("return KEYS.of(" + subject + ", " + ApiNames.values(given, file) + ");", file);
        file.close();
    }

    /** The key attributes of the table and its indexes that one template fills: where there are alternatives, it depends on the item. */
    private Map<String, Template> parts(Entity entity) {
        Map<String, Template> parts = new LinkedHashMap<>(entity.key());
        entity.indexKeys().stream().filter(index -> !index.implied()).forEach(index -> index.keys()
                .forEach(parts::putIfAbsent));
        parts.keySet().removeIf(name -> entity.templates(name).size() > 1);
        return parts;
    }

    /** What the templates are made of, each once; null when that is not attributes alone. */
    private List<Attribute> attributes(Entity entity, List<Template> templates) {
        List<Attribute> attributes = new ArrayList<>();
        for (Template template : templates) {
            for (Template.Variable variable : template.variables().toList()) {
                Attribute attribute = entity.attributes().get(variable.attribute());
                if (attribute == null) {
                    return null;
                }
                if (!attributes.contains(attribute)) {
                    attributes.add(attribute);
                }
            }
        }
        return attributes;
    }

    private static String shown(String name, Template template) {
        return "<code>" + JavaFile.doc(name) + " = " + JavaFile.doc(template.text()) + "</code>";
    }
}
