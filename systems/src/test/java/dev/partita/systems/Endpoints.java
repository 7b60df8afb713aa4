package dev.partita.systems;

import dev.partita.embedded.EngineEndpoint;
import dev.partita.engine.Engine;
import dev.partita.oracle.DynamoDbLocal;
import dev.partita.plan.Answer;
import dev.partita.plan.AnswerReader;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The two databases every plan is run on: Partita's engine in this process, and DynamoDB Local over HTTP. */
enum Endpoints implements Endpoint {
    PARTITA {
        private final Endpoint engine = new EngineEndpoint(Engine.inMemory(Engine.Options.defaults()));

        @Override
        public Answer call(Request request, Context context) {
            return engine.call(request);
        }
    },
    DYNAMODB_LOCAL {
        @Override
        public Answer call(Request request, Context context) {
            HttpRequest post = HttpRequest.newBuilder(Local.URI)
                    .timeout(Duration.ofMinutes(5))
                    .header("Content-Type", "application/x-amz-json-1.0")
                    .header("X-Amz-Target", TARGET + request.operation())
                    .header("Authorization", AUTHORIZATION)
                    .POST(HttpRequest.BodyPublishers.ofString(json(request)))
                    .build();
            try {
                HttpResponse<byte[]> response = CLIENT.send(post, HttpResponse.BodyHandlers.ofByteArray());
                byte[] body = response.body();
                if (response.statusCode() == 200) {
                    return AnswerReader.answer(body, body.length);
                }
                throw AnswerReader.failure(body, body.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    };

    /** One process for all tests of this JVM, started when first asked; a shutdown hook ends it. */
    private static final class Local {
        private static final URI URI = DynamoDbLocal.start().endpoint();

        private Local() {}
    }

    private static final String TARGET = "DynamoDB_20120810.";
    private static final String AUTHORIZATION = "AWS4-HMAC-SHA256"
            + " Credential=systems/20260101/us-east-1/dynamodb/aws4_request,"
            + " SignedHeaders=content-type;host;x-amz-target,"
            + " Signature=0000000000000000000000000000000000000000000000000000000000000000";
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    /** Where DynamoDB Local listens, for clients of the SDK. */
    static URI local() {
        return Local.URI;
    }

    private static String json(Request request) {
        return request instanceof Request.TableRequest ? request.toJson() : request.toJsonWithCapacity();
    }
}
