package dev.partita.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksStoreTest extends StoreContractTest {

    @TempDir
    Path directory;

    @Override
    Store newStore() {
        return RocksStore.open(directory.resolve("data"), RocksStore.Options.DEFAULT);
    }
}
