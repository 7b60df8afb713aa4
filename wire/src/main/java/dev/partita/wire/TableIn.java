package dev.partita.wire;

import dev.partita.engine.request.TableSpec;
import java.util.ArrayList;
import java.util.List;

/** Reads the parts of a table's definition; {@code path} is where the part stands, as refusals name it. */
final class TableIn {

    private static final int KEY_NAME_CHARS = 255;
    private static final int NON_KEY_ATTRIBUTES = 20;
    private static final int TAG_KEY_CHARS = 128;
    private static final int TAG_VALUE_CHARS = 256;

    private TableIn() {}

    static List<TableSpec.AttributeDefinition> attributeDefinitions(JsonIn in, String path, Constraints constraints) {
        return in.structures("AttributeDefinition", position -> {
            String attributeName = null;
            String attributeType = null;
            for (String member = in.member(); member != null; member = in.member()) {
                switch (member) {
                    case "AttributeName" -> attributeName = in.string();
                    case "AttributeType" -> attributeType = in.string();
                    default -> in.skip();
                }
            }
            String at = path + "." + position + ".member.";
            constraints
                    .required(at + "attributeName", attributeName)
                    .length(at + "attributeName", attributeName, 1, KEY_NAME_CHARS)
                    .required(at + "attributeType", attributeType);
            return new TableSpec.AttributeDefinition(
                    attributeName, constraints.oneOf(at + "attributeType", attributeType, EnumText.ATTRIBUTE_TYPE));
        });
    }

    static List<TableSpec.KeySchemaElement> keySchema(JsonIn in, String path, Constraints constraints) {
        return in.structures("KeySchemaElement", position -> {
            String attributeName = null;
            String keyType = null;
            for (String member = in.member(); member != null; member = in.member()) {
                switch (member) {
                    case "AttributeName" -> attributeName = in.string();
                    case "KeyType" -> keyType = in.string();
                    default -> in.skip();
                }
            }
            String at = path + "." + position + ".member.";
            constraints
                    .required(at + "attributeName", attributeName)
                    .length(at + "attributeName", attributeName, 1, KEY_NAME_CHARS)
                    .required(at + "keyType", keyType);
            return new TableSpec.KeySchemaElement(
                    attributeName, constraints.oneOf(at + "keyType", keyType, EnumText.KEY_TYPE));
        });
    }

    /** {@code keysAtMost} is 2 except in a global index. */
    static List<TableSpec.IndexRequest> indexes(
            JsonIn in, String type, String path, int keysAtMost, Constraints constraints) {
        return in.structures(type, position -> index(in, path + "." + position + ".member.", keysAtMost, constraints));
    }

