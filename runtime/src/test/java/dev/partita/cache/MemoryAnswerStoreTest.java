package dev.partita.cache;

import java.util.List;

class MemoryAnswerStoreTest extends CachesAgreeWithTheTable {

    @Override
    protected List<Caches> caches(Library.Hand clock) {
        Caches shared = Caches.inProcess();
        return List.of(shared, shared);
    }
}
