package dev.partita.cli.internal.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.internal.design.DesignFiles;
import dev.partita.cli.internal.design.ShippedDesigns;
import dev.partita.design.Design;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.internal.key.SampleItems;
import dev.partita.runtime.Database;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samples in tables: as they stand in the file, and with all that a write brings along. */
class SampleDataTest {

    private static final Map<String, String> ENVIRONMENT = Map.of();

    /** When the samples were young, so that none has expired. */
    private final Clock clock = Clock.fixed(Instant.parse("2023-10-08T00:00:00Z"), ZoneOffset.UTC);

    private final Partita partita = Partita.inMemory(Engine.Options.defaults().withClock(clock));

    static List<String> names() {
        return ShippedDesigns.NAMES;
    }

    @AfterEach
    void close() {
        partita.close();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everySampleOfTheFiveIsWrittenAsItStandsInTheFile(String name) {
        Database database = database(name);
        SampleData samples = samples(database);
        assertThat(samples.isFirst()).isTrue();

        SampleData.Outcome outcome = samples.write(() -> false);

        assertThat(outcome.refused()).isEmpty();
        assertThat(outcome.expired()).isZero();
        assertThat(outcome.written()).isEqualTo(SampleData.count(database.design()));
        assertThat(samples.isFirst()).isFalse();
        Design design = database.design();
        SampleItems.of(design, clock).forEach((entity, items) -> {
            var table = design.tableOf(design.entities().get(entity));
            for (Map<String, AttributeValue> item : items) {
                Map<String, AttributeValue> key = new LinkedHashMap<>(item);
                key.keySet().retainAll(table.keyNames());
                assertThat(partita.endpoint()
                                .call(Request.GetItem.strong(table.physicalName(ENVIRONMENT), Item.of(key)))
                                .item()
                                .toMap())
                        .isEqualTo(item);
            }
        });
        assertThat(samples.write(() -> false).there()).isEqualTo(SampleData.count(design));
    }

    @Test
    void whatWasWrittenIsGuardedLikeAnyWrite() {
        Database database = database("url-checks");
        samples(database).write(() -> false);
        assertThat(refusal(database, "createUser", Map.of("userId", "u", "email", "user@example.com")))
                .isEqualTo("NOT_UNIQUE");
        assertThat(refusal(
                        database,
                        "createCheck",
                        Map.of(
                                "checkId", "c",
                                "userId", "123457",
                                "url", "https://example.com",
                                "checkType", "AVAILABILITY",
                                "delayMs", 1000)))
                .isEqualTo("QUOTA_REACHED");
    }

    @Test
    void whatHasExpiredIsLeftOutAndWhatIsThereIsLeftAlone() {
        Database database = database("algoitny");
        Clock late = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
        SampleData samples = new SampleData(database.plans(), partita.endpoint(), ENVIRONMENT, late);
        SampleData.Outcome outcome = samples.write(() -> false);
        assertThat(outcome.expired()).isEqualTo(3);
        assertThat(outcome.refused()).isEmpty();

        database.write("updatePlan", Map.of("name", "Free", "maxHintsPerDay", 9))
                .run();
        samples.write(() -> false);
        assertThat(database.read("plan", Map.of("name", "Free")).one().values()).containsEntry("maxHintsPerDay", 9L);
    }

    @Test
    void whoIsToldToStopStops() {
        Database database = database("url-checks");
        assertThat(samples(database).write(() -> true).written()).isZero();
    }

    private SampleData samples(Database database) {
        return new SampleData(database.plans(), partita.endpoint(), ENVIRONMENT, clock);
    }

    private Database database(String name) {
        Design design = DesignFiles.openSound(name).compiled().design();
        Database database = Database.builder(design, partita.endpoint())
                .environment(ENVIRONMENT)
                .build();
        database.createTables();
        return database;
    }

    private static String refusal(Database database, String pattern, Map<String, Object> arguments) {
        try {
            database.write(pattern, arguments).run();
            return null;
        } catch (WriteRefused refused) {
            return refused.rule().name();
        }
    }
}