    /** The members of an index that is to be made, whose structure has been entered. */
    static TableSpec.IndexRequest index(JsonIn in, String path, int keysAtMost, Constraints constraints) {
        Constraints inSchema = new Constraints(constraints.dialect());
        Constraints inRest = new Constraints(constraints.dialect());
        String indexName = null;
        List<TableSpec.KeySchemaElement> keySchema = null;
        TableSpec.Projection projection = null;
        TableSpec.Throughput provisionedThroughput = null;
        TableSpec.OnDemandThroughput onDemandThroughput = null;
        TableSpec.WarmThroughput warmThroughput = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "IndexName" -> indexName = in.string();
                case "KeySchema" -> keySchema = keySchema(in, path + "keySchema", inSchema);
                case "Projection" -> projection = projection(in, path + "projection.", inRest);
                case "ProvisionedThroughput" ->
                    provisionedThroughput = throughput(in, path + "provisionedThroughput.", inRest);
                case "OnDemandThroughput" -> onDemandThroughput = onDemandThroughput(in);
                case "WarmThroughput" -> warmThroughput = warmThroughput(in);
                default -> in.skip();
            }
        }
        constraints
                .required(path + "indexName", indexName)
                .name(path + "indexName", indexName)
                .required(path + "keySchema", keySchema);
        keySchemaSize(constraints, path + "keySchema", keySchema, keysAtMost);
        constraints.include(inSchema).required(path + "projection", projection).include(inRest);
        return new TableSpec.IndexRequest(
                indexName, keySchema, projection, provisionedThroughput, onDemandThroughput, warmThroughput);
    }

    static void keySchemaSize(
            Constraints constraints, String path, List<TableSpec.KeySchemaElement> keySchema, int keysAtMost) {
        if (keySchema == null || !keySchema.isEmpty() && keySchema.size() <= keysAtMost) {
            return;
        }
        List<String> shown = new ArrayList<>();
        for (TableSpec.KeySchemaElement element : keySchema) {
            shown.add("KeySchemaElement(attributeName=" + element.attributeName() + ", keyType=" + element.keyType()
                    + ")");
        }
        constraints.size(path, keySchema.size(), shown, 1, keysAtMost);
    }

    private static TableSpec.Projection projection(JsonIn in, String path, Constraints constraints) {
        in.structure("Projection");
        String projectionType = null;
        List<String> nonKeyAttributes = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "ProjectionType" -> projectionType = in.string();
                case "NonKeyAttributes" -> nonKeyAttributes = in.strings();
                default -> in.skip();
            }
        }
        var type = constraints.oneOf(path + "projectionType", projectionType, EnumText.PROJECTION_TYPE);
        if (nonKeyAttributes != null) {
            constraints.size(
                    path + "nonKeyAttributes", nonKeyAttributes.size(), nonKeyAttributes, 1, NON_KEY_ATTRIBUTES);
            for (String attribute : nonKeyAttributes) {
                constraints.length(path + "nonKeyAttributes.member", attribute, 1, KEY_NAME_CHARS);
            }
        }
        return new TableSpec.Projection(type, nonKeyAttributes);
    }

    static TableSpec.Throughput throughput(JsonIn in, String path, Constraints constraints) {
        in.structure("ProvisionedThroughput");
        Long readCapacityUnits = null;
        Long writeCapacityUnits = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "ReadCapacityUnits" -> readCapacityUnits = in.longInteger();
                case "WriteCapacityUnits" -> writeCapacityUnits = in.longInteger();
                default -> in.skip();
            }
        }
        constraints
                .required(path + "writeCapacityUnits", writeCapacityUnits)
                .range(path + "writeCapacityUnits", writeCapacityUnits, 1, Long.MAX_VALUE)
                .required(path + "readCapacityUnits", readCapacityUnits)
                .range(path + "readCapacityUnits", readCapacityUnits, 1, Long.MAX_VALUE);
        return new TableSpec.Throughput(readCapacityUnits, writeCapacityUnits);
    }

    static TableSpec.OnDemandThroughput onDemandThroughput(JsonIn in) {
        in.structure("OnDemandThroughput");
        Long maxReadRequestUnits = null;
        Long maxWriteRequestUnits = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "MaxReadRequestUnits" -> maxReadRequestUnits = in.longInteger();
                case "MaxWriteRequestUnits" -> maxWriteRequestUnits = in.longInteger();
                default -> in.skip();
            }
        }
        return new TableSpec.OnDemandThroughput(maxReadRequestUnits, maxWriteRequestUnits);
    }

    static TableSpec.WarmThroughput warmThroughput(JsonIn in) {
        in.structure("WarmThroughput");
        Long readUnitsPerSecond = null;
        Long writeUnitsPerSecond = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "ReadUnitsPerSecond" -> readUnitsPerSecond = in.longInteger();
                case "WriteUnitsPerSecond" -> writeUnitsPerSecond = in.longInteger();
                default -> in.skip();
            }
        }
        return new TableSpec.WarmThroughput(readUnitsPerSecond, writeUnitsPerSecond);
    }

    static TableSpec.StreamSpecification streamSpecification(JsonIn in, Constraints constraints) {
        in.structure("StreamSpecification");
        Boolean streamEnabled = null;
        String streamViewType = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "StreamEnabled" -> streamEnabled = in.bool();
                case "StreamViewType" -> streamViewType = in.string();
                default -> in.skip();
            }
        }
        constraints.required("streamSpecification.streamEnabled", streamEnabled);
        return new TableSpec.StreamSpecification(
                streamEnabled,
                constraints.oneOf("streamSpecification.streamViewType", streamViewType, EnumText.STREAM_VIEW_TYPE));
    }

    static TableSpec.SseSpecification sseSpecification(JsonIn in, Constraints constraints) {
        in.structure("SSESpecification");
        Boolean enabled = null;
        String sseType = null;
        String kmsMasterKeyId = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "Enabled" -> enabled = in.bool();
                case "SSEType" -> sseType = in.string();
                case "KMSMasterKeyId" -> kmsMasterKeyId = in.string();
                default -> in.skip();
            }
        }
        if (sseType != null && !sseType.equals("AES256") && !sseType.equals("KMS")) {
            constraints.add("sSESpecification.sSEType", sseType, "Member must satisfy enum value set: [AES256, KMS]");
        }
        return new TableSpec.SseSpecification(enabled, sseType, kmsMasterKeyId);
    }

    static List<TableSpec.Tag> tags(JsonIn in, Constraints constraints) {
        return in.structures("Tag", position -> {
            String key = null;
            String value = null;
            for (String member = in.member(); member != null; member = in.member()) {
                switch (member) {
                    case "Key" -> key = in.string();
                    case "Value" -> value = in.string();
                    default -> in.skip();
                }
            }
            String at = "tags." + position + ".member.";
            constraints
                    .required(at + "value", value)
                    .length(at + "value", value, 0, TAG_VALUE_CHARS)
                    .required(at + "key", key)
                    .length(at + "key", key, 1, TAG_KEY_CHARS);
            return new TableSpec.Tag(key, value);
        });
    }
}
