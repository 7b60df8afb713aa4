package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.cache.Library;
import dev.partita.embedded.Partita;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Deletes that were cut off are finished in the background. */
class DeleteFinisherTest {

    private static final String DESIGN = """
            design: shelves
            tables:
              main: { name: shelves, key: { partition: pk, sort: sk } }
            entities:
              Shelf:
                key: { pk: "SHELF#{shelfId}", sk: META }
                attributes: { shelfId: { type: string } }
              Book:
                key: { pk: "SHELF#{shelfId}", sk: "BOOK#{bookId}" }
                attributes:
                  shelfId: { type: string, references: Shelf, must-exist: true, on-delete: cascade }
                  bookId:  { type: string }
            patterns:
              shelve:      { create: Shelf }
              addBook:     { create: Book }
              books:       { list: Book, by: shelfId, consistency: strong }
              deleteShelf: { delete: Shelf, by: shelfId }
            """;

    private final Library.Hand clock = new Library.Hand();

    private Database on(Endpoint endpoint) {
        return Database.builder(Shop.design(DESIGN), endpoint)
                .clock(clock)
                .environment(Map.of())
                .build();
    }

    @Test
    void whatDiedHalfwayIsFinishedByTheNextProcess() throws InterruptedException {
        try (Partita partita = Partita.inMemory()) {
            Database database = on(partita.endpoint());
            database.createTables();
            database.write("shelve", Map.of("shelfId", "s")).run();
            database.write("addBook", Map.of("shelfId", "s", "bookId", "b")).run();
            Database dying = on((request, context) -> {
                if (request instanceof Request.BatchWriteItem) {
                    throw new IllegalStateException("killed");
                }
                return partita.endpoint().call(request);
            });
            assertThatThrownBy(() ->
                            dying.write("deleteShelf", Map.of("shelfId", "s")).run())
                    .hasMessage("killed");
            assertThat(database.finishDeletes()).isZero();
            clock.forward(Duration.ofMinutes(1));
            assertThat(books(database)).isEqualTo(1);
            BlockingQueue<String> told = new LinkedBlockingQueue<>();
            try (DeleteFinisher finisher = DeleteFinisher.start(List.of(database), told::add)) {
                assertThat(told.poll(1, TimeUnit.MINUTES))
                        .isEqualTo("Of shelves 1 delete had been cut off and is finished now");
            }
            assertThat(books(database)).isZero();
            assertThat(database.finishDeletes()).isZero();
        }
    }

    @Test
    void whatCannotBeReachedIsTold() throws InterruptedException {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        Database gone = on((request, context) -> {
            throw new IllegalStateException("no route");
        });
        try (DeleteFinisher finisher = DeleteFinisher.start(List.of(gone), told::add)) {
            assertThat(told.poll(1, TimeUnit.MINUTES))
                    .isEqualTo("Deletes of shelves that were cut off cannot be finished yet: no route");
        }
    }

    private static int books(Database database) {
        return database.read("books", Map.of("shelfId", "s")).items().size();
    }
}
