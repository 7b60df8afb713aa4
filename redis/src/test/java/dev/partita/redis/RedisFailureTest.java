package dev.partita.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cache.AnswerStore;
import dev.partita.cache.Caches;
import dev.partita.cache.Library;
import dev.partita.runtime.Database;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.ScanParams;

class RedisFailureTest {

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final RedisServer server = new RedisServer();
    private final UnifiedJedis client = server.client();
    private final Library.Hand clock = new Library.Hand();
    private final Caches caches = RedisCaches.on(client, "test:", clock);
    private final Library library = new Library(caches, clock);

    @AfterEach
    void close() {
        library.close();
        caches.close();
        client.close();
        server.close();
    }

    @Test
    void withoutRedisTheTableAnswersAndAMetricSaysSo() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.cost("reader", "readerId", "1");
        assertThat(library.cost("reader", "readerId", "1")).isZero();
        server.stop();
        assertThat(library.cost("reader", "readerId", "1")).isEqualTo(1);
        library.write("rename", "readerId", "1", "name", "Ann");
        assertThat(library.read("reader", "readerId", "1").one().values()).containsEntry("name", "Ann");
        assertThat(library.counts("reader").failures()).isGreaterThanOrEqualTo(3);
        server.start();
        clock.forward(RETRY);
        assertThat(library.cost("reader", "readerId", "1")).isEqualTo(1);
        assertThat(library.cost("reader", "readerId", "1")).isZero();
    }

    @Test
    void aWriteThatRedisDidNotHearOfIsMadeUpFor() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        Database other = library.another(RedisCaches.on(client, "test:", clock), library.endpoint());
        assertThat(other.read("reader", Map.of("readerId", "1")).items()).hasSize(1);
        client.configSet("maxmemory", "1");
        library.write("rename", "readerId", "1", "name", "Ann");
        assertThat(library.read("reader", "readerId", "1").one().values())
                .as("this process does not trust a cache that it owes something")
                .containsEntry("name", "Ann");
        assertThat(library.counts("reader").failures()).isPositive();
        client.configSet("maxmemory", "0");
        clock.forward(RETRY);
        assertThat(library.read("reader", "readerId", "1").one().values()).containsEntry("name", "Ann");
        assertThat(other.read("reader", Map.of("readerId", "1")).one().values()).containsEntry("name", "Ann");
    }

    @Test
    void whoOwesTooMuchHasEverythingForgotten() {
        PendingTouches owed = new PendingTouches();
        for (int i = 0; i < 10_001; i++) {
            owed.add("space", List.of("scope" + i), i);
        }
        assertThat(owed.of("space")).singleElement().satisfies(debt -> {
            assertThat(debt.getKey()).isEqualTo(AnswerStore.EVERYTHING);
            assertThat(debt.getValue().atMillis()).isEqualTo(10_000);
        });
    }

    @Test
    void whatIsTouchedWhileItIsPaidIsOwedAnew() {
        PendingTouches owed = new PendingTouches();
        owed.add("space", List.of("a", "b"), 1);
        var paying = owed.of("space");
        owed.add("space", List.of("a"), 1);
        owed.paid("space", paying);
        assertThat(owed.of("space")).extracting(Map.Entry::getKey).containsExactly("a");
        owed.paid("space", owed.of("space"));
        assertThat(owed.isEmpty()).isTrue();
    }

    @Test
    void losingMarksLosesAnswersAndNothingElse() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.cost("reader", "readerId", "1");
        Set<String> marks = keys("test:{library-*}:~*");
        assertThat(marks).isNotEmpty();
        client.del(marks.toArray(String[]::new));
        assertThat(library.cost("reader", "readerId", "1")).isEqualTo(1);
        assertThat(library.cost("reader", "readerId", "1")).isZero();
    }

    @Test
    void strangeBytesAreNoAnswer() {
        library.cost("reader", "readerId", "1");
        Set<String> answers = keys("test:{library-*}:reader:*");
        assertThat(answers).hasSize(1);
        for (String bytes : new String[] {"", "x", "something else that is longer than a head"}) {
            client.set(answers.iterator().next(), bytes);
            assertThat(library.cost("reader", "readerId", "1")).isEqualTo(1);
        }
        assertThat(library.cost("reader", "readerId", "1")).isZero();
    }

    @Test
    void valuesStandInNoKeyAndHiddenOnesNowhere() {
        library.write("join", "readerId", "1", "email", "ann@x.org", "secret", "hush");
        library.cost("readerByMail", "email", "ann@x.org");
        Set<String> keys = keys("*");
        assertThat(keys)
                .allSatisfy(key -> assertThat(key).startsWith("test:{library-").doesNotContain("ann"));
        assertThat(keys).allSatisfy(key -> assertThat(client.get(key)).doesNotContain("hush"));
        assertThat(keys).allSatisfy(key -> assertThat(client.pttl(key)).isPositive());
    }

    @Test
    void anAddressIsEnough() {
        Caches simple = RedisCaches.at(server.uri());
        Database one = library.another(simple, library.endpoint());
        library.write("join", "readerId", "1", "email", "a@x.org");
        assertThat(one.read("reader", Map.of("readerId", "1")).items()).hasSize(1);
        assertThat(one.read("reader", Map.of("readerId", "1")).requests()).isZero();
        simple.close();
    }

    private Set<String> keys(String form) {
        return new TreeSet<>(client.scan(
                        ScanParams.SCAN_POINTER_START,
                        new ScanParams().match(form).count(1000))
                .getResult());
    }
}
