package dev.partita.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.engine.Engine;
import dev.partita.oracle.DynamoDbLocal;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Test runners that wait for DynamoDB Local by {@code GET /} find what they wait for. */
class LikeLocalTest {

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void whoAsksWhetherItIsUpIsAnsweredAsByDynamoDbLocal() throws Exception {
        try (DynamoDbLocal local = DynamoDbLocal.start();
                Engine engine = Engine.inMemory(Engine.Options.defaults());
                Server server = Server.start(
                        new Wire(engine, false),
                        Server.Options.defaults().withPort(0).withLikeLocal(true))) {
            for (String path : new String[] {"/", "/shell"}) {
                HttpResponse<String> expected = get(local.port(), path);
                HttpResponse<String> answer = get(server.port(), path);
                assertThat(answer.statusCode()).isEqualTo(expected.statusCode()).isEqualTo(400);
                assertThat(answer.body()).isEqualTo(expected.body());
                assertThat(answer.headers().firstValue("Content-Type"))
                        .isEqualTo(expected.headers().firstValue("Content-Type"));
            }
        }
    }

    private HttpResponse<String> get(int port, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
