package dev.partita.bench;

import dev.partita.embedded.Partita;
import java.util.List;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;

/** The AWS Enhanced Client with a bean. */
final class Enhanced implements TypedClient {

    private final DynamoDbTable<HistoryBean> table;

    Enhanced(Partita partita) {
        this.table = DynamoDbEnhancedClient.builder()
                .dynamoDbClient(partita.client())
                .build()
                .table(Histories.TABLE, TableSchema.fromBean(HistoryBean.class));
    }

    @Override
    public HistoryBean history(String historyId) {
        return table.getItem(Key.builder()
                .partitionValue("HIST#" + historyId)
                .sortValue("META")
                .build());
    }

    @Override
    public List<HistoryBean> userHistory(String userId) {
        return table.index("GSI1")
                .query(QueryEnhancedRequest.builder()
                        .queryConditional(QueryConditional.sortBeginsWith(
                                key -> key.partitionValue("USER#" + userId).sortValue("HIST#")))
                        .limit(Histories.PER_USER)
                        .build())
                .iterator()
                .next()
                .items();
    }
}
