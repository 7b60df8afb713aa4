package dev.partita.engine;

import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.KeyType;
import dev.partita.engine.request.ProjectionType;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.ApiException;
import dev.partita.item.Limits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The checks of CreateTable, in the order that decides which error wins. */
final class TableValidation {

    private static final long UNITS_BOUND = 1_000_000_000_000L;

    private static final List<String> ORDINALS =
            List.of("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth");

    private TableValidation() {}

    static void check(CreateTable request) {
        boolean onDemand = request.billingMode() == BillingMode.PAY_PER_REQUEST;
        checkThroughput(request.provisionedThroughput(), onDemand);
        List<String> defined = names(request.attributeDefinitions());
        checkTableKeys(request.keySchema(), defined);
        if (request.localSecondaryIndexes() == null
                && request.globalSecondaryIndexes() == null
                && request.keySchema().size() != defined.size()) {
            throw ApiException.invalidParameter("Number of attributes in KeySchema does not exactly match number of"
                    + " attributes defined in AttributeDefinitions");
        }
        Set<String> indexNames = new HashSet<>();
        if (request.localSecondaryIndexes() != null) {
            checkLocalIndexes(request, defined, indexNames);
        }
        if (request.globalSecondaryIndexes() != null) {
            checkGlobalIndexes(request, defined, indexNames, onDemand);
        }
        checkAllUsed(request, defined);
        if (new HashSet<>(defined).size() != defined.size()) {
            throw twiceTheSameName();
        }
        checkProjectedCount(request);
    }

    static void checkThroughput(TableSpec.Throughput throughput, boolean onDemand) {
        if (onDemand) {
            if (throughput != null) {
                throw ApiException.invalidParameter("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified"
                        + " when BillingMode is PAY_PER_REQUEST");
            }
            return;
        }
        if (throughput == null || throughput.readCapacityUnits() == null || throughput.writeCapacityUnits() == null) {
            throw ApiException.invalidParameter("ReadCapacityUnits and WriteCapacityUnits must both be specified when"
                    + " BillingMode is PROVISIONED");
        }
        checkBounds(throughput);
    }

    static void checkBounds(TableSpec.Throughput throughput) {
        checkBound("ReadCapacityUnits", throughput.readCapacityUnits());
        checkBound("WriteCapacityUnits", throughput.writeCapacityUnits());
    }

    private static void checkBound(String member, long units) {
        if (units > UNITS_BOUND) {
            throw ApiException.validation("Given value " + units + " for " + member + " is out of bounds");
        }
    }

    private static void checkTableKeys(List<TableSpec.KeySchemaElement> schema, List<String> defined) {
        if (schema.size() > defined.size()) {
            throw ApiException.validation("Invalid KeySchema: Some index key attribute have no definition");
        }
        checkKeys(schema, defined);
    }

    /** The checks of a schema of one HASH and at most one RANGE. */
    private static void checkKeys(List<TableSpec.KeySchemaElement> schema, List<String> defined) {
        if (schema.size() > 2) {
            throw ApiException.validation("1 validation error detected: Value at 'keySchema' failed to satisfy"
                    + " constraint: Member must have length less than or equal to 2");
        }
        checkDefined(schema, defined);
        if (schema.size() > 1
                && schema.get(0).attributeName().equals(schema.get(1).attributeName())) {
            throw ApiException.validation(
                    "Both the Hash Key and the Range Key element in the KeySchema have the same name");
        }
        if (schema.get(0).keyType() != KeyType.HASH) {
            throw notHash();
        }
        if (schema.size() > 1 && schema.get(1).keyType() != KeyType.RANGE) {
            throw ApiException.validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
        }
    }

    private static void checkDefined(List<TableSpec.KeySchemaElement> schema, List<String> defined) {
        List<String> keys =
                schema.stream().map(TableSpec.KeySchemaElement::attributeName).toList();
        if (!defined.containsAll(keys)) {
            throw ApiException.invalidParameter("Some index key attributes are not defined in AttributeDefinitions."
                    + " Keys: " + keys + ", AttributeDefinitions: " + defined);
        }
    }

