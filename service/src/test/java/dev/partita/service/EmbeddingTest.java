package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.embedded.Partita;
import dev.partita.http.HttpServer;
import dev.partita.runtime.Database;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A service in one's own program, as the documentation shows it. */
class EmbeddingTest {

    @Test
    void theExampleOfTheDocumentationServes() throws IOException, InterruptedException {
        Design design = Served.read(Desk.YAML);
        int port = 0;
        // begin
        try (Partita partita = Partita.inMemory()) {
            Database database = Database.builder(design, partita.endpoint()).build();
            database.createTables();
            try (Service service = Service.builder().design(database).build();
                    HttpServer server = HttpServer.start(
                            service, HttpServer.Options.defaults().withPort(port))) {
                System.out.println("http://localhost:" + server.port() + "/api/" + design.name());
                // end
                HttpResponse<String> answer = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + "/api/desk"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void theDocumentationShowsThisVeryCode() throws IOException {
        String source = Files.readString(Path.of(
                "src", "test", "java", "dev", "partita", "service", EmbeddingTest.class.getSimpleName() + ".java"));
        String code = source.substring(source.indexOf("// begin") + 8, source.indexOf("// end"));
        String page = Files.readString(Path.of("..", "docs", "rest.md"));
        String shown = page.substring(page.indexOf("```java") + 7, page.indexOf("```", page.indexOf("```java") + 7));
        assertThat(words(shown)).startsWith(words(code));
    }

    private static String words(String text) {
        return text.replaceAll("\\s+", "");
    }
}
