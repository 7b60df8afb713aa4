package dev.partita.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;

/** Something that speaks DynamoDB's protocol, called with plain JSON so that no SDK hides or repairs anything. */
final class Endpoint {

    private static final Set<String> STREAM_OPERATIONS =
            Set.of("ListStreams", "DescribeStream", "GetShardIterator", "GetRecords");
    private static final String AUTHORIZATION = "AWS4-HMAC-SHA256"
            + " Credential=conformance/20260101/us-east-1/dynamodb/aws4_request,"
            + " SignedHeaders=content-type;host;x-amz-date;x-amz-target,"
            + " Signature=0000000000000000000000000000000000000000000000000000000000000000";
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    private final URI uri;

    Endpoint(URI uri) {
        this.uri = uri;
    }

    Answer call(Request request) {
        return call(request.operation(), Json.print(request.body()));
    }

    Answer call(String operation, Map<String, Object> body) {
        return call(operation, Json.print(body));
    }

    Answer call(String operation, String body) {
        String service = STREAM_OPERATIONS.contains(operation) ? "DynamoDBStreams" : "DynamoDB";
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("X-Amz-Target", service + "_20120810." + operation)
                .header("X-Amz-Date", "20260101T000000Z")
                .header("Authorization", AUTHORIZATION)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<byte[]> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
            requireChecksum(response);
            return Answer.of(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(operation + " " + body, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** SDKs retry an answer whose checksum does not match, so a wrong one is worse than none. */
    private static void requireChecksum(HttpResponse<byte[]> response) {
        response.headers().firstValue("x-amz-crc32").ifPresent(sent -> {
            CRC32 crc = new CRC32();
            crc.update(response.body());
            if (!sent.equals(Long.toString(crc.getValue()))) {
                throw new IllegalStateException("x-amz-crc32 says " + sent + ", the body has " + crc.getValue());
            }
        });
    }
}
