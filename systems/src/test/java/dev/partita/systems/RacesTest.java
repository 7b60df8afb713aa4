package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.runtime.Database;
import dev.partita.runtime.Saved;
import dev.partita.systems.algoitny.Action;
import dev.partita.systems.algoitny.Algoitny;
import dev.partita.systems.algoitny.AlgoitnyDesign;
import dev.partita.systems.algoitny.Platform;
import dev.partita.systems.algoitny.TestCase;
import dev.partita.systems.aurahistoria.AuraHistoria;
import dev.partita.systems.aurahistoria.AuraHistoriaDesign;
import dev.partita.systems.aurahistoria.PageType;
import dev.partita.systems.aurahistoria.UrlEntry;
import dev.partita.systems.fusmain.FusMain;
import dev.partita.systems.fusmain.FusMainDesign;
import dev.partita.systems.fusmain.Site;
import dev.partita.systems.fusmain.SiteTag;
import dev.partita.systems.urlchecks.CheckType;
import dev.partita.systems.urlchecks.UrlChecks;
import dev.partita.systems.urlchecks.UrlChecksDesign;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sixteen callers at once, through generated clients: never one too many. */
class RacesTest {

    private static final int THREADS = 16;
    private static final Instant NOW = Instant.parse("2025-03-01T12:00:00Z");

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void ofSixteenSignUpsWithOneAddressOneWins(Endpoints endpoint) throws Exception {
        UrlChecks checks = UrlChecks.on(database(UrlChecksDesign.design(), endpoint));
        List<Object> outcomes = atOnce(i -> () -> checks.createUser()
                .email((i % 2 == 0 ? "A" : "a") + "@example.com")
                .userId("u" + i)
                .run()
                .userId());
        assertThat(refusals(outcomes)).hasSize(THREADS - 1).containsOnly(Rule.NOT_UNIQUE);
        String winner = (String) successes(outcomes).get(0);
        assertThat(checks.userByEmailNow("a@example.com").orElseThrow().userId())
                .isEqualTo(winner);
        assertThat(IntStream.range(0, THREADS).filter(i -> checks.user("u" + i).isPresent()))
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void anAccountNeverHasMoreChecksThanItMay(Endpoints endpoint) throws Exception {
        UrlChecks checks = UrlChecks.on(database(UrlChecksDesign.design(), endpoint));
        checks.createUser().email("a@example.com").userId("u").checkLimit(5).run();
        List<Object> outcomes = atOnce(i -> () -> checks.createCheck()
                .userId("u")
                .url("https://example.com/" + i)
                .checkType(CheckType.AVAILABILITY)
                .delayMs(60_000)
                .run()
                .checkId());
        assertThat(successes(outcomes)).hasSize(5);
        assertThat(refusals(outcomes)).hasSize(THREADS - 5).containsOnly(Rule.QUOTA_REACHED);
        assertThat(checks.checksOfUser("u").items()).hasSize(5);
        assertThat(checks.user("u").orElseThrow().checkCount()).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void creatingAndDeletingAtOnceKeepsTheCount(Endpoints endpoint) throws Exception {
        UrlChecks checks = UrlChecks.on(database(UrlChecksDesign.design(), endpoint));
        checks.createUser().email("a@example.com").userId("u").checkLimit(3).run();
        atOnce(i -> () -> {
            String id = checks.createCheck()
                    .userId("u")
                    .url("https://example.com/" + i)
                    .checkType(CheckType.EBAY)
                    .delayMs(60_000)
                    .run()
                    .checkId();
            return i % 2 == 0 ? id : checks.deleteCheck(id).run();
        });
        int left = checks.checksOfUser("u").items().size();
        assertThat(left).isLessThanOrEqualTo(3);
        assertThat(checks.user("u").orElseThrow().checkCount()).isEqualTo(left);
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void aDayHasNoMoreHintsThanThePlanGives(Endpoints endpoint) throws Exception {
        Algoitny algoitny = algoitny(endpoint);
        List<Object> outcomes = atOnce(i ->
                () -> algoitny.logUsage().userId("1").action(Action.HINT).run().logId());
        assertThat(successes(outcomes)).hasSize(7);
        assertThat(refusals(outcomes)).hasSize(THREADS - 7).containsOnly(Rule.QUOTA_REACHED);
        assertThat(algoitny.usesToday("1", LocalDate.ofInstant(NOW, ZoneOffset.UTC), Action.HINT))
                .isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void testCasesAreNumberedWithoutGapOrDouble(Endpoints endpoint) throws Exception {
        Algoitny algoitny = algoitny(endpoint).as("1");
        algoitny.createProblem()
                .platform(Platform.BAEKJOON)
                .number("1000")
                .title("A+B")
                .problemId("5")
                .run();
        List<Object> numbers = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            numbers.addAll(atOnce(i -> () -> algoitny.addTestCase()
                    .problemId("5")
                    .input("in " + i)
                    .output("out")
                    .run()
                    .number()));
        }
        assertThat(numbers)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 2 * THREADS).boxed().collect(Collectors.toList()));
        assertThat(algoitny.testCases("5").items())
                .extracting(TestCase::number)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 2 * THREADS).boxed().collect(Collectors.toList()));
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void ofSixteenScrapersWithTheSameNewsOneReportsIt(Endpoints endpoint) throws Exception {
        AuraHistoria shops = AuraHistoria.on(database(AuraHistoriaDesign.design(), endpoint));
        for (BigDecimal price : List.of(new BigDecimal("1.50"), new BigDecimal("1.5"), new BigDecimal("2"))) {
            List<Object> saved = atOnce(i -> () -> shops.saveUrl()
                    .domain("example.com")
                    .url("https://example.com/p")
                    .type(PageType.PRODUCT)
                    .isProduct(true)
                    .status("available")
                    .price(i % 2 == 0 ? price : price.setScale(3))
                    .run());
            long changes =
                    saved.stream().filter(one -> ((Saved<?>) one).isChanged()).count();
            // 1.5 is no news after 1.50.
            assertThat(changes).as(price.toString()).isEqualTo(price.scale() == 1 ? 0 : 1);
        }
        assertThat(shops.urlsOfShop("example.com").items())
                .extracting(UrlEntry::url)
                .containsExactly("https://example.com/p");
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void ofSixteenEditsOfOneVersionOneIsMade(Endpoints endpoint) throws Exception {
        FusMain sites = FusMain.on(database(FusMainDesign.design(), endpoint));
        Site site = site(sites, "s");
        List<Object> outcomes = atOnce(i -> () -> sites.updateSite("s")
                .setTags(List.of("a", "t" + i))
                .whenVersion(site.version())
                .run());
        assertThat(refusals(outcomes)).hasSize(THREADS - 1).containsOnly(Rule.VERSION_CHANGED);
        Site made = (Site) successes(outcomes).get(0);
        Site now = sites.site("s").orElseThrow();
        assertThat(now.tags()).isEqualTo(made.tags());
        assertThat(now.version()).isEqualTo(2).isEqualTo(made.version());
        assertThat(sites.tagsOfSite("s").items())
                .extracting(SiteTag::tag)
                .containsExactlyInAnyOrderElementsOf(now.tags());
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void aSiteDeletedUnderItsRatersLeavesNothingBehind(Endpoints endpoint) throws Exception {
        FusMain sites = FusMain.on(database(FusMainDesign.design(), endpoint));
        site(sites, "s");
        List<Object> outcomes = atOnce(i -> () -> i == 7
                ? sites.deleteSite("s").run()
                : sites.rate().userId("u" + i).siteId("s").stars(1 + i % 5).run());
        assertThat(refusals(outcomes)).allMatch(Rule.REFERENCE_MISSING::equals);
        assertThat(sites.site("s")).isEmpty();
        assertThat(sites.ratingsOfSite("s").items()).isEmpty();
        assertThat(sites.tagsOfSite("s").items()).isEmpty();
        assertThat(IntStream.range(0, THREADS)
                        .filter(i -> sites.myRating("u" + i, "s").isPresent()))
                .isEmpty();
    }

    private static Algoitny algoitny(Endpoints endpoint) {
        Algoitny algoitny = Algoitny.on(database(AlgoitnyDesign.design(), endpoint));
        algoitny.createPlan()
                .name("Free")
                .maxHintsPerDay(7)
                .maxExecutionsPerDay(-1)
                .run();
        algoitny.createUser().email("a@example.com").userId("1").run();
        return algoitny;
    }

    private static Site site(FusMain sites, String id) {
        return sites.createSite()
                .url("https://example.com")
                .title("T")
                .siteId(id)
                .tags(List.of("a", "b"))
                .run();
    }

    private static Database database(Design design, Endpoints endpoint) {
        Tables.create(design, endpoint);
        return Database.builder(design, endpoint)
                .clock(Clock.fixed(NOW, ZoneOffset.UTC))
                .environment(Tables.ENVIRONMENT)
                .build();
    }

    private static List<Object> successes(List<Object> outcomes) {
        return outcomes.stream().filter(one -> !(one instanceof Rule)).toList();
    }

    private static List<Rule> refusals(List<Object> outcomes) {
        return outcomes.stream()
                .map(one -> one instanceof Rule rule ? rule : null)
                .filter(Objects::nonNull)
                .toList();
    }

    /** What each of sixteen threads got that began at the same moment; a refusal as its rule. */
    private static List<Object> atOnce(IntFunction<Callable<Object>> call) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        try {
            List<Future<Object>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Callable<Object> one = call.apply(i);
                running.add(threads.submit(() -> {
                    start.await();
                    try {
                        return one.call();
                    } catch (WriteRefused refusal) {
                        return refusal.rule();
                    }
                }));
            }
            List<Object> outcomes = new ArrayList<>();
            for (Future<Object> one : running) {
                outcomes.add(one.get());
            }
            return outcomes;
        } finally {
            threads.shutdownNow();
        }
    }
}
