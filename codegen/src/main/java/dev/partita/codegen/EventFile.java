package dev.partita.codegen;

import dev.partita.design.model.Entity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** The sealed type of what a table's stream tells, with a record for each entity: {@code UserChanged}. */
record EventFile(ApiNames face) {

    private static final String CHANGE = "dev.partita.runtime.EntityChange";

    JavaFile file() {
        Map<Entity, String> records = records();
        JavaFile file = face.nesting(name(), new ArrayList<>(records.values()));
        String change = file.use(CHANGE);
        file.javadoc(
                "An item that changed, as the stream of its table tells it.",
                "What the stream does not keep is null: the item before it was made and after it was removed, and those images"
                        + " that the design's {@code stream:} leaves out.");
        file.open("public sealed interface " + name());
        file.blank().javadoc("What happened, when, and whether it was DynamoDB that removed an expired item.");
        file.line(change + " change();");
        file.blank().javadoc("The typed form of a change of this design.");
        file.open("static " + name() + " of(" + change + " change)");
        file.open("return switch (change.entity())");
        records.forEach((entity, record) -> file.line("case " + JavaFile.literal(entity.name()) + " -> new " + record
                + "(" + image(entity, "before", file) + ", " + image(entity, "after", file) + ", change);"));
        file.line("default -> throw new IllegalArgumentException(change.entity() + "
                + JavaFile.literal(
                        " is no entity of the design " + face.design().name()) + ");");
        file.close(";").close();
        records.forEach((entity, record) -> {
            String type = face.vocabulary().entity(entity);
            file.blank().javadoc("A {@link " + type + "} that changed.");
            file.line("record " + record + "(" + type + " before, " + type + " after, " + change
                    + " change) implements " + name() + " {}");
        });
        return file.close();
    }

    private String name() {
        return face.vocabulary().event();
    }

    private Map<Entity, String> records() {
        Map<Entity, String> records = new LinkedHashMap<>();
        for (Entity entity : face.design().entities().values()) {
            records.put(entity, face.nested(face.vocabulary().entity(entity) + "Changed"));
        }
        return records;
    }

    /** Only a stream that keeps this image tells the whole item. */
    private String image(Entity entity, String which, JavaFile file) {
        String stream = face.design().tableOf(entity).stream();
        boolean isKept =
                stream == null || !stream.equals("keys") && !stream.equals(which.equals("before") ? "new" : "old");
        return isKept
                ? file.use(ResultShape.ANSWERS) + ".item(change." + which + "(), "
                        + face.vocabulary().entity(entity) + "::of)"
                : "null";
    }
}
