package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.InvalidValues;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DatabaseTest {

    private final Shop shop = new Shop();
    private final Database database = shop.database();

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void whatOnePatternWritesAnotherReads() {
        Written written = shop.signUp("1", "a@x.org");
        assertThat(written.outcome()).isEqualTo(Written.Outcome.CREATED);
        Result found = database.read("customer", Map.of("customerId", "1"));
        assertThat(found.one().values()).containsEntry("email", "a@x.org");
    }

    @Test
    void aWriteDoesNothingUntilItIsRun() {
        Write<Written> write = database.write("signUp", Map.of("customerId", "1", "email", "a@x.org"));
        assertThat(database.read("customer", Map.of("customerId", "1")).items()).isEmpty();
        assertThat(write.map(Written::entity).run()).isEqualTo("Customer");
        assertThatThrownBy(write::run).isInstanceOf(WriteRefused.class);
    }

    @Test
    void pagesAreReadOneByOneAndOnlyWhenAskedFor() {
        shop.signUp("1", "a@x.org");
        shop.orders("1", 8);
        List<Consumed> calls = new ArrayList<>();
        Database counted = database.with(CallOptions.none().consumed(calls::add));
        try (Stream<Result> pages = counted.pages("orders", Map.of("customerId", "1"))) {
            assertThat(calls).isEmpty();
            assertThat(pages.limit(2).mapToInt(page -> page.items().size()).sum())
                    .isEqualTo(6);
        }
        assertThat(calls).hasSize(2);
        assertThat(database.pages("orders", Map.of("customerId", "1"), PageRequest.of(5))
                        .mapToInt(page -> page.items().size()))
                .containsExactly(5, 3);
    }

    @Test
    void aPageGoesOnWhereTheOneBeforeEnded() {
        shop.signUp("1", "a@x.org");
        shop.orders("1", 4);
        Result first = database.read("orders", Map.of("customerId", "1"), PageRequest.of(2));
        Result second = database.read(
                "orders", Map.of("customerId", "1"), PageRequest.of(2).after(Cursor.of(first.cursor())));
        assertThat(second.items())
                .extracting(found -> found.values().get("number"))
                .containsExactly(3L, 4L);
    }

    @Test
    void writesAndReadsRunInTheBackgroundToo() {
        database.write("signUp", Map.of("customerId", "1", "email", "a@x.org"))
                .runAsync()
                .join();
        assertThat(database.readAsync("customer", Map.of("customerId", "1"), PageRequest.first())
                        .join()
                        .items())
                .hasSize(1);
    }

    @Test
    void aPatternThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> database.read("custmer", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no pattern custmer");
        assertThatThrownBy(() -> database.read("signUp", Map.of())).hasMessageContaining("writes");
    }

    @Test
    void aStrongReadOfAGlobalIndexIsRefused() {
        Database strong = database.with(CallOptions.none().strong());
        assertThatThrownBy(() -> strong.read("byStatus", Map.of("status", "OPEN")))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("main.GSI1");
        shop.signUp("1", "a@x.org");
        assertThat(strong.read("customer", Map.of("customerId", "1")).items()).hasSize(1);
    }

    @Test
    void strongReadsCostTwiceAsMuch() {
        shop.signUp("1", "a@x.org");
        List<Consumed> calls = new ArrayList<>();
        CallOptions options = CallOptions.none().consumed(calls::add);
        database.with(options.eventual()).read("customer", Map.of("customerId", "1"));
        database.with(options.strong()).read("customer", Map.of("customerId", "1"));
        assertThat(calls).containsExactly(new Consumed("customer", 1, 0.5, 0), new Consumed("customer", 1, 1, 0));
    }

    @Test
    void writesAreCountedAndTheirOwnReadsStayStrong() {
        shop.signUp("1", "a@x.org");
        List<Consumed> calls = new ArrayList<>();
        Database counted = database.with(CallOptions.none().consumed(calls::add).eventual());
        counted.write("changeEmail", Map.of("customerId", "1", "email", "b@x.org"))
                .run();
        assertThat(calls).containsExactly(new Consumed("changeEmail", 2, 1, 6));
    }
}
