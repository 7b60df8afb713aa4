package dev.partita.wire;

import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.KeyType;
import dev.partita.engine.request.ProjectionType;
import dev.partita.engine.request.ReturnConsumedCapacity;
import dev.partita.engine.request.ReturnItemCollectionMetrics;
import dev.partita.engine.request.ReturnValues;
import dev.partita.engine.request.ReturnValuesOnConditionCheckFailure;
import dev.partita.engine.request.Select;
import dev.partita.engine.request.ShardIteratorType;
import dev.partita.engine.request.StreamViewType;
import dev.partita.engine.request.TableClass;
import dev.partita.expression.Legacy;
import dev.partita.item.AttributeValue;
import java.util.HashMap;
import java.util.Map;

/**
 * An enumeration as the service prints it: {@code order} is how its refusal lists the constants, and {@code current} is
 * the whole refusal where the current validation layer words it otherwise (the misprints are the service's).
 */
record EnumText<E extends Enum<E>>(Map<String, E> constants, String order, String current) {

    static final EnumText<ReturnConsumedCapacity> RETURN_CONSUMED_CAPACITY =
            of(ReturnConsumedCapacity.class, "INDEXES, TOTAL, NONE", null);
    static final EnumText<ReturnItemCollectionMetrics> RETURN_ITEM_COLLECTION_METRICS =
            of(ReturnItemCollectionMetrics.class, "SIZE, NONE", "ReturnItemCollectionMetrics can only be SIZE or NONE");
    static final EnumText<ReturnValues> RETURN_VALUES = of(
            ReturnValues.class,
            "ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW",
            "Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW,"
                    + " UPDATE_NEW, NONE]");
    static final EnumText<ReturnValuesOnConditionCheckFailure> RETURN_VALUES_ON_CONDITION_CHECK_FAILURE =
            of(ReturnValuesOnConditionCheckFailure.class, "ALL_OLD, NONE", null);
    static final EnumText<Select> SELECT =
            of(Select.class, "SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES", null);
    static final EnumText<Legacy.ConditionalOperator> CONDITIONAL_OPERATOR = of(
            Legacy.ConditionalOperator.class,
            "OR, AND",
            "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]");
    static final EnumText<Legacy.ComparisonOperator> COMPARISON_OPERATOR = of(
            Legacy.ComparisonOperator.class,
            "IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS",
            null);
    static final EnumText<Legacy.Action> ATTRIBUTE_ACTION = of(Legacy.Action.class, "ADD, DELETE, PUT", null);
    static final EnumText<KeyType> KEY_TYPE = of(KeyType.class, "HASH, RANGE", null);
    static final EnumText<ProjectionType> PROJECTION_TYPE = of(ProjectionType.class, "ALL, INCLUDE, KEYS_ONLY", null);
    static final EnumText<BillingMode> BILLING_MODE = of(BillingMode.class, "PROVISIONED, PAY_PER_REQUEST", null);
    static final EnumText<TableClass> TABLE_CLASS = of(TableClass.class, "STANDARD, STANDARD_INFREQUENT_ACCESS", null);
    static final EnumText<StreamViewType> STREAM_VIEW_TYPE =
            of(StreamViewType.class, "NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES, KEYS_ONLY", null);
    static final EnumText<ShardIteratorType> SHARD_ITERATOR_TYPE =
            of(ShardIteratorType.class, "AFTER_SEQUENCE_NUMBER, LATEST, AT_SEQUENCE_NUMBER, TRIM_HORIZON", null);
    static final EnumText<AttributeValue.Type> ATTRIBUTE_TYPE = new EnumText<>(
            Map.of("S", AttributeValue.Type.S, "N", AttributeValue.Type.N, "B", AttributeValue.Type.B),
            "B, N, S",
            null);

    private static <E extends Enum<E>> EnumText<E> of(Class<E> type, String order, String current) {
        Map<String, E> constants = new HashMap<>();
        for (E constant : type.getEnumConstants()) {
            constants.put(constant.name(), constant);
        }
        return new EnumText<>(constants, order, current);
    }

    /** The constant of that name, or null. */
    E of(String name) {
        return constants.get(name);
    }

    String constraint() {
        return "Member must satisfy enum value set: [" + order + "]";
    }
}
