package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.partita.engine.read.DescribeTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A clock that is wrong at a start, or set while the engine runs, deletes nothing before a person has confirmed it. */
class ClockLeapTest {

    private static final int ITEMS = 100;

    private Fixture fixture;

    @BeforeEach
    void fill(@TempDir Path directory) {
        fixture = new Fixture(directory);
        fixture.run(TableMaker.table("Orders", "pk:S").request());
        fixture.run(new UpdateTimeToLive("Orders", "ttl", true));
        fixture.background.tick();
        for (int i = 0; i < ITEMS; i++) {
            fixture.put("Orders", item("pk", "p" + i, "ttl", fixture.clock.epochSecond() + 3600));
        }
    }

    @AfterEach
    void everythingFollowsFromTheItems() {
        fixture.close();
    }

    @Test
    void aStartTwoDaysLaterDeletesNothing() {
        restartAfter(Duration.ofDays(2));
        tickForHours(30);
        assertEquals(ITEMS, items());
        String reason = fixture.engine.expiryHeldReason().orElseThrow();
        assertTrue(reason.contains("start with the clock trusted (clockIsRight)"), reason);

        // Nor does one more restart.
        restartAfter(Duration.ofMinutes(1));
        tickForHours(1);
        assertEquals(ITEMS, items());
    }

    @Test
    void aStartAfterSomeHoursGoesOn() {
        restartAfter(Duration.ofHours(20));
        fixture.background.tick();
        assertEquals(0, items());
        assertTrue(fixture.engine.expiryHeldReason().isEmpty());
    }

    @Test
    void aPersonsWordEndsIt() {
        restartAfter(Duration.ofDays(300));
        fixture.background.tick();
        assertEquals(ITEMS, items());
        Engine.Options asBefore = fixture.options();
        fixture.engine.close();
        fixture.open(asBefore.withClockIsRight());
        fixture.background.tick();
        assertEquals(0, items());

        // And is remembered.
        fixture.put("Orders", item("pk", "later", "ttl", fixture.clock.epochSecond() + 10));
        fixture.engine.close();
        fixture.pass(Duration.ofHours(1));
        fixture.open(asBefore);
        fixture.background.tick();
        assertEquals(0, items());
    }

    @Test
    void aClockThatIsSetRightEndsIt() {
        restartAfter(Duration.ofDays(2));
        fixture.background.tick();
        fixture.clock.advance(Duration.ofDays(-2));
        fixture.background.tick();
        assertTrue(fixture.engine.expiryHeldReason().isEmpty());
        tickForHours(2);
        assertEquals(0, items());
    }

    @Test
    void aLeapOfTwoDaysWhileRunningDeletesNothing() {
        fixture.background.tick();
        fixture.clock.advance(Duration.ofDays(2));
        tickForHours(30);
        assertEquals(ITEMS, items());
        assertTrue(fixture.engine.expiryHeldReason().isPresent());
    }

    @Test
    void leapsThatAddUpToMoreThanADayDeleteNothing() {
        fixture.background.tick();
        for (int i = 0; i < 3; i++) {
            fixture.clock.advance(Duration.ofHours(23));
            fixture.background.tick();
        }
        tickForHours(30);
        assertEquals(ITEMS, items());
        assertTrue(fixture.engine.expiryHeldReason().isPresent());
    }

    @Test
    void aClockThatWasBehindAtAStartAndIsSetRightSoonNeedsNobody() {
        restartAfter(Duration.ofDays(-3650));
        fixture.background.tick();
        fixture.clock.advance(Duration.ofDays(3650));
        fixture.background.tick();
        assertTrue(fixture.engine.expiryHeldReason().isEmpty());
        tickForHours(2);
        assertEquals(0, items());
        restartAfter(Duration.ofMinutes(1));
        fixture.background.tick();
        assertTrue(fixture.engine.expiryHeldReason().isEmpty());
    }

    @Test
    void aClockThatWasSetBackWhileRunningAndIsSetRightSoonNeedsNobody() {
        fixture.background.tick();
        for (int days : new int[] {-3, 3}) {
            fixture.clock.advance(Duration.ofDays(days));
            fixture.background.tick();
        }
        tickForHours(2);
        assertTrue(fixture.engine.expiryHeldReason().isEmpty());
        assertEquals(0, items());
    }

    @Test
    void aClockThatWasBehindForLongIsTakenForRightSoThatTheWayForwardIsALeap() {
        restartAfter(Duration.ofDays(-3));
        tickForHours(1);
        fixture.clock.advance(Duration.ofDays(3));
        tickForHours(2);
        assertTrue(fixture.engine.expiryHeldReason().isPresent());
        assertEquals(ITEMS, items());
    }

    /** Killed before there was a tick, so that nothing was noted but what the first table brought along. */
    @Test
    void aProcessThatDiedInItsFirstSecondHasNotedTheTime(@TempDir Path alive, @TempDir Path dead) throws IOException {
        Fixture first = new Fixture(alive);
        first.run(TableMaker.table("Orders", "pk:S").request());
        first.run(new UpdateTimeToLive("Orders", "ttl", true));
        first.put("Orders", item("pk", "p", "ttl", first.clock.epochSecond() + 3600));
        copy(alive, dead);
        Engine.Options options = first.options();
        first.pass(Duration.ofDays(2));
        try (Engine engine = Engine.open(dead, options)) {
            first.background.tick();
            assertTrue(engine.expiryHeldReason().isPresent());
        }
        first.close();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private void restartAfter(Duration duration) {
        fixture.engine.close();
        fixture.pass(duration);
        fixture.open(fixture.options());
    }

    private void tickForHours(int hours) {
        for (int i = 0; i < hours * 6; i++) {
            fixture.pass(Duration.ofMinutes(10));
            fixture.background.tick();
        }
    }

    private long items() {
        return fixture.run(new DescribeTable("Orders")).table().itemCount();
    }
}
