package dev.partita.bench;

import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;

/** A map inside a {@link HistoryBean}. */
@DynamoDbBean
public final class FactsBean {

    private Long execTime;

    @DynamoDbAttribute("exec_time")
    public Long getExecTime() {
        return execTime;
    }

    public void setExecTime(Long execTime) {
        this.execTime = execTime;
    }
}
