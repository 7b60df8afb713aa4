package pages;

import com.example.library.*;
import dev.partita.embedded.*;
import dev.partita.runtime.*;
import java.time.*;
import java.util.*;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the blocks of docs/java.md find around them: a book, its chapters, two readers, a loan. */
abstract class JavaPage {
    final Partita partita = Partita.inMemory();
    final DynamoDbClient client = partita.client();
    final Library library = Library.on(client);

    JavaPage() {
        Database database = library.database();
        database.createTables();
        Database clerk = database.as("clerk-7");
        clerk.write(
                        "addBook",
                        Map.of(
                                "bookId", "01J0",
                                "isbn", "9783161400",
                                "title", "On Paper",
                                "genre", "essay",
                                "tags", List.of("old"),
                                "publishedAt", Instant.parse("2024-05-01T00:00:00Z"),
                                "chapters", List.of(Map.of("number", 1, "text", "Once"))))
                .run();
        for (int i = 0; i < 2; i++) {
            clerk.write("countLoan", Map.of("bookId", "01J0")).run();
        }
        library.saveReader().readerId("ann").name("Ann").password("correct horse").run();
        library.saveReader().readerId("ben").name("Ben").run();
        prepare();
    }

    /** What one block needs beyond that. */
    void prepare() {}
}
