package dev.partita.runtime;

import dev.partita.plan.Request;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The actions of a transaction, as the AWS SDK has them. */
final class SdkActions {

    static TransactWriteItem action(Request.Action action) {
        Map<String, AttributeValue> item = SdkItems.toSdk(action.item());
        TransactWriteItem.Builder builder = TransactWriteItem.builder();
        if (action instanceof Request.PutItem put) {
            builder.put(one -> one.tableName(put.table())
                    .item(item)
                    .conditionExpression(put.condition())
                    .expressionAttributeNames(SdkEndpoint.orNull(put.names()))
                    .expressionAttributeValues(SdkEndpoint.values(put.values()))
                    .returnValuesOnConditionCheckFailure(SdkEndpoint.blocking(put.condition())));
        } else if (action instanceof Request.UpdateItem update) {
            builder.update(one -> one.tableName(update.table())
                    .key(item)
                    .updateExpression(update.update())
                    .conditionExpression(update.condition())
                    .expressionAttributeNames(SdkEndpoint.orNull(update.names()))
                    .expressionAttributeValues(SdkEndpoint.values(update.values()))
                    .returnValuesOnConditionCheckFailure(SdkEndpoint.blocking(update.condition())));
        } else if (action instanceof Request.DeleteItem delete) {
            builder.delete(one -> one.tableName(delete.table())
                    .key(item)
                    .conditionExpression(delete.condition())
                    .expressionAttributeNames(SdkEndpoint.orNull(delete.names()))
                    .expressionAttributeValues(SdkEndpoint.values(delete.values()))
                    .returnValuesOnConditionCheckFailure(SdkEndpoint.blocking(delete.condition())));
        } else if (action instanceof Request.ConditionCheck check) {
            builder.conditionCheck(one -> one.tableName(check.table())
                    .key(item)
                    .conditionExpression(check.condition())
                    .expressionAttributeNames(SdkEndpoint.orNull(check.names()))
                    .expressionAttributeValues(SdkEndpoint.values(check.values()))
                    .returnValuesOnConditionCheckFailure(SdkEndpoint.blocking(check.condition())));
        }
        return builder.build();
    }

    private SdkActions() {}
}
