package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.engine.Engine;
import dev.partita.wire.Wire;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HealthPageTest {

    @Test
    void aStoreThatRefusesWritesIsNotHealthyUntilItTakesThemAgain() throws Exception {
        AtomicReference<String> reason = new AtomicReference<>();
        try (Engine engine = Engine.inMemory(Engine.Options.defaults());
                Server server = Server.start(
                        new Wire(engine, false)::perform,
                        () -> Optional.ofNullable(reason.get()),
                        Server.Options.defaults().withPort(0))) {
            assertThat(get(server).statusCode()).isEqualTo(200);
            reason.set("The disk is full.");
            assertThat(get(server).statusCode()).isEqualTo(503);
            assertThat(get(server).body()).isEqualTo("read-only: The disk is full.\n");
            reason.set(null);
            assertThat(get(server).statusCode()).isEqualTo(200);
        }
    }

    private static HttpResponse<String> get(Server server) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + "/health"))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
