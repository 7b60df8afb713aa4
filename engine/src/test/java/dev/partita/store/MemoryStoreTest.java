package dev.partita.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryStoreTest extends StoreContractTest {

    @Override
    Store newStore() {
        return new MemoryStore();
    }

    @Test
    void aForkAndItsOriginGoTheirOwnWays() {
        try (MemoryStore origin = new MemoryStore()) {
            apply(origin, "a", "1");
            try (MemoryStore fork = origin.fork()) {
                apply(fork, "a", "fork");
                apply(origin, "b", "origin");
                assertThat(text(fork.get(bytes("a")))).isEqualTo("fork");
                assertThat(fork.get(bytes("b"))).isNull();
                assertThat(text(origin.get(bytes("a")))).isEqualTo("1");
            }
            assertThat(text(origin.get(bytes("b")))).isEqualTo("origin");
        }
    }

    @Test
    void theTreeStaysShallowHoweverItIsFilled() {
        Tree tree = null;
        for (int i = 0; i < 100_000; i++) {
            tree = Tree.put(tree, new byte[] {(byte) (i >> 16), (byte) (i >> 8), (byte) i}, new byte[0]);
        }
        assertThat(Tree.height(tree)).isLessThanOrEqualTo(24);
        tree = Tree.deleteRange(tree, new byte[] {0, 1}, new byte[] {1, (byte) 0x80});
        // 256 entries below, 1,696 above: an AVL tree of that size is at most 15 high.
        assertThat(Tree.height(tree)).isLessThanOrEqualTo(15);
    }

    private static void apply(Store store, String key, String value) {
        StoreBatch batch = new StoreBatch();
        batch.put(bytes(key), bytes(value));
        store.apply(batch);
    }
}