    private static void checkLocalIndexes(CreateTable request, List<String> defined, Set<String> indexNames) {
        if (request.localSecondaryIndexes().isEmpty()) {
            throw ApiException.invalidParameter("List of LocalSecondaryIndexes is empty");
        }
        if (request.keySchema().size() < 2) {
            throw ApiException.invalidParameter("Table KeySchema does not have a range key, which is required when"
                    + " specifying a LocalSecondaryIndex");
        }
        String tableHash = request.keySchema().get(0).attributeName();
        for (TableSpec.IndexRequest index : request.localSecondaryIndexes()) {
            checkKeys(index.keySchema(), defined);
            if (index.keySchema().size() != 2) {
                throw ApiException.invalidParameter(
                        "Index KeySchema does not have a range key for index: " + index.indexName());
            }
            String indexHash = index.keySchema().get(0).attributeName();
            if (!indexHash.equals(tableHash)) {
                throw ApiException.invalidParameter("Index KeySchema does not have the same leading hash key as table"
                        + " KeySchema for index: " + index.indexName() + ". index hash key: " + indexHash
                        + ", table hash key: " + tableHash);
            }
            checkProjection(index.projection());
            checkName(index.indexName(), indexNames);
        }
        if (request.localSecondaryIndexes().size() > Limits.LOCAL_INDEXES) {
            throw ApiException.invalidParameter(
                    "Number of LocalSecondaryIndexes exceeds per-table limit of " + Limits.LOCAL_INDEXES);
        }
    }

    private static void checkGlobalIndexes(
            CreateTable request, List<String> defined, Set<String> indexNames, boolean onDemand) {
        if (request.globalSecondaryIndexes().isEmpty()) {
            throw ApiException.invalidParameter("List of GlobalSecondaryIndexes is empty");
        }
        for (TableSpec.IndexRequest index : request.globalSecondaryIndexes()) {
            checkGlobalIndex(index, defined, onDemand);
            checkName(index.indexName(), indexNames);
        }
        checkGlobalIndexCount(request.globalSecondaryIndexes().size());
    }

    static void checkGlobalIndex(TableSpec.IndexRequest index, List<String> defined, boolean onDemand) {
        checkGlobalKeys(index.keySchema(), defined);
        checkProjection(index.projection());
        if (onDemand && index.provisionedThroughput() != null) {
            throw ApiException.invalidParameter("ProvisionedThroughput should not be specified for index: "
                    + index.indexName() + " when BillingMode is PAY_PER_REQUEST");
        }
        if (!onDemand && index.provisionedThroughput() == null) {
            throw ApiException.invalidParameter(
                    "ProvisionedThroughput must be specified for index: " + index.indexName());
        }
        if (index.provisionedThroughput() != null) {
            checkBounds(index.provisionedThroughput());
        }
    }

    static void checkGlobalIndexCount(int count) {
        if (count > Limits.GLOBAL_INDEXES) {
            throw ApiException.invalidParameter(
                    "GlobalSecondaryIndex count exceeds the per-table limit of " + Limits.GLOBAL_INDEXES);
        }
    }

