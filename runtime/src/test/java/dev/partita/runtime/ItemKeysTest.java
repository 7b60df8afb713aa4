package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.embedded.Partita;
import dev.partita.plan.InvalidValues;
import dev.partita.sdk.SdkEndpoint;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Keys made by hand find what patterns write, in the table and in its indexes; what is no key is refused. */
class ItemKeysTest {

    private static final Design DESIGN =
            Reader.read(new Source("keys.yaml", """
            design: keys
            tables:
              main:
                name: keys
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gpk, sort: gsk, projection: all }
                  GSI2: { partition: hpk, projection: all }
              plain: { name: plain, key: { partition: number } }
            entities:
              Play:
                table: main
                key: { pk: "PLAY#{title:lower}", sk: "{at:newest-first}#{number:05}" }
                GSI1: { gpk: "DAY#{at:date}", gsk: "{rating:03}", when: isOpen }
                GSI2:
                  - { hpk: "OPEN#{title}", when: isOpen }
                  - { hpk: "SHUT#{title}", when: NOT isOpen }
                attributes:
                  title:  string
                  at:     epoch-seconds
                  number: { type: integer, range: 0..99999 }
                  rating: { type: integer, range: 0..999 }
                  isOpen: { type: flag }
              Count:
                table: plain
                key: { number: "{number}" }
                attributes: { number: integer, text: string }
            patterns:
              add:   { put: Play }
              count: { put: Count }
            """)).design();

    private final ItemKeys keys = ItemKeys.of(DESIGN);

    @Test
    void theyFindWhatAPatternWrote() {
        try (Partita partita = Partita.inMemory()) {
            DynamoDbClient client = partita.client();
            Database database =
                    Database.builder(DESIGN, new SdkEndpoint(client, false)).build();
            database.createTables();
            Map<String, Object> play =
                    Map.of("title", "HAMLET", "at", 1_700_000_000L, "number", 7, "rating", 42, "isOpen", true);
            database.write("add", play).run();
            database.write("count", Map.of("number", 5, "text", "x")).run();

            Map<String, AttributeValue> key =
                    keys.of("Play", Map.of("title", "HAMLET", "at", 1_700_000_000L, "number", 7));
            Map<String, AttributeValue> item = client.getItem(
                            request -> request.tableName("keys").key(key))
                    .item();
            assertThat(item).containsAllEntriesOf(key);
            assertThat(keys.of("Play", "gpk", Map.of("at", 1_700_000_000L))).isEqualTo(item.get("gpk"));
            assertThat(keys.of("Play", "gsk", Map.of("rating", 42))).isEqualTo(item.get("gsk"));
            assertThat(keys.of("Count", Map.of("number", 5))).isEqualTo(Map.of("number", AttributeValue.fromN("5")));
        }
    }

    @Test
    void whatIsNoKeyIsRefused() {
        assertThatThrownBy(() -> keys.of("Play", Map.of("title", "", "at", 1L, "number", 7)))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContainingAll("title", "makes no key");
        assertThatThrownBy(() -> keys.of("Play", "gsk", Map.of("rating", 1000)))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Play.rating");
        assertThatThrownBy(() -> keys.of("Play", "gsk", Map.of("rating", "many")))
                .isInstanceOf(InvalidValues.class);
        assertThatThrownBy(() -> keys.of("Play", "gsk", Values.of("rating", null)))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Play.rating is required");
        assertThatThrownBy(() -> keys.of("Play", "gsk", Map.of()))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("makes no key");
        assertThatThrownBy(() -> keys.of("Play", "title", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Play has no key attribute title");
        assertThatThrownBy(() -> keys.of("Play", "hpk", Map.of("title", "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Play has alternatives for the key attribute hpk");
    }
}
