package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.example.orders.*;
import dev.partita.plan.WriteRefused;
import dev.partita.runtime.Transaction;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Reads, writes, a transaction and a lost answer, with the oldest AWS SDK that is promised to do. */
class MinimumSdkTest {

    /** Loses the answers of the next writes. */
    private static final class Losing implements SdkHttpClient {
        private final SdkHttpClient client = UrlConnectionHttpClient.create();
        private final AtomicInteger losses = new AtomicInteger();

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            ExecutableHttpRequest prepared = client.prepareRequest(request);
            boolean isWrite = request.httpRequest()
                    .firstMatchingHeader("X-Amz-Target")
                    .orElse("")
                    .endsWith(".PutItem");
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    HttpExecuteResponse response = prepared.call();
                    if (isWrite && losses.getAndDecrement() > 0) {
                        throw new IOException("the answer is lost");
                    }
                    return response;
                }

                @Override
                public void abort() {
                    prepared.abort();
                }
            };
        }

        @Override
        public void close() {
            client.close();
        }
    }

    @Test
    void itDoes() {
        assertEquals("2.26.0", software.amazon.awssdk.core.util.VersionInfo.SDK_VERSION);
        Losing http = new Losing();
        try (DynamoDbClient client = DynamoDbClient.builder()
                .endpointOverride(URI.create(System.getenv("AWS_ENDPOINT_URL")))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .httpClient(http)
                .build()) {
            Orders orders = Orders.on(client);
            orders.database().createTables();
            Order first = orders.placeOrder().customerId("old").total(BigDecimal.ONE).run();
            http.losses.set(1);
            Order second = orders.placeOrder().customerId("old").total(BigDecimal.TEN).run();
            assertEquals(0, http.losses.get());
            assertEquals(List.of(second, first), orders.customerOrders("old").items());
            assertThrows(WriteRefused.class, () -> Transaction.of(
                            orders.placeOrder(first), orders.placeOrder().customerId("old").total(BigDecimal.ONE))
                    .run());
        }
    }
}
