package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.embedded.Partita;
import dev.partita.plan.Endpoint;
import dev.partita.sdk.SdkEndpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

class TableSetupTest {

    private static final String DESIGN = """
            design: log
            tables:
              main:
                name: "log-${STAGE:dev}"
                key: { partition: pk, sort: sk }
                stream: both
                expiry: ttl
                indexes:
                  GSI1: { partition: g, sort: h, projection: [text] }
                  LSI1: { sort: l, local: true, projection: all }
            entities:
              Entry:
                key: { pk: "E#{id}", sk: "{number:05}" }
                GSI1: { g: "T#{text}", h: "{id}" }
                LSI1: { l: "{text}" }
                expiry: 1 day after at
                attributes:
                  id:     { type: string }
                  number: { type: integer }
                  text:   { type: string }
                  at:     { type: timestamp, set: on-create }
            patterns:
              write: { create: Entry }
              read:  { get: Entry, by: [id, number] }
            """;

    private final Partita partita = Partita.inMemory();
    private final List<Duration> pauses = new ArrayList<>();

    @AfterEach
    void close() {
        partita.close();
    }

    private Database database(boolean isSdk, String design) {
        Endpoint endpoint = isSdk ? new SdkEndpoint(partita.client(), false) : partita.endpoint();
        return Database.builder(Shop.design(design), endpoint)
                .environment(Map.of("STAGE", "test"))
                .pause(pauses::add)
                .build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tablesAreMadeWithIndexesStreamAndExpiry(boolean isSdk) {
        database(isSdk, DESIGN).createTables();
        var table = partita.client().describeTable(r -> r.tableName("log-test")).table();
        assertThat(table.globalSecondaryIndexes()).hasSize(1);
        assertThat(table.localSecondaryIndexes()).hasSize(1);
        assertThat(table.streamSpecification().streamViewTypeAsString()).isEqualTo("NEW_AND_OLD_IMAGES");
        assertThat(partita.client()
                        .describeTimeToLive(r -> r.tableName("log-test"))
                        .timeToLiveDescription()
                        .timeToLiveStatus())
                .isEqualTo(TimeToLiveStatus.ENABLED);
        // There already, and right.
        database(isSdk, DESIGN).createTables();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTableThatDiffersIsNamedWithEverythingItLacks(boolean isSdk) {
        database(isSdk, DESIGN).createTables();
        String other = DESIGN.replace("stream: both", "stream: keys")
                .replace("projection: [text]", "projection: all")
                .replace("sort: h,", "sort: { name: h, type: number },")
                .replace("h: \"{id}\"", "h: \"{number}\"")
                .replace("expiry: ttl", "expiry: until");
        assertThatThrownBy(() -> database(isSdk, other).createTables())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("The table log-test differs from the design log")
                .hasMessageContaining("the key of GSI1 is g (S, HASH), h (S, RANGE)")
                .hasMessageContaining("the index GSI1 holds [text], and the design asks for ALL")
                .hasMessageContaining("its stream is NEW_AND_OLD_IMAGES")
                .hasMessageContaining("its items expire by ttl, not by until");
        String more = DESIGN.replace("GSI1", "GSI2");
        assertThatThrownBy(() -> database(isSdk, more).createTables())
                .hasMessageContaining("the index GSI2 is missing");
    }

    @Test
    void twoDesignsDoNotShareATableWithoutAWord() {
        String design = """
                design: %s
                tables:
                  main: { %skey: { partition: pk } }
                entities:
                  Thing: { key: { pk: "{id}" }, attributes: { id: string } }
                patterns:
                  thing: { get: Thing, by: id }
                """;
        try (Partita partita = Partita.inMemory()) {
            for (String name : List.of("one", "one")) {
                Database.builder(Shop.design(design.formatted(name, "")), partita.client())
                        .build()
                        .createTables();
            }
            Database two = Database.builder(Shop.design(design.formatted("two", "")), partita.client())
                    .build();
            assertThatThrownBy(two::createTables)
                    .hasMessage(
                            "The designs one and two both have a table main, and it would be the same one. Give it a"
                                    + " name of its own in two: `name: two-main`; or, if they are to share it, the same name in"
                                    + " both.");
            Database.builder(Shop.design(design.formatted("two", "name: two-main, ")), partita.client())
                    .build()
                    .createTables();
            partita.client().deleteTable(table -> table.tableName("main"));
            two.createTables();
            assertThat(partita.client().listTables().tableNames()).containsExactly("main", "two-main");
        }
    }
}
