package dev.partita.engine;

import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.KeyType;
import dev.partita.engine.request.StreamViewType;
import dev.partita.engine.request.TableClass;
import dev.partita.engine.request.TableSpec;
import java.util.ArrayList;
import java.util.List;

/** Writes UpdateTable requests briefly. */
final class TableChange {

    private final String name;
    private List<TableSpec.AttributeDefinition> definitions;
    private BillingMode billing;
    private TableSpec.Throughput throughput;
    private List<UpdateTable.IndexUpdate> indexes;
    private TableSpec.StreamSpecification stream;
    private TableClass tableClass;
    private Boolean deletionProtection;

    private TableChange(String name) {
        this.name = name;
    }

    static TableChange change(String name) {
        return new TableChange(name);
    }

    TableChange define(String... namesAndTypes) {
        definitions = TableMaker.definitions(namesAndTypes);
        return this;
    }

    TableChange billing(BillingMode mode) {
        billing = mode;
        return this;
    }

    TableChange throughput(long read, long write) {
        throughput = new TableSpec.Throughput(read, write);
        return this;
    }

    TableChange tableClass(TableClass newClass) {
        tableClass = newClass;
        return this;
    }

    TableChange deletionProtection(boolean on) {
        deletionProtection = on;
        return this;
    }

    TableChange stream(StreamViewType view) {
        stream = new TableSpec.StreamSpecification(view != null, view);
        return this;
    }

    /** Adds an index with one hash key and the others as range keys, all defined. */
    TableChange create(String index, TableSpec.Projection projection, String... keys) {
        List<TableSpec.KeySchemaElement> schema = new ArrayList<>();
        for (String key : keys) {
            schema.add(new TableSpec.KeySchemaElement(key, schema.isEmpty() ? KeyType.HASH : KeyType.RANGE));
        }
        return add(new UpdateTable.IndexUpdate(
                new TableSpec.IndexRequest(index, schema, projection, throughput, null, null), null, null));
    }

    TableChange update(String index, long read, long write) {
        return add(new UpdateTable.IndexUpdate(
                null,
                new TableSpec.IndexRequest(index, List.of(), null, new TableSpec.Throughput(read, write), null, null),
                null));
    }

    TableChange delete(String index) {
        return add(new UpdateTable.IndexUpdate(null, null, index));
    }

    TableChange add(UpdateTable.IndexUpdate update) {
        indexes = indexes == null ? new ArrayList<>() : indexes;
        indexes.add(update);
        return this;
    }

    UpdateTable request() {
        return new UpdateTable(
                definitions,
                name,
                billing,
                throughput,
                indexes,
                stream,
                null,
                tableClass,
                deletionProtection,
                null,
                null);
    }
}
