package dev.partita.exchange;

import dev.partita.document.ItemJson;
import dev.partita.document.Json;
import dev.partita.item.AttributeValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a NoSQL Workbench data model and writes it as a design file; facets become entities. */
public final class WorkbenchImport {

    /** @throws IllegalArgumentException when the text is not such a model; the message says what is missing */
    public static String design(String json) {
        Map<String, Object> model = Json.object(Json.read(json), "a data model");
        if (!(model.get("DataModel") instanceof List<?> tables) || tables.isEmpty()) {
            throw new IllegalArgumentException(
                    "this is not a NoSQL Workbench data model: it has no DataModel with tables in it");
        }
        String name = text(model.get("ModelName"), "imported");
        Map<String, Object> metadata = model.get("ModelMetadata") == null
                ? Map.of()
                : Json.object(model.get("ModelMetadata"), "ModelMetadata");
        String about = text(metadata.get("Description"), "");
        List<SampledTable> sampled = new ArrayList<>();
        for (Object table : tables) {
            sampled.add(table(Json.object(table, "a table")));
        }
        return DesignGuess.text(
                name,
                about.isBlank() ? "Imported from NoSQL Workbench." : about,
                "the NoSQL Workbench model " + name,
                sampled);
    }

    private static SampledTable table(Map<String, Object> table) {
        String name = text(table.get("TableName"), null);
        if (name == null) {
            throw new IllegalArgumentException("a table of the model has no TableName");
        }
        try {
            Map<String, Object> keys = Json.object(table.get("KeyAttributes"), "KeyAttributes");
            List<SampledTable.Index> indexes = new ArrayList<>();
            for (Object index : list(table.get("GlobalSecondaryIndexes"))) {
                indexes.add(index(Json.object(index, "an index"), false));
            }
            for (Object index : list(table.get("LocalSecondaryIndexes"))) {
                indexes.add(index(Json.object(index, "an index"), true));
            }
            List<Map<String, AttributeValue>> items = new ArrayList<>();
            Map<Integer, String> names = new LinkedHashMap<>();
            SampledTable.Key partition = key(keys.get("PartitionKey"));
            SampledTable.Key sort = keys.get("SortKey") == null ? null : key(keys.get("SortKey"));
            for (Object facet : list(table.get("TableFacets"))) {
                facet(Json.object(facet, "a facet"), partition, sort, items, names);
            }
            for (Object item : list(table.get("TableData"))) {
                Map<String, AttributeValue> read = ItemJson.read(item);
                if (!items.contains(read)) {
                    items.add(read);
                }
            }
            for (Map<String, AttributeValue> item : items) {
                requireKey(item, partition);
                if (sort != null) {
                    requireKey(item, sort);
                }
            }
            boolean onDemand = !"PROVISIONED".equals(table.get("BillingMode"));
            long[] units = units(table);
            return new SampledTable(name, partition, sort, indexes, null, onDemand, units[0], units[1], items, names);
        } catch (IllegalArgumentException problem) {
            throw new IllegalArgumentException("table " + name + ": " + problem.getMessage());
        }
    }

    private static void requireKey(Map<String, AttributeValue> item, SampledTable.Key key) {
        AttributeValue value = item.get(key.name());
        if (value == null || !value.type().name().equals(key.type())) {
            throw new IllegalArgumentException(
                    "an item has no " + key.name() + " of type " + key.type() + ", which is part of its key");
        }
    }

    /** A facet's own items carry its name; one without items still says what its keys look like. */
    private static void facet(
            Map<String, Object> facet,
            SampledTable.Key partition,
            SampledTable.Key sort,
            List<Map<String, AttributeValue>> items,
            Map<Integer, String> names) {
        String name = text(facet.get("FacetName"), "Facet");
        List<?> data = list(facet.get("TableData"));
        for (Object item : data) {
            names.put(items.size(), name);
            items.add(ItemJson.read(item));
        }
        if (data.isEmpty() && facet.get("KeyAttributeAlias") != null) {
            Map<String, Object> alias = Json.object(facet.get("KeyAttributeAlias"), "KeyAttributeAlias");
            Map<String, AttributeValue> shape = new LinkedHashMap<>();
            shape.put(partition.name(), aliased(alias.get("PartitionKeyAlias"), partition));
            if (sort != null) {
                shape.put(sort.name(), aliased(alias.get("SortKeyAlias"), sort));
            }
            for (Object attribute : list(facet.get("NonKeyAttributes"))) {
                shape.put(String.valueOf(attribute), new AttributeValue.S("text"));
            }
            names.put(items.size(), name);
            items.add(shape);
        }
    }

    private static AttributeValue aliased(Object alias, SampledTable.Key key) {
        return key.type().equals("N") ? AttributeValue.N.of(0) : new AttributeValue.S(text(alias, key.name()));
    }

    private static SampledTable.Index index(Map<String, Object> index, boolean local) {
        Map<String, Object> keys = Json.object(index.get("KeyAttributes"), "KeyAttributes of an index");
        Map<String, Object> projection =
                index.get("Projection") == null ? Map.of() : Json.object(index.get("Projection"), "Projection");
        List<String> projected =
                switch (text(projection.get("ProjectionType"), "ALL")) {
                    case "KEYS_ONLY" -> List.of();
                    case "INCLUDE" ->
                        list(projection.get("NonKeyAttributes")).stream()
                                .map(String::valueOf)
                                .toList();
                    default -> null;
                };
        return new SampledTable.Index(
                text(index.get("IndexName"), "index"),
                local,
                List.of(key(keys.get("PartitionKey"))),
                keys.get("SortKey") == null ? List.of() : List.of(key(keys.get("SortKey"))),
                projected);
    }

    private static List<?> list(Object tree) {
        return tree == null ? List.of() : Json.list(tree, "a list");
    }

    private static SampledTable.Key key(Object tree) {
        Map<String, Object> key = Json.object(tree, "a key attribute");
        return new SampledTable.Key(text(key.get("AttributeName"), "PK"), text(key.get("AttributeType"), "S"));
    }

    private static long[] units(Map<String, Object> table) {
        if (table.get("ProvisionedCapacitySettings") instanceof Map<?, ?> settings
                && settings.get("ProvisionedThroughput") instanceof Map<?, ?> throughput
                && throughput.get("ReadCapacityUnits") instanceof BigDecimal read
                && throughput.get("WriteCapacityUnits") instanceof BigDecimal write) {
            return new long[] {read.longValue(), write.longValue()};
        }
        return new long[] {5, 5};
    }

    private static String text(Object value, String otherwise) {
        return value instanceof String text ? text : otherwise;
    }

    private WorkbenchImport() {}
}
