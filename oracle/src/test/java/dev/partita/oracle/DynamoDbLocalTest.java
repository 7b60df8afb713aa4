package dev.partita.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** DynamoDB Local starts, answers, and ends. */
class DynamoDbLocalTest {

    @Test
    void answersAndEndsWhenClosed() throws Exception {
        ProcessHandle process;
        try (DynamoDbLocal local = DynamoDbLocal.start()) {
            process = local.process();
            HttpRequest listTables = HttpRequest.newBuilder(local.endpoint())
                    .header("Content-Type", "application/x-amz-json-1.0")
                    .header("X-Amz-Target", "DynamoDB_20120810.ListTables")
                    .header(
                            "Authorization",
                            "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request,"
                                    + " SignedHeaders=host, Signature=00")
                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                    .build();
            HttpResponse<String> answer =
                    HttpClient.newHttpClient().send(listTables, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body()).isEqualTo("{\"TableNames\":[]}");
        }
        assertThat(process.isAlive()).isFalse();
    }
}
