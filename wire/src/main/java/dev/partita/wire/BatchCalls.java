package dev.partita.wire;

import dev.partita.engine.BatchWriteItem;
import dev.partita.engine.read.BatchGetItem;
import dev.partita.engine.request.ReturnConsumedCapacity;
import dev.partita.item.ApiException;
import dev.partita.item.Dialect;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import java.util.List;
import java.util.Map;

/** BatchGetItem and BatchWriteItem. */
final class BatchCalls {

    static final WireCall<BatchGetItem.Result> BATCH_GET_ITEM =
            new WireCall<>(BatchCalls::readBatchGetItem, BatchCalls::writeBatchGetItem);
    static final WireCall<BatchWriteItem.Result> BATCH_WRITE_ITEM =
            new WireCall<>(BatchCalls::readBatchWriteItem, BatchCalls::writeBatchWriteItem);

    private BatchCalls() {}

    private static BatchGetItem readBatchGetItem(JsonIn in) {
        Constraints inItems = new Constraints(Dialect.CURRENT);
        Map<String, BatchGetItem.KeysAndAttributes> requestItems = null;
        String returnConsumedCapacity = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "RequestItems" ->
                    requestItems =
                            in.namedStructures("KeysAndAttributes", table -> keysAndAttributes(in, table, inItems));
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                default -> in.skip();
            }
        }
        Constraints constraints = new Constraints(Dialect.CURRENT);
        ReturnConsumedCapacity capacity =
                constraints.oneOf("returnConsumedCapacity", returnConsumedCapacity, EnumText.RETURN_CONSUMED_CAPACITY);
        constraints.required("requestItems", requestItems);
        if (requestItems != null) {
            constraints.members("requestItems", requestItems.size(), shown(requestItems), 1, Limits.BATCH_GET_KEYS);
            tableNames(constraints, requestItems);
        }
        constraints.include(inItems).check();
        return new BatchGetItem(requestItems, capacity);
    }

    private static BatchGetItem.KeysAndAttributes keysAndAttributes(JsonIn in, String table, Constraints constraints) {
        List<Item> keys = null;
        List<String> attributesToGet = null;
        Boolean consistentRead = null;
        String projectionExpression = null;
        Map<String, String> expressionAttributeNames = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "Keys" -> keys = in.keys();
                case "AttributesToGet" -> attributesToGet = in.strings();
                case "ConsistentRead" -> consistentRead = in.bool();
                case "ProjectionExpression" -> projectionExpression = in.string();
                case "ExpressionAttributeNames" -> expressionAttributeNames = in.stringMap();
                default -> in.skip();
            }
        }
        String path = "requestItems." + table + ".member.";
        constraints.required(path + "keys", keys);
        if (keys != null && (keys.isEmpty() || keys.size() > Limits.BATCH_GET_KEYS)) {
            String constraint = keys.isEmpty()
                    ? "Member must have length greater than or equal to 1"
                    : "Member must have length less than or equal to " + Limits.BATCH_GET_KEYS;
            constraints.violation(
                    Constraints.older(path + "keys", Constraints.shown(keys, "keys"), constraint),
                    "Value at 'RequestItems." + table + ".member.Keys' failed to satisfy constraint: " + constraint);
        }
        if (attributesToGet != null) {
            constraints.size(path + "attributesToGet", attributesToGet.size(), attributesToGet, 1, Integer.MAX_VALUE);
        }
        return new BatchGetItem.KeysAndAttributes(
                keys, attributesToGet, consistentRead, projectionExpression, expressionAttributeNames);
    }

    private static void writeBatchGetItem(JsonOut out, BatchGetItem.Result result) {
        out.openObject().name("Responses").openObject();
        result.responses().forEach((table, items) -> {
            out.anyName(table).openList();
            items.forEach(out::value);
            out.closeList();
        });
        out.closeObject().name("UnprocessedKeys").openObject();
        result.unprocessedKeys().forEach((table, left) -> {
            out.anyName(table).openObject();
            out.member("Keys", left.keys(), JsonOut::value);
            out.member("AttributesToGet", left.attributesToGet(), JsonOut::value);
            out.member("ConsistentRead", left.consistentRead());
            out.member("ProjectionExpression", left.projectionExpression());
            if (left.expressionAttributeNames() != null) {
                out.name("ExpressionAttributeNames").openObject();
                left.expressionAttributeNames()
                        .forEach((placeholder, name) -> out.anyName(placeholder).value(name));
                out.closeObject();
            }
            out.closeObject();
        });
        out.closeObject();
        ResultOut.consumedCapacities(out, result.consumedCapacity());
        out.closeObject();
    }

    private static BatchWriteItem readBatchWriteItem(JsonIn in) {
        Constraints inRequests = new Constraints(Dialect.OLDER);
        Map<String, List<BatchWriteItem.WriteRequest>> requestItems = null;
        String returnConsumedCapacity = null;
        String returnItemCollectionMetrics = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "RequestItems" ->
                    requestItems = in.structureLists(
                            "WriteRequest", (table, position) -> writeRequest(in, table, position, inRequests));
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                case "ReturnItemCollectionMetrics" -> returnItemCollectionMetrics = in.string();
                default -> in.skip();
            }
        }
        Constraints constraints = new Constraints(Dialect.OLDER);
        var capacity =
                constraints.oneOf("returnConsumedCapacity", returnConsumedCapacity, EnumText.RETURN_CONSUMED_CAPACITY);
        var metrics = constraints.oneOf(
                "returnItemCollectionMetrics", returnItemCollectionMetrics, EnumText.RETURN_ITEM_COLLECTION_METRICS);
        constraints.check();
        constraints.required("requestItems", requestItems).check();
        if (requestItems.isEmpty()) {
            throw ApiException.validation("The requestItems parameter is required for BatchWriteItem");
        }
        tableNames(constraints, requestItems);
        for (Map.Entry<String, List<BatchWriteItem.WriteRequest>> entry : requestItems.entrySet()) {
            int size = entry.getValue().size();
            if (size < 1 || size > Limits.BATCH_WRITE_REQUESTS) {
                constraints.add(
                        "requestItems",
                        shown(requestItems),
                        "Map value must satisfy constraint: [Member must have length less than or equal to "
                                + Limits.BATCH_WRITE_REQUESTS
                                + ", Member must have length greater than or equal to 1]");
                break;
            }
        }
        constraints.include(inRequests).check();
        return new BatchWriteItem(requestItems, capacity, metrics);
    }

    private static BatchWriteItem.WriteRequest writeRequest(
            JsonIn in, String table, int position, Constraints constraints) {
        String path = "requestItems." + table + ".member." + position + ".member.";
        Item putItem = null;
        Item deleteKey = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "PutRequest" -> {
                    putItem = only(in, "PutRequest", "Item");
                    constraints.required(path + "putRequest.item", putItem);
                }
                case "DeleteRequest" -> {
                    deleteKey = only(in, "DeleteRequest", "Key");
                    constraints.required(path + "deleteRequest.key", deleteKey);
                }
                default -> in.skip();
            }
        }
        return new BatchWriteItem.WriteRequest(putItem, deleteKey);
    }

    /** The one member of a put or delete request. */
    private static Item only(JsonIn in, String type, String name) {
        in.structure(type);
        Item item = null;
        for (String member = in.member(); member != null; member = in.member()) {
            if (member.equals(name)) {
                item = in.item();
            } else {
                in.skip();
            }
        }
        return item;
    }

    private static void writeBatchWriteItem(JsonOut out, BatchWriteItem.Result result) {
        out.openObject().name("UnprocessedItems").openObject();
        result.unprocessedItems().forEach((table, requests) -> {
            out.anyName(table).openList();
            for (BatchWriteItem.WriteRequest request : requests) {
                out.openObject();
                if (request.putItem() != null) {
                    out.name("PutRequest")
                            .openObject()
                            .member("Item", request.putItem())
                            .closeObject();
                } else {
                    out.name("DeleteRequest")
                            .openObject()
                            .member("Key", request.deleteKey())
                            .closeObject();
                }
                out.closeObject();
            }
            out.closeList();
        });
        out.closeObject();
        ResultOut.itemCollectionMetrics(out, result.itemCollectionMetrics());
        ResultOut.consumedCapacities(out, result.consumedCapacity());
        out.closeObject();
    }

    private static void tableNames(Constraints constraints, Map<String, ?> requestItems) {
        for (String table : requestItems.keySet()) {
            Constraints ofName = new Constraints(Dialect.OLDER);
            ofName.optionalTableName("requestItems", table, table.startsWith("arn:") ? 1 : 3);
            if (!ofName.isSatisfied()) {
                constraints.add(
                        "requestItems",
                        shown(requestItems),
                        "Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must"
                                + " have length greater than or equal to 3, Member must satisfy regular expression"
                                + " pattern: [a-zA-Z0-9_.-]+]");
                return;
            }
        }
    }

    private static String shown(Map<String, ?> requestItems) {
        return "{" + String.join("=[...], ", requestItems.keySet()) + (requestItems.isEmpty() ? "}" : "=[...]}");
    }
}
