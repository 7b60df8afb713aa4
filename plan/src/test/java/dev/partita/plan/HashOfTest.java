package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.internal.value.Sha256;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A hash of several values tells them apart, also beside hashes that were stored before it did. */
class HashOfTest {

    private final Bench bench = new Bench("""
            design: docs
            tables:
              main: { name: docs, key: { partition: pk } }
            entities:
              Doc:
                key: { pk: "DOC#{docId}" }
                attributes:
                  docId: string
                  a: { type: string, length: 0..20 }
                  b: { type: string, length: 0..20 }
                  hash: { type: string, hash-of: [a, b] }
              Box:
                key: { pk: "BOX#{boxId}" }
                attributes:
                  boxId: string
                  content: any
                  hash: { type: string, hash-of: [content] }
            patterns:
              saveDoc: { put: Doc, detect: hash }
              saveBox: { put: Box, detect: hash }
            """);

    @Test
    void whatIsCompleteHasTheHashItAlwaysHad() {
        assertThat(bench.run("saveDoc", "docId", "d", "a", "1", "b", "2").values())
                .containsEntry("hash", Sha256.hex("1\n2"));
        assertThat(bench.run("saveDoc", "docId", "d", "a", "1", "b", "2").outcome())
                .isEqualTo(Written.Outcome.UNCHANGED);
    }

    @Test
    void aHashOfBeforeCountsAsChangedOnce() {
        bench.run("saveDoc", "docId", "d", "a", "1", "b", "");
        // As it was stored while absent and empty had one hash.
        Map<String, AttributeValue> old = new HashMap<>(bench.raw().get(0).toMap());
        old.put("hash", new AttributeValue.S(Sha256.hex("1\n")));
        bench.call(new Request.PutItem("docs", Item.of(old), null, Map.of(), Map.of(), null));
        Written without = bench.run("saveDoc", "docId", "d", "a", "1");
        assertThat(without.outcome()).isEqualTo(Written.Outcome.REPLACED);
        assertThat(without.values()).doesNotContainKey("b");
        assertThat(bench.run("saveDoc", "docId", "d", "a", "1").outcome()).isEqualTo(Written.Outcome.UNCHANGED);
    }

    @Test
    void textIsNoNumber() {
        bench.run("saveBox", "boxId", "x", "content", "1");
        assertThat(bench.run("saveBox", "boxId", "x", "content", 1L).outcome()).isEqualTo(Written.Outcome.REPLACED);
        assertThat(bench.run("saveBox", "boxId", "x", "content", 1L).outcome()).isEqualTo(Written.Outcome.UNCHANGED);
    }
}
