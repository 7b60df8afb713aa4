package dev.partita.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HttpLimitsTest {

    private static final long MIB = 1 << 20;

    /** A JVM gives as much memory outside of its heap as the heap may have; a quarter of that is for what is counted. */
    @Test
    void whatClientsLeaveUnreadFindsRoomBesideASmallHeap() {
        for (long heap : new long[] {128 * MIB, 256 * MIB, 512 * MIB, 1024 * MIB, 4096 * MIB}) {
            for (int connections : new int[] {64, 162, 1000}) {
                HttpLimits limits = HttpLimits.defaults()
                        .withConnections(connections, connections)
                        .withInFlightBytes(Math.max(40 * MIB, heap / 4));
                // One more answer, or piece of one, is written while there is room for a byte.
                long each = limits.bytesOnTheWay() + Math.min(64 * 1024, limits.bytesOnTheWay());
                assertThat(2 * connections * each)
                        .as("%d MB, %d connections", heap / MIB, connections)
                        .isLessThan(heap * 3 / 4);
            }
        }
    }

    @Test
    void whoHasALargeHeapSendsLongAnswersInLargeSteps() {
        assertThat(HttpLimits.defaults()
                        .withConnections(1000, 100)
                        .withInFlightBytes(1024 * MIB)
                        .bytesOnTheWay())
                .isEqualTo(256 * 1024);
    }
}
