package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.Answer;
import dev.partita.plan.CallTimeout;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointDecorator;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

class CallOptionsTest {

    /** Writes down what is asked of it, and answers late from a certain request on. */
    private static final class Slow extends EndpointDecorator {
        private final List<Duration> allowed;
        private final int late;

        Slow(Endpoint endpoint, List<Duration> allowed, int late) {
            super(endpoint);
            this.allowed = allowed;
            this.late = late;
        }

        @Override
        public Answer call(Request request, Context context) {
            if (context.timeout() != null) {
                allowed.add(context.timeout());
            }
            if (allowed.size() > late) {
                throw ApiCallTimeoutException.create(1);
            }
            return endpoint().call(request, context);
        }
    }

    private final List<Duration> allowed = new ArrayList<>();
    private final Shop shop = new Shop(endpoint -> new Slow(endpoint, allowed, 2));
    private final Database database = shop.database();

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void theServiceIsAllowedWhatIsLeft() {
        shop.signUp("1", "a@x.org");
        Database hurried = database.with(CallOptions.none().timeout(Duration.ofHours(1)));
        assertThat(hurried.read("byEmail", Map.of("email", "a@x.org")).items()).hasSize(1);
        assertThat(allowed).hasSize(2).allMatch(left -> left.compareTo(Duration.ofHours(1)) < 0);
        assertThat(allowed.get(1)).isLessThan(allowed.get(0));
        assertThatThrownBy(() -> hurried.read("customer", Map.of("customerId", "1")))
                .isInstanceOf(CallTimeout.class)
                .hasMessage("customer took longer than 3600000 ms; it had sent 1 request");
    }

    @Test
    void nothingIsSentOnceTheTimeIsOver() {
        Database late = database.with(CallOptions.none().timeout(Duration.ofNanos(1)));
        assertThatThrownBy(() -> late.read("customer", Map.of("customerId", "1")))
                .isInstanceOf(CallTimeout.class)
                .hasMessageContaining("it had sent 0 requests");
        assertThatThrownBy(() -> CallOptions.none().timeout(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theSdkGivesARequestUpInTime() {
        shop.signUp("1", "a@x.org");
        Database plain = Database.builder(
                        Shop.design(Shop.DESIGN), shop.partita().client())
                .build()
                .with(CallOptions.none().timeout(Duration.ofMinutes(5)));
        assertThat(plain.read("customer", Map.of("customerId", "1")).items()).hasSize(1);
    }

    @Test
    void aFailedCallIsCountedToo() {
        List<Consumed> calls = new ArrayList<>();
        Database counted = database.with(CallOptions.none().consumed(calls::add));
        assertThatThrownBy(() ->
                        counted.write("visit", Map.of("customerId", "nobody")).run())
                .isInstanceOf(WriteRefused.class);
        assertThat(calls).singleElement().extracting(Consumed::requests).isEqualTo(1);
    }

    @Test
    void anExecutorThatIsFullFailsTheFuture() {
        Database full = Database.builder(
                        Shop.design(Shop.DESIGN), shop.partita().client())
                .executor(task -> {
                    throw new RejectedExecutionException("full");
                })
                .build();
        assertThatThrownBy(() -> full.readAsync("customer", Map.of("customerId", "1"), PageRequest.first())
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasRootCauseInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("too many calls wait");
        // A batch does without the other threads.
        assertThat(Batch.of(List.of(
                                full.write("label", Map.of("labelId", "1")),
                                full.write("label", Map.of("labelId", "2"))))
                        .run())
                .allMatch(Batch.Outcome::isDone);
    }

    @Test
    void anAsynchronousClientServesAsWell() {
        Database asynchronous = Database.builder(
                        Shop.design(Shop.DESIGN), shop.partita().asyncClient())
                .environment(Map.of())
                .build();
        asynchronous.createTables();
        asynchronous
                .write("signUp", Map.of("customerId", "1", "email", "a@x.org"))
                .runAsync()
                .join();
        assertThat(asynchronous.read("byEmail", Map.of("email", "a@x.org")).items())
                .hasSize(1);
        assertThatThrownBy(() -> asynchronous
                        .write("signUp", Map.of("customerId", "1", "email", "a@x.org"))
                        .run())
                .isInstanceOf(WriteRefused.class);
    }
}