    /** One to four HASH elements, then none to four RANGE elements. */
    private static void checkGlobalKeys(List<TableSpec.KeySchemaElement> schema, List<String> defined) {
        if (schema.size() <= 2
                && schema.stream()
                                .filter(element -> element.keyType() == KeyType.HASH)
                                .count()
                        == 1) {
            checkKeys(schema, defined);
            return;
        }
        checkDefined(schema, defined);
        Set<String> names = new HashSet<>();
        int hash = 0;
        int range = 0;
        if (schema.size() > ORDINALS.size()) {
            throw ApiException.validation("Too many keys. GSI can have at most " + ORDINALS.size() + " keys");
        }
        for (TableSpec.KeySchemaElement element : schema) {
            if (!names.add(element.attributeName())) {
                throw ApiException.validation(
                        "Both the Hash Key and the Range Key element in the KeySchema have the same name");
            }
            if (element.keyType() == KeyType.RANGE) {
                range++;
            } else if (range > 0) {
                throw ApiException.validation("Invalid KeySchema: The " + ORDINALS.get(hash + range)
                        + " KeySchemaElement is not a RANGE key type");
            } else {
                hash++;
            }
        }
        if (hash == 0) {
            throw notHash();
        }
        if (hash > Limits.GLOBAL_INDEX_KEYS_PER_ROLE) {
            throw ApiException.validation("Too many partition keys. GSI can have at most "
                    + Limits.GLOBAL_INDEX_KEYS_PER_ROLE + " partition keys");
        }
        if (range > Limits.GLOBAL_INDEX_KEYS_PER_ROLE) {
            throw ApiException.validation(
                    "Too many sort keys. GSI can have at most " + Limits.GLOBAL_INDEX_KEYS_PER_ROLE + " sort keys");
        }
    }

    private static ApiException notHash() {
        return ApiException.validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
    }

    private static ApiException twiceTheSameName() {
        return ApiException.validation("Cannot have two attributes with the same name");
    }

    private static void checkProjection(TableSpec.Projection projection) {
        if (projection == null || projection.projectionType() == null) {
            throw ApiException.invalidParameter("Unknown ProjectionType: null");
        }
        boolean named = projection.nonKeyAttributes() != null;
        if (named && projection.projectionType() != ProjectionType.INCLUDE) {
            throw ApiException.invalidParameter(
                    "ProjectionType is " + projection.projectionType() + ", but NonKeyAttributes is specified");
        }
        if (named
                && new HashSet<>(projection.nonKeyAttributes()).size()
                        != projection.nonKeyAttributes().size()) {
            throw twiceTheSameName();
        }
        if (!named && projection.projectionType() == ProjectionType.INCLUDE) {
            throw ApiException.invalidParameter("ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
        }
    }

    private static void checkName(String name, Set<String> indexNames) {
        if (!indexNames.add(name)) {
            throw ApiException.invalidParameter("Duplicate index name: " + name);
        }
    }

    private static void checkAllUsed(CreateTable request, List<String> defined) {
        Set<String> used = new LinkedHashSet<>(namesOf(request.keySchema()));
        for (TableSpec.IndexRequest index : indexes(request)) {
            used.addAll(namesOf(index.keySchema()));
        }
        if (!used.containsAll(defined)) {
            throw ApiException.invalidParameter("Some AttributeDefinitions are not used. AttributeDefinitions: "
                    + defined + ", keys used: " + used);
        }
    }

    private static void checkProjectedCount(CreateTable request) {
        int count = 0;
        for (TableSpec.IndexRequest index : indexes(request)) {
            List<String> projected = index.projection().nonKeyAttributes();
            count += projected == null ? 0 : projected.size();
        }
        checkProjectedCount(count);
    }

    static void checkProjectedCount(int count) {
        if (count > Limits.PROJECTED_NON_KEY_ATTRIBUTES) {
            throw ApiException.invalidParameter("Number of projected non-key attributes over all indexes exceeds the"
                    + " per-table limit of " + Limits.PROJECTED_NON_KEY_ATTRIBUTES);
        }
    }

    private static List<TableSpec.IndexRequest> indexes(CreateTable request) {
        List<TableSpec.IndexRequest> indexes = new ArrayList<>();
        if (request.localSecondaryIndexes() != null) {
            indexes.addAll(request.localSecondaryIndexes());
        }
        if (request.globalSecondaryIndexes() != null) {
            indexes.addAll(request.globalSecondaryIndexes());
        }
        return indexes;
    }

    static List<String> names(List<TableSpec.AttributeDefinition> definitions) {
        return definitions.stream()
                .map(TableSpec.AttributeDefinition::attributeName)
                .toList();
    }

    private static List<String> namesOf(List<TableSpec.KeySchemaElement> schema) {
        return schema.stream().map(TableSpec.KeySchemaElement::attributeName).toList();
    }
}
