package dev.partita.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

class BatchEncodingTest {

    @Test
    void equalsWhatRocksDbItselfWouldHaveWritten() throws RocksDBException {
        NativeLibrary.load();
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int round = 0; round < 200; round++) {
            StoreBatch ours = new StoreBatch();
            try (WriteBatch theirs = new WriteBatch()) {
                for (int i = random.nextInt(5); i >= 0; i--) {
                    byte[] key = random(random);
                    switch (random.nextInt(3)) {
                        case 0 -> {
                            byte[] value = random(random);
                            ours.put(key, value);
                            theirs.put(key, value);
                        }
                        case 1 -> {
                            ours.delete(key);
                            theirs.delete(key);
                        }
                        default -> {
                            byte[] to = new byte[key.length + 1];
                            System.arraycopy(key, 0, to, 0, key.length);
                            ours.deleteRange(key, to);
                            theirs.deleteRange(key, to);
                        }
                    }
                }
                theirs.put(BatchEncoding.NUMBER_KEY, new byte[] {0, 0, 0, 0, 0, 0, 1, 2});
                assertThat(BatchEncoding.of(ours, 258))
                        .as("seed %s round %d", seed, round)
                        .isEqualTo(theirs.data());
            }
        }
    }

    /** Lengths on both sides of where their varint grows. */
    private static byte[] random(Random random) {
        int[] lengths = {0, 1, 127, 128, 129, 16_383, 16_384, 16_385, random.nextInt(70_000)};
        byte[] bytes = new byte[lengths[random.nextInt(lengths.length)]];
        random.nextBytes(bytes);
        return bytes;
    }
}
