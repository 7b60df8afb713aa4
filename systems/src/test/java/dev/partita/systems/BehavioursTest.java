package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.item.Item;
import dev.partita.plan.Request;
import dev.partita.plan.Result;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.value.Bcrypt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What takes many items, or many callers at once, to show. */
class BehavioursTest {

    private static final Instant NOW = Instant.parse("2024-07-01T12:00:00Z");

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void pagesAreFilledThoughMostNotificationsAreDeleted(Endpoints endpoint) {
        Play play = play("notifications", endpoint);
        must(play.call("signUp", Map.of("id", "u", "email", "u@example.com", "password", "open sesame"), NOW));
        for (int i = 0; i < 40; i++) {
            must(play.call("notify", notification(i), NOW.plusSeconds(i)));
            if (i % 4 != 0) {
                must(play.call("deleteNotification", Map.of("id", id(i)), NOW.plusSeconds(100)));
            }
        }
        List<Object> seen = new ArrayList<>();
        String cursor = null;
        List<Integer> sizes = new ArrayList<>();
        do {
            Result page = play.call("feed", Map.of("userId", "u"), NOW.plusSeconds(200), 3, cursor)
                    .read();
            sizes.add(page.items().size());
            page.items().forEach(item -> seen.add(item.values().get("id")));
            cursor = page.cursor();
        } while (cursor != null);
        assertThat(seen)
                .containsExactlyElementsOf(IntStream.iterate(36, i -> i >= 0, i -> i - 4)
                        .mapToObj(i -> (Object) id(i))
                        .toList());
        assertThat(sizes.subList(0, 3)).containsOnly(3);
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void ofManyCreatesAtOnceOnlyAsManySucceedAsTheLimitAllows(Endpoints endpoint) throws Exception {
        Play play = play("url-checks", endpoint);
        must(play.call("createUser", Map.of("userId", "u", "email", "u@example.com", "checkLimit", 5), NOW));
        List<String> refused = atOnce(
                16,
                i -> () -> play.call(
                                "createCheck",
                                Map.of(
                                        "checkId",
                                        "c" + i,
                                        "userId",
                                        "u",
                                        "url",
                                        "https://example.com/" + i,
                                        "checkType",
                                        "AVAILABILITY",
                                        "delayMs",
                                        60000),
                                NOW)
                        .refused());
        assertThat(refused.stream().filter(rule -> rule == null)).hasSize(5);
        assertThat(refused.stream().filter("quota-reached"::equals)).hasSize(11);
        Result checks = play.call("checksOfUser", Map.of("userId", "u"), NOW).read();
        assertThat(checks.items()).hasSize(5);
        Result user = play.call("user", Map.of("userId", "u"), NOW).read();
        assertThat(user.one().values()).containsEntry("checkCount", 5L);
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void ofManySignUpsAtOnceWithOneAddressOneSucceeds(Endpoints endpoint) throws Exception {
        Play play = play("url-checks", endpoint);
        List<String> refused = atOnce(
                8,
                i -> () -> play.call(
                                "createUser",
                                Map.of("userId", "u" + i, "email", (i % 2 == 0 ? "A" : "a") + "@example.com"),
                                NOW)
                        .refused());
        assertThat(refused.stream().filter(rule -> rule == null)).hasSize(1);
        assertThat(refused.stream().filter("not-unique"::equals)).hasSize(7);
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void editsOfTagsAtOnceLeaveTagsAndItemsInAgreement(Endpoints endpoint) throws Exception {
        Play play = play("fus-main", endpoint);
        must(play.call("createSite", site("s", List.of("a", "b")), NOW));
        atOnce(
                8,
                i -> () -> play.call(
                                "updateSite", Map.of("siteId", "s", "tags", List.of("a", "t" + i, "t" + (i + 1))), NOW)
                        .refused());
        Object tags = play.call("site", Map.of("siteId", "s"), NOW)
                .read()
                .one()
                .values()
                .get("tags");
        List<Object> items = play.call("tagsOfSite", Map.of("siteId", "s"), NOW).read().items().stream()
                .map(item -> item.values().get("tag"))
                .toList();
        assertThat(items).containsExactlyInAnyOrderElementsOf((List<?>) tags);
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void aSiteWithMoreCommentsThanATransactionHoldsIsDeletedWithAllOfThem(Endpoints endpoint) {
        Play play = play("fus-main", endpoint);
        must(play.call("createSite", site("s", List.of("a")), NOW));
        must(play.call("createSite", site("s2", List.of("a")), NOW));
        for (int i = 0; i < 130; i++) {
            must(play.call("comment", Map.of("userId", "u" + i % 7, "siteId", "s", "body", "Hello " + i), NOW));
        }
        must(play.call("comment", Map.of("userId", "u1", "siteId", "s2", "body", "Stays"), NOW));
        must(play.call("deleteSite", Map.of("siteId", "s"), NOW));
        assertThat(play.call("commentsOfSite", Map.of("siteId", "s"), NOW)
                        .read()
                        .items())
                .isEmpty();
        for (int i = 0; i < 7; i++) {
            assertThat(play.call("myCommentsOnSite", Map.of("userId", "u" + i, "siteId", "s"), NOW)
                            .read()
                            .items())
                    .isEmpty();
        }
        assertThat(play.call("commentsOfSite", Map.of("siteId", "s2"), NOW)
                        .read()
                        .items())
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void ofTwoScrapersWithTheSameNewsOneReportsAChange(Endpoints endpoint) throws Exception {
        Play play = play("aura-historia", endpoint);
        Map<String, Object> page = Map.of(
                "domain", "example.com",
                "url", "https://example.com/p",
                "type", "product",
                "isProduct", true,
                "status", "available",
                "price", "1.50");
        List<String> outcomes = atOnce(
                6,
                i -> () -> play.call("saveUrl", page, NOW).written().outcome().name());
        assertThat(outcomes.stream().filter(outcome -> !outcome.equals("UNCHANGED")))
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void testCasesAddedAtOnceHaveNumbersOfTheirOwn(Endpoints endpoint) throws Exception {
        Play play = play("algoitny", endpoint, "1");
        play.loadSamples(Map.of());
        List<Object> numbers = atOnce(
                12,
                i -> () -> play.call("addTestCase", Map.of("problemId", "5", "input", "i" + i, "output", "o" + i), NOW)
                        .written()
                        .values()
                        .get("number"));
        assertThat(numbers)
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(3, 14)
                        .mapToObj(i -> (Object) (long) i)
                        .toList());
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void aPasswordIsStoredAsAHashThatCanBeCheckedAndNeverShown(Endpoints endpoint) {
        Play play = play("notifications", endpoint);
        must(play.call("signUp", Map.of("id", "usr_1", "email", "A@example.com", "password", "open sesame"), NOW));
        Map<String, Object> found = play.call("userByEmail", Map.of("email", "a@example.com"), NOW)
                .read()
                .one()
                .values();
        assertThat(found).containsEntry("id", "usr_1").doesNotContainKey("password");

        Design design = Systems.design("notifications");
        Codec codec = new Codec(design, design.entities().get("User"));
        String table = design.tables().get("users").physicalName(Tables.ENVIRONMENT);
        Item item =
                endpoint.call(Request.GetItem.strong(table, codec.key(found))).item();
        String hash = (String) codec.decode(item).get("password");
        assertThat(hash).startsWith("$2a$10$");
        assertThat(Bcrypt.matches("open sesame", hash)).isTrue();
        assertThat(Bcrypt.matches("open barley", hash)).isFalse();
        assertThat(codec.visible(codec.decode(item))).doesNotContainKey("password");
    }

    private static Play play(String name, Endpoints endpoint) {
        return play(name, endpoint, "me");
    }

    private static Play play(String name, Endpoints endpoint, String me) {
        Compiled compiled = Systems.compiled(name);
        Tables.create(compiled.design(), endpoint);
        return new Play(compiled, endpoint, me);
    }

    private static void must(Calls.Outcome outcome) {
        assertThat(outcome.message()).isNull();
    }

    private static String id(int number) {
        return String.format("n%03d", number);
    }

    private static Map<String, Object> notification(int number) {
        return Map.of("id", id(number), "userId", "u", "title", "t", "content", "c", "channelName", "push");
    }

    private static Map<String, Object> site(String id, List<String> tags) {
        return Map.of("siteId", id, "url", "https://example.com", "title", "T", "tags", tags);
    }

    private interface Job<T> {
        Callable<T> number(int i);
    }

    private static <T> List<T> atOnce(int count, Job<T> job) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Callable<T>> calls =
                    IntStream.range(0, count).mapToObj(job::number).toList();
            List<T> answers = new ArrayList<>();
            for (Future<T> answer : threads.invokeAll(calls)) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }
}
