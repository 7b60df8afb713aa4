package dev.partita.cli.internal.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cache.Caches;
import dev.partita.cli.internal.design.DesignFiles;
import dev.partita.design.Design;
import dev.partita.embedded.Partita;
import dev.partita.meter.Meters;
import dev.partita.runtime.Database;
import dev.partita.search.SearchIndexes;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackgroundSearchTest {

    private final Design design = DesignFiles.openSound("algoitny").compiled().design();
    private final Clock clock = Clock.systemUTC();

    @TempDir
    private Path folder;

    @Test
    void anIndexGoesOnWhereItWasUnlessItIsToBeBuiltAnew() throws Exception {
        try (Partita partita = Partita.inMemory()) {
            Database.builder(design, partita.endpoint()).build().createTables();
            ServiceTables tables = new ServiceTables(partita.endpoint(), partita::streams, "here", partita, true, null);
            assertThat(builds(tables, false)).isEqualTo(1);
            assertThat(builds(tables, false)).isZero();
            assertThat(builds(tables, true)).isEqualTo(1);
        }
    }

    private long builds(ServiceTables tables, boolean anew) throws InterruptedException {
        try (BackgroundSearch search = new BackgroundSearch(design, new Meters(clock).design(design, Map.of()))) {
            search.open(tables, folder, Map.of(), clock, Caches.none(), anew);
            SearchIndexes open = search.opened();
            open.catchUp();
            return open.status().get(0).builds();
        }
    }
}
