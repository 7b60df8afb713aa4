package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.embedded.Partita;
import dev.partita.plan.Endpoint;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchedEndpointTest {

    /** What is not answered at once leaves the event loop, and a read costs twice as much. */
    @Test
    void whatAnswersAtOnceStillDoesWhenItIsWatched() {
        try (Partita partita = Partita.inMemory()) {
            Traffic traffic = new Traffic(Clock.systemUTC(), () -> {}, () -> {});
            Partitions partitions = new Partitions((target, body) -> {
                throw new IllegalStateException("nothing is asked here");
            });
            Endpoint watched = new WatchedEndpoint(partita.endpoint(), "shop", traffic, partitions);
            assertThat(watched.answersAtOnce()).isTrue();
            assertThat(watched.counting().answersAtOnce()).isTrue();
            assertThat(watched.within(Duration.ofSeconds(1)).answersAtOnce()).isTrue();
            Endpoint elsewhere = new WatchedEndpoint(request -> null, "shop", traffic, partitions);
            assertThat(elsewhere.answersAtOnce()).isFalse();
        }
    }
}
