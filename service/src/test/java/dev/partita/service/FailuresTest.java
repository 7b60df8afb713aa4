package dev.partita.service;

import static dev.partita.service.BadRequestsTest.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.Item;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.service.Served.Answer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** What is no fault of the caller's: the database, the service itself, and its end. */
class FailuresTest {

    @ParameterizedTest
    @CsvSource({
        "ProvisionedThroughputExceededException, 503, throttled,            true",
        "ThrottlingException,                    503, throttled,            true",
        "RequestLimitExceeded,                   503, throttled,            true",
        "TransactionConflictException,           503, contended,            true",
        "ResourceNotFoundException,              503, tables-missing,       true",
        "UnrecognizedClientException,            503, database-refused,     true",
        "AccessDeniedException,                  503, database-refused,     true",
        "ExpiredTokenException,                  503, database-refused,     true",
        "InternalServerError,                    503, database-unreachable, true",
        "ValidationException,                    422, invalid-values,       false"
    })
    void whatTheDatabaseRefusesIsToldInOwnWords(String code, int status, String problem, boolean retries) {
        try (Served served = failing(new EndpointException(code, "the key PERSON#secret", Item.NONE, List.of()))) {
            Answer answer = served.get("/api/desk/people/ada");
            check(answer, status, problem, "");
            assertThat(answer.body()).doesNotContain("secret");
            assertThat(answer.header("Retry-After") != null).isEqualTo(retries);
        }
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsNoFaultOfTheCaller() {
        try (Served served = failing(SdkClientException.create("Connect to 10.0.0.1:8000 failed"))) {
            Answer answer = served.get("/api/desk/people/ada");
            check(answer, 503, "database-unreachable", "does not answer");
            assertThat(answer.body()).doesNotContain("10.0.0.1");
        }
        try (Served served = failing(SdkClientException.create("Unable to load credentials from any provider"))) {
            check(served.get("/api/desk/people/ada"), 503, "database-refused", "credentials");
        }
        try (Served served = failing(ApiCallTimeoutException.create(1000))) {
            check(served.get("/api/desk/people/ada"), 504, "timed-out", "took longer");
        }
    }

    @Test
    void aFaultOfOursIsAnsweredWithItsIdAndNothingElse() {
        try (Served served = failing(new IllegalStateException("internal secret"))) {
            Answer answer = served.get("/api/desk/people/ada");
            check(answer, 500, "internal-error", "under the requestId");
            assertThat(answer.body()).doesNotContain("secret");
        }
    }

    @Test
    void tablesThatAreNotThereAreNamedAsTheReason() {
        try (Served served = Served.design(Desk.YAML)) {
            served.partita.client().deleteTable(delete -> delete.tableName("main"));
            Answer answer = served.get("/api/desk/people/ada");
            check(answer, 503, "tables-missing", "partita deploy");
            assertThat(answer.header("Retry-After")).isNotNull();
        }
    }

    @Test
    void whenItEndsWhatIsUnderWayFinishesAndWhatIsNewIsRefused() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Served served = Served.through(Desk.YAML, endpoint -> (request, context) -> {
            if (request instanceof Request.GetItem) {
                began.countDown();
                await(goesOn);
            }
            return endpoint.call(request);
        })) {
            served.post("/api/desk/people", "{\"personId\":\"ada\",\"email\":\"ada@example.com\"}");
            Future<Answer> underWay = threads.submit(() -> served.get("/api/desk/people/ada"));
            await(began);
            served.service.stop();
            Answer refused = served.get("/api/desk/people/ada");
            check(refused, 503, "shutting-down", "Send the request again");
            assertThat(refused.header("Connection")).isEqualTo("close");
            assertThat(refused.header("Retry-After")).isNotNull();
            Answer ready = served.get("/ready");
            assertThat(ready.status()).isEqualTo(503);
            assertThat(served.get("/health").status()).isEqualTo(200);
            Future<?> closed = threads.submit(served.server::close);
            goesOn.countDown();
            assertThat(underWay.get(30, TimeUnit.SECONDS).status()).isEqualTo(200);
            closed.get(30, TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void moreThanCanWaitIsRefused() throws Exception {
        CountDownLatch goesOn = new CountDownLatch(1);
        try (Served served = new Served.Setting()
                .through(endpoint -> (request, context) -> {
                    if (request instanceof Request.GetItem) {
                        await(goesOn);
                    }
                    return endpoint.call(request);
                })
                .with(builder -> builder.workers(1).waiting(2))
                .serve(Desk.YAML)) {
            ExecutorService threads = Executors.newFixedThreadPool(8);
            try {
                List<Future<Integer>> answers = new java.util.ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    answers.add(threads.submit(() -> {
                        int status = served.get("/api/desk/people/ada").status();
                        if (status == 503) {
                            goesOn.countDown();
                        }
                        return status;
                    }));
                }
                List<Integer> statuses = new java.util.ArrayList<>();
                for (Future<Integer> answer : answers) {
                    statuses.add(answer.get(30, TimeUnit.SECONDS));
                }
                assertThat(statuses).contains(503).contains(404).containsOnly(503, 404);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    @Test
    void refusalsOfTheServerAreProblemsToo() {
        try (Served served = Served.design(Desk.YAML)) {
            Answer answer = served.raw("/ HTTP/9.9");
            assertThat(answer.status()).isEqualTo(400);
            check(answer, 400, "unreadable-request", "");
        }
    }

    private static Served failing(RuntimeException failure) {
        return Served.through(Desk.YAML, endpoint -> (request, context) -> {
            if (request instanceof Request.GetItem) {
                throw failure;
            }
            return endpoint.call(request);
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
