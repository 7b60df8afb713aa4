package dev.partita.engine;

import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.KeyType;
import dev.partita.engine.request.ProjectionType;
import dev.partita.engine.request.StreamViewType;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.AttributeValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes CreateTable requests briefly: keys are {@code "pk:S"} for HASH, {@code "sk:N"} after it for RANGE. */
final class TableMaker {

    final String name;
    List<TableSpec.AttributeDefinition> definitions = new ArrayList<>();
    List<TableSpec.KeySchemaElement> keys;
    List<TableSpec.IndexRequest> local;
    List<TableSpec.IndexRequest> global;
    BillingMode billing = BillingMode.PAY_PER_REQUEST;
    TableSpec.Throughput throughput;
    TableSpec.StreamSpecification stream;
    List<TableSpec.Tag> tags;
    Boolean deletionProtection;

    private TableMaker(String name) {
        this.name = name;
    }

    static TableMaker table(String name, String... keys) {
        TableMaker maker = new TableMaker(name);
        maker.keys = maker.schema(1, keys);
        return maker;
    }

    TableMaker local(String index, TableSpec.Projection projection, String... indexKeys) {
        local = local == null ? new ArrayList<>() : local;
        local.add(new TableSpec.IndexRequest(index, schema(1, indexKeys), projection, null, null, null));
        return this;
    }

    TableMaker global(String index, TableSpec.Projection projection, int hashKeys, String... indexKeys) {
        global = global == null ? new ArrayList<>() : global;
        global.add(new TableSpec.IndexRequest(index, schema(hashKeys, indexKeys), projection, throughput, null, null));
        return this;
    }

    TableMaker provisioned(long read, long write) {
        billing = BillingMode.PROVISIONED;
        throughput = new TableSpec.Throughput(read, write);
        return this;
    }

    TableMaker stream(StreamViewType view) {
        stream = new TableSpec.StreamSpecification(true, view);
        return this;
    }

    TableMaker tags(TableSpec.Tag... newTags) {
        tags = List.of(newTags);
        return this;
    }

    TableMaker deletionProtection() {
        deletionProtection = true;
        return this;
    }

    static TableSpec.Projection all() {
        return new TableSpec.Projection(ProjectionType.ALL, null);
    }

    static TableSpec.Projection keysOnly() {
        return new TableSpec.Projection(ProjectionType.KEYS_ONLY, null);
    }

    static TableSpec.Projection include(String... names) {
        return new TableSpec.Projection(ProjectionType.INCLUDE, List.of(names));
    }

    static List<TableSpec.AttributeDefinition> definitions(String... namesAndTypes) {
        return Arrays.stream(namesAndTypes)
                .map(one -> one.split(":"))
                .map(one -> new TableSpec.AttributeDefinition(one[0], AttributeValue.Type.valueOf(one[1])))
                .toList();
    }

    CreateTable request() {
        return new CreateTable(
                definitions,
                name,
                keys,
                local,
                global,
                billing,
                throughput,
                stream,
                null,
                tags,
                null,
                deletionProtection,
                null,
                null,
                null);
    }

    /** Adds definitions as needed; a key without a type is defined elsewhere or nowhere. */
    private List<TableSpec.KeySchemaElement> schema(int hashKeys, String... indexKeys) {
        List<TableSpec.KeySchemaElement> schema = new ArrayList<>();
        for (String key : indexKeys) {
            String[] nameAndType = key.split(":");
            schema.add(new TableSpec.KeySchemaElement(
                    nameAndType[0], schema.size() < hashKeys ? KeyType.HASH : KeyType.RANGE));
            if (nameAndType.length == 2
                    && definitions.stream().noneMatch(one -> one.attributeName().equals(nameAndType[0]))) {
                definitions.addAll(definitions(key));
            }
        }
        return schema;
    }
}
