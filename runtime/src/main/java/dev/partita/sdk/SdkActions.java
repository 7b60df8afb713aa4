package dev.partita.sdk;

import dev.partita.plan.Request;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The actions of a transaction, as the AWS SDK has them. */
final class SdkActions implements Request.Action.Cases<TransactWriteItem> {

    private static final SdkActions ALL = new SdkActions();

    private SdkActions() {}

    static TransactWriteItem action(Request.Action action) {
        return action.match(ALL);
    }

    @Override
    public TransactWriteItem put(Request.PutItem put) {
        return TransactWriteItem.builder()
                .put(one -> one.tableName(put.table())
                        .item(SdkItems.toSdk(put.item()))
                        .conditionExpression(put.condition())
                        .expressionAttributeNames(SdkRequests.orNull(put.names()))
                        .expressionAttributeValues(SdkRequests.values(put.values()))
                        .returnValuesOnConditionCheckFailure(SdkRequests.blocking(put.condition())))
                .build();
    }

    @Override
    public TransactWriteItem update(Request.UpdateItem update) {
        return TransactWriteItem.builder()
                .update(one -> one.tableName(update.table())
                        .key(SdkItems.toSdk(update.item()))
                        .updateExpression(update.update())
                        .conditionExpression(update.condition())
                        .expressionAttributeNames(SdkRequests.orNull(update.names()))
                        .expressionAttributeValues(SdkRequests.values(update.values()))
                        .returnValuesOnConditionCheckFailure(SdkRequests.blocking(update.condition())))
                .build();
    }

    @Override
    public TransactWriteItem delete(Request.DeleteItem delete) {
        return TransactWriteItem.builder()
                .delete(one -> one.tableName(delete.table())
                        .key(SdkItems.toSdk(delete.item()))
                        .conditionExpression(delete.condition())
                        .expressionAttributeNames(SdkRequests.orNull(delete.names()))
                        .expressionAttributeValues(SdkRequests.values(delete.values()))
                        .returnValuesOnConditionCheckFailure(SdkRequests.blocking(delete.condition())))
                .build();
    }

    @Override
    public TransactWriteItem check(Request.ConditionCheck check) {
        return TransactWriteItem.builder()
                .conditionCheck(one -> one.tableName(check.table())
                        .key(SdkItems.toSdk(check.item()))
                        .conditionExpression(check.condition())
                        .expressionAttributeNames(SdkRequests.orNull(check.names()))
                        .expressionAttributeValues(SdkRequests.values(check.values()))
                        .returnValuesOnConditionCheckFailure(SdkRequests.blocking(check.condition())))
                .build();
    }
}
