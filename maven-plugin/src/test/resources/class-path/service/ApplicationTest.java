import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.http.HttpServer;
import dev.partita.runtime.Database;
import dev.partita.service.Service;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** An application with nothing but partita-service: it answers over HTTP, and says what it has on its class path. */
class ApplicationTest {

    @Test
    void aDesignIsServed() throws Exception {
        Files.writeString(Path.of("target", "class-path"), System.getProperty("java.class.path"));
        Design design = Reader.read(new Source("notes.yaml", """
                        design: notes
                        tables:
                          main: { key: { partition: pk } }
                        entities:
                          Note:
                            key: { pk: "NOTE#{noteId}" }
                            attributes:
                              noteId: { type: string, generate: ulid }
                        patterns:
                          note: { get: Note, by: noteId }
                        """)).design();
        try (DynamoDbClient client = DynamoDbClient.builder()
                        .endpointOverride(URI.create("http://127.0.0.1:1"))
                        .region(Region.US_EAST_1)
                        .credentialsProvider(AnonymousCredentialsProvider.create())
                        .build();
                Service service = Service.builder()
                        .design(Database.builder(design, client).build())
                        .build();
                HttpServer server =
                        HttpServer.start(service, HttpServer.Options.defaults().withPort(0))) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://localhost:" + server.port() + "/api/notes/openapi.json"))
                    .build();
            assertEquals(
                    200,
                    HttpClient.newHttpClient()
                            .send(request, HttpResponse.BodyHandlers.ofString())
                            .statusCode());
        }
    }
}
