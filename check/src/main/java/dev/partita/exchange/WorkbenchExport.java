package dev.partita.exchange;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.document.ItemJson;
import dev.partita.document.Json;
import dev.partita.item.AttributeValue;
import dev.partita.plan.internal.key.SampleItems;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Writes a design as a NoSQL Workbench data model: each entity a facet, its key templates the facet's key aliases with
 * {@code <attribute>} for {@code {attribute}}, the samples its data. What a model has no place for is left out.
 */
public final class WorkbenchExport {

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("MMM dd, yyyy, hh:mm a", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    /** @param environment fills the variables of table names */
    public static String json(Design design, Map<String, String> environment, Clock clock) {
        String now = DATE.format(clock.instant());
        Map<String, List<Map<String, AttributeValue>>> samples = SampleItems.of(design, clock);
        List<Object> tables = new ArrayList<>();
        for (Table table : design.tables().values()) {
            tables.add(table(design, table, environment, samples));
        }
        return Json.write(Json.map(
                "ModelName", design.name(),
                "ModelMetadata",
                        Json.map(
                                "Author",
                                "Partita",
                                "DateCreated",
                                now,
                                "DateLastModified",
                                now,
                                "Description",
                                design.about() == null ? "" : design.about(),
                                "AWSService",
                                "Amazon DynamoDB",
                                "Version",
                                "3.0"),
                "DataModel", tables));
    }

    private static Map<String, Object> table(
            Design design,
            Table table,
            Map<String, String> environment,
            Map<String, List<Map<String, AttributeValue>>> samples) {
        Map<String, String> types = storedTypes(design, table);
        Set<String> keys = new LinkedHashSet<>(table.keyNames());
        List<Object> attributes = new ArrayList<>();
        types.forEach((name, type) -> {
            if (!keys.contains(name)) {
                attributes.add(attribute(name, type));
            }
        });
        List<Object> facets = new ArrayList<>();
        List<Object> data = new ArrayList<>();
        for (Entity entity : design.entitiesOf(table)) {
            List<Object> items = new ArrayList<>();
            samples.getOrDefault(entity.name(), List.of()).forEach(item -> items.add(ItemJson.write(item)));
            data.addAll(items);
            facets.add(facet(table, entity, items));
        }
        List<Object> global = new ArrayList<>();
        List<Object> local = new ArrayList<>();
        for (Table.Index index : table.indexes().values()) {
            (index.local() ? local : global).add(index(design, table, index, types));
        }
        Map<String, Object> tree = Json.map(
                "TableName",
                table.physicalName(environment),
                "KeyAttributes",
                keyAttributes(table.partition(), table.sort() == null ? List.of() : List.of(table.sort()), types),
                "NonKeyAttributes",
                attributes,
                "TableFacets",
                facets,
                "GlobalSecondaryIndexes",
                global,
                "TableData",
                data,
                "DataAccess",
                Json.map("MySql", Map.of()),
                "SampleDataFormats",
                Map.of(),
                "BillingMode",
                table.billing() == null || table.billing().onDemand() ? "PAY_PER_REQUEST" : "PROVISIONED");
        if (!local.isEmpty()) {
            tree.put("LocalSecondaryIndexes", local);
        }
        if (table.billing() != null && !table.billing().onDemand()) {
            tree.put(
                    "ProvisionedCapacitySettings",
                    Json.map(
                            "ProvisionedThroughput",
                            Json.map(
                                    "ReadCapacityUnits", table.billing().read(),
                                    "WriteCapacityUnits", table.billing().write())));
        }
        return tree;
    }

    private static Map<String, Object> facet(Table table, Entity entity, List<Object> items) {
        Map<String, Object> aliases = Json.map(
                "PartitionKeyAlias", alias(entity.key().get(table.partition().name())));
        if (table.sort() != null) {
            aliases.put("SortKeyAlias", alias(entity.key().get(table.sort().name())));
        }
        List<String> names = entity.attributes().values().stream()
                .filter(Attribute::isStored)
                .map(Attribute::stored)
                .filter(name -> !table.keyNames().contains(name))
                .toList();
        return Json.map(
                "FacetName", entity.name(),
                "KeyAttributeAlias", aliases,
                "TableData", items,
                "NonKeyAttributes", names,
                "DataAccess", Json.map("MySql", Map.of()));
    }

    private static String alias(Template template) {
        return template == null ? "" : template.text().replace('{', '<').replace('}', '>');
    }

    private static Map<String, Object> index(Design design, Table table, Table.Index index, Map<String, String> types) {
        Table.KeyAttribute partition =
                index.local() ? table.partition() : index.partition().get(0);
        Map<String, Object> projection =
                switch (index.projection()) {
                    case ALL, UNSTATED -> Json.map("ProjectionType", "ALL");
                    case KEYS_ONLY -> Json.map("ProjectionType", "KEYS_ONLY");
                    case INCLUDE ->
                        Json.map("ProjectionType", "INCLUDE", "NonKeyAttributes", projected(design, table, index));
                };
        return Json.map(
                "IndexName", index.name(),
                "KeyAttributes", keyAttributes(partition, index.sort(), types),
                "Projection", projection);
    }

    /** Stored names, whatever the design calls the attributes. */
    private static Set<String> projected(Design design, Table table, Table.Index index) {
        Set<String> names = new LinkedHashSet<>();
        for (String name : index.projected()) {
            List<String> stored = design.entitiesOf(table).stream()
                    .map(entity -> entity.attributes().get(name))
                    .filter(attribute -> attribute != null && attribute.isStored())
                    .map(Attribute::stored)
                    .toList();
            names.addAll(stored.isEmpty() ? List.of(name) : stored);
        }
        return names;
    }

    private static Map<String, Object> keyAttributes(
            Table.KeyAttribute partition, List<Table.KeyAttribute> sort, Map<String, String> types) {
        Map<String, Object> keys = Json.map("PartitionKey", attribute(partition.name(), type(partition, types)));
        if (!sort.isEmpty()) {
            keys.put("SortKey", attribute(sort.get(0).name(), type(sort.get(0), types)));
        }
        return keys;
    }

    private static String type(Table.KeyAttribute key, Map<String, String> types) {
        return key.type() == null ? types.getOrDefault(key.name(), "S") : key.type();
    }

    private static Map<String, Object> attribute(String name, String type) {
        return Json.map("AttributeName", name, "AttributeType", type);
    }

    /** The DynamoDB type of every stored attribute and key of the table. */
    private static Map<String, String> storedTypes(Design design, Table table) {
        Map<String, String> types = new LinkedHashMap<>();
        for (Entity entity : design.entitiesOf(table)) {
            for (Attribute attribute : entity.attributes().values()) {
                if (attribute.isStored()) {
                    String tag = attribute.type().tag();
                    types.putIfAbsent(attribute.stored(), tag == null ? "M" : tag);
                }
            }
            entity.indexKeys().forEach(keys -> keys.keys().keySet().forEach(name -> types.putIfAbsent(name, "S")));
        }
        if (table.typeAttribute() != null) {
            types.putIfAbsent(table.typeAttribute(), "S");
        }
        if (table.expiry() != null) {
            types.put(table.expiry(), "N");
        }
        return types;
    }

    private WorkbenchExport() {}
}
