import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.runtime.Database;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** An application with nothing but partita-runtime: says what it has on its class path. */
class ApplicationTest {

    @Test
    void aDatabaseIsOpened() throws Exception {
        Files.writeString(Path.of("target", "class-path"), System.getProperty("java.class.path"));
        try (DynamoDbClient client = DynamoDbClient.builder()
                .endpointOverride(URI.create("http://127.0.0.1:1"))
                .region(Region.US_EAST_1)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .build()) {
            Database database = Database.builder(
                            Reader.read(new Source("notes.yaml", """
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
                                    """)).design(),
                            client)
                    .build();
            assertNotNull(database.plans());
        }
    }
}
