package dev.partita.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

class RocksFailureTest {

    @Test
    void aFileThatCouldNotBeOpenedForLackOfFilesIsNotDamaged() {
        assertThat(RocksFailure.isDamage(corruption("block checksum mismatch: stored = 1, computed = 2")))
                .isTrue();
        assertThat(RocksFailure.isDamage(
                        corruption("While open a file for random read: 000009.sst: Too many open files")))
                .isFalse();
    }

    private static RocksDBException corruption(String state) {
        return new RocksDBException(new Status(Status.Code.Corruption, Status.SubCode.None, state));
    }
}
