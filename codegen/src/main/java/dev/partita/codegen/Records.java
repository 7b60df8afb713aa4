package dev.partita.codegen;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import java.util.List;

/** The records of a design's entities, record types and selections. */
record Records(Scope scope) {

    JavaFile of(Entity entity) {
        String about = entity.about() == null
                ? JavaNames.capital(Wording.one(JavaFile.doc(entity.name()))) + " of the design "
                        + JavaFile.doc(scope.design().name()) + "."
                : JavaFile.doc(entity.about());
        String className = scope.vocabulary().entity(entity);
        return new RecordFile(scope, className, entity.name(), List.of(about), Component.of(entity), true).file();
    }

    JavaFile of(String className, Type.Record record) {
        String about = record.name() == null
                ? "Members of an attribute of the design "
                : "The type " + JavaFile.doc(record.name()) + " of the design ";
        return new RecordFile(
                        scope,
                        className,
                        className,
                        List.of(about + JavaFile.doc(scope.design().name()) + "."),
                        Component.of(record),
                        true)
                .file();
    }

    JavaFile of(String className, PatternRecords.Selection selection) {
        String entity = scope.vocabulary().entity(selection.entity());
        return new RecordFile(
                        scope,
                        className,
                        selection.entity().name(),
                        List.of("Some of what there is to know of a {@link " + entity + "}."),
                        Component.of(selection.entity(), selection.attributes()),
                        false)
                .file();
    }
}
