package dev.partita.deploy;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/** What separates the indexes of a table from what a design says of them. */
final class IndexDifferences {

    private final CreateTableRequest wanted;
    private final FoundTable found;
    private final AllowedChanges allowed;
    private final TableDraft draft;
    private final Map<String, GlobalSecondaryIndexDescription> staying = new LinkedHashMap<>();

    IndexDifferences(CreateTableRequest wanted, FoundTable found, AllowedChanges allowed, TableDraft draft) {
        this.wanted = wanted;
        this.found = found;
        this.allowed = allowed;
        this.draft = draft;
    }

    /** Returns the global indexes that are there and stay, by name. */
    Map<String, GlobalSecondaryIndexDescription> find() {
        localIndexes();
        globalIndexes();
        return staying;
    }

    private void localIndexes() {
        Map<String, LocalSecondaryIndexDescription> all = found.description().localSecondaryIndexes().stream()
                .collect(Collectors.toMap(LocalSecondaryIndexDescription::indexName, index -> index));
        String never =
                "A local index is made with its table and cannot be added, changed or removed later. Use a global"
                        + " index, or deploy under another name and copy the items.";
        for (LocalSecondaryIndex index : wanted.localSecondaryIndexes()) {
            LocalSecondaryIndexDescription is = all.remove(index.indexName());
            if (is == null) {
                draft.refuse("it has no local index " + index.indexName(), never);
                continue;
            }
            String askedKey = TableText.key(FoundTable.types(wanted.attributeDefinitions()), index.keySchema());
            String isKey = TableText.key(found.types(), is.keySchema());
            if (!askedKey.equals(isKey)) {
                draft.refuse(
                        "the key of the local index " + index.indexName() + " is " + isKey
                                + ", and the design asks for " + askedKey,
                        never);
            } else if (!holds(is.projection(), index.projection())) {
                draft.refuse(
                        "the local index " + index.indexName() + " holds " + TableText.shown(is.projection())
                                + ", and the design asks for " + TableText.shown(index.projection()),
                        never);
            } else if (!same(is.projection(), index.projection())) {
                draft.note("local index " + index.indexName() + " holds " + TableText.shown(is.projection())
                        + ", more than " + TableText.shown(index.projection()) + ", which does no harm");
            }
        }
        all.keySet()
                .forEach(name ->
                        draft.note("local index " + name + " is not in the design; it lives as long as its table"));
    }

    private void globalIndexes() {
        found.globalIndexes().forEach(index -> staying.put(index.indexName(), index));
        Set<String> known = new HashSet<>();
        for (GlobalSecondaryIndex index : wanted.globalSecondaryIndexes()) {
            known.add(index.indexName());
            GlobalSecondaryIndexDescription is = staying.get(index.indexName());
            if (is == null) {
                add(index);
            } else {
                compare(index, is);
            }
        }
        for (String name : List.copyOf(staying.keySet())) {
            if (known.contains(name)) {
                continue;
            }
            if (allowed.removeIndexes()) {
                staying.remove(name);
                remove(name, List.of("the design does not have it"));
            } else {
                draft.note("index " + name + " is not in the design; `removeIndexes` removes it");
            }
        }
    }

    private void compare(GlobalSecondaryIndex index, GlobalSecondaryIndexDescription is) {
        String askedKey = TableText.key(FoundTable.types(wanted.attributeDefinitions()), index.keySchema());
        String isKey = TableText.key(found.types(), is.keySchema());
        String what;
        if (!askedKey.equals(isKey)) {
            what = "the key of the index " + index.indexName() + " is " + isKey + ", and the design asks for "
                    + askedKey;
        } else if (!same(is.projection(), index.projection())) {
            what = "the index " + index.indexName() + " holds " + TableText.shown(is.projection())
                    + ", and the design asks for " + TableText.shown(index.projection());
        } else {
            return;
        }
        if (allowed.replaceIndexes()) {
            staying.remove(index.indexName());
            remove(index.indexName(), List.of(what, "it is built anew; until then queries on it fail"));
            add(index);
        } else if (askedKey.equals(isKey) && holds(is.projection(), index.projection())) {
            draft.note("index " + index.indexName() + " holds " + TableText.shown(is.projection()) + ", more than "
                    + TableText.shown(index.projection()) + ", which does no harm; `replaceIndexes` makes it exact");
        } else {
            draft.refuse(
                    what,
                    "An index is changed by removing it and building it anew, and queries on it fail meanwhile:"
                            + " `replaceIndexes`. Without a gap: give the index another name in the design, deploy, move the"
                            + " callers, then remove the old one.");
        }
    }

    private void add(GlobalSecondaryIndex index) {
        Set<String> names = new HashSet<>();
        index.keySchema().forEach(one -> names.add(one.attributeName()));
        // Those the table has are repeated: the service wants every attribute of the new index defined in the request.
        List<AttributeDefinition> definitions = wanted.attributeDefinitions().stream()
                .filter(one -> names.contains(one.attributeName()))
                .toList();
        draft.addIndex(
                index.indexName(), List.of(TableText.indexLine(wanted, index)), request -> request.attributeDefinitions(
                                definitions)
                        .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                                .create(create -> create.indexName(index.indexName())
                                        .keySchema(index.keySchema())
                                        .projection(index.projection())
                                        .provisionedThroughput(index.provisionedThroughput()))
                                .build()));
    }

    private void remove(String index, List<String> details) {
        draft.removeIndex(
                index,
                details,
                request -> request.globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .delete(delete -> delete.indexName(index))
                        .build()));
    }

    private static boolean same(Projection is, Projection asked) {
        return is.projectionType() == asked.projectionType()
                && Set.copyOf(is.nonKeyAttributes()).equals(Set.copyOf(asked.nonKeyAttributes()));
    }

    private static boolean holds(Projection is, Projection asked) {
        return is.projectionType() == ProjectionType.ALL
                || asked.projectionType() == ProjectionType.KEYS_ONLY
                || is.projectionType() == ProjectionType.INCLUDE
                        && asked.projectionType() == ProjectionType.INCLUDE
                        && is.nonKeyAttributes().containsAll(asked.nonKeyAttributes());
    }
}
