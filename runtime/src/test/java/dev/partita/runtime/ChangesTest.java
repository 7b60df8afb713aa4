package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.cache.Caches;
import dev.partita.cache.Library;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.run.Plans;
import dev.partita.runtime.EntityChange.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

class ChangesTest {

    private final Library.Hand clock = new Library.Hand();
    private final Chores chores = new Chores(clock);
    private final Partita partita =
            Partita.inMemory(Engine.Options.defaults().withClock(clock).withBackground(chores));
    private final Database database = database();
    private final List<EntityChange> seen = new ArrayList<>();

    @AfterEach
    void close() {
        partita.close();
    }

    private Database database() {
        Database made = Database.builder(Library.design(), partita.client())
                .ids(new Ids(new Random(1)))
                .clock(clock)
                .environment(Map.of())
                .build();
        if (partita.client().listTables().tableNames().isEmpty()) {
            made.createTables();
        }
        return made;
    }

    private void write(String pattern, Object... arguments) {
        database.write(pattern, Library.map(arguments)).run();
    }

    private List<EntityChange> poll(Changes changes) {
        seen.clear();
        while (changes.poll(seen::add) > 0) {}
        return seen;
    }

    @Test
    void everyChangeOfAnEntityIsToldWithBothItsEnds() {
        Changes changes = Changes.of(database, partita.streams()).fromOldest().build();
        write("join", "readerId", "1", "email", "a@x.org", "secret", "s");
        write("rename", "readerId", "1", "name", "Ann");
        write("readdress", "readerId", "1", "email", "b@x.org");
        write("leave", "readerId", "1");
        assertThat(poll(changes))
                .extracting(EntityChange::kind)
                .containsExactly(Kind.CREATED, Kind.UPDATED, Kind.UPDATED, Kind.REMOVED);
        assertThat(seen).allSatisfy(change -> {
            assertThat(change.entity()).isEqualTo("Reader");
            assertThat(change.byExpiry()).isFalse();
            assertThat(change.at()).isNotNull();
        });
        assertThat(seen.get(0).before()).isNull();
        assertThat(seen.get(0).after()).containsEntry("email", "a@x.org").doesNotContainKey("secret");
        assertThat(seen.get(1).before()).doesNotContainKey("name");
        assertThat(seen.get(1).after()).containsEntry("name", "Ann");
        assertThat(seen.get(3).before()).containsEntry("email", "b@x.org");
        assertThat(seen.get(3).after()).isNull();
        assertThat(seen).extracting(EntityChange::sequence).isSorted();
    }

    @Test
    void softDeleteAndRestoreAreCalledThat() {
        Changes changes = Changes.of(database, partita.streams()).fromOldest().build();
        write("addBook", "bookId", "b", "title", "One");
        write("removeBook", "bookId", "b");
        write("bringBack", "bookId", "b");
        write("burnBook", "bookId", "b");
        assertThat(poll(changes))
                .extracting(EntityChange::kind)
                .containsExactly(Kind.CREATED, Kind.DELETED, Kind.RESTORED, Kind.REMOVED);
        assertThat(seen.get(1).after()).containsKey("goneAt");
    }

    @Test
    void whatTheServiceRemovedSaysSo() {
        Changes changes = Changes.of(database, partita.streams()).fromOldest().build();
        write("join", "readerId", "1", "email", "a@x.org");
        write("lend", "readerId", "1", "loanId", "l");
        poll(changes);
        clock.forward(Duration.ofHours(2));
        chores.run();
        assertThat(poll(changes)).singleElement().satisfies(change -> {
            assertThat(change.entity()).isEqualTo("Loan");
            assertThat(change.kind()).isEqualTo(Kind.REMOVED);
            assertThat(change.byExpiry()).isTrue();
        });
    }

    @Test
    void aNewFollowerBeginsWithWhatComesNext() {
        write("join", "readerId", "1", "email", "a@x.org");
        clock.forward(Duration.ofSeconds(1));
        Changes changes = Changes.of(database, partita.streams()).build();
        assertThat(poll(changes)).isEmpty();
        write("rename", "readerId", "1", "name", "Ann");
        assertThat(poll(changes)).singleElement().satisfies(change -> assertThat(change.after())
                .containsEntry("name", "Ann"));
    }

    @Test
    void aFollowerGoesOnWhereTheOneBeforeStopped(@TempDir Path directory) {
        Path file = directory.resolve("checkpoints");
        Changes first = Changes.of(database, partita.streams())
                .checkpoints(Checkpoints.inFile(file))
                .build();
        assertThat(poll(first)).isEmpty();
        write("join", "readerId", "1", "email", "a@x.org");
        Changes second = Changes.of(database, partita.streams())
                .checkpoints(Checkpoints.inFile(file))
                .build();
        assertThat(poll(second)).as("though the first never saw a record").hasSize(1);
        write("rename", "readerId", "1", "name", "Ann");
        Changes third = Changes.of(database, partita.streams())
                .checkpoints(Checkpoints.inFile(file))
                .build();
        assertThat(poll(third)).extracting(EntityChange::kind).containsExactly(Kind.UPDATED);
    }

    @Test
    void aChangeThatWasNotHandledComesAgain() {
        Changes changes = Changes.of(database, partita.streams()).fromOldest().build();
        write("join", "readerId", "1", "email", "a@x.org");
        write("rename", "readerId", "1", "name", "Ann");
        write("rename", "readerId", "1", "name", "Bea");
        List<Object> names = new ArrayList<>();
        assertThatThrownBy(() -> changes.poll(change -> {
                    names.add(change.after().get("name"));
                    if ("Ann".equals(change.after().get("name"))) {
                        throw new IllegalStateException("not now");
                    }
                }))
                .hasMessage("not now");
        while (changes.poll(change -> names.add(change.after().get("name"))) > 0) {}
        assertThat(names).containsExactly(null, "Ann", "Ann", "Bea");
    }

    @Test
    void shardsAreReadInTheirOrderAcrossRotations() {
        Changes behind = Changes.of(database, partita.streams()).fromOldest().build();
        Changes along = Changes.of(database, partita.streams()).fromOldest().build();
        List<EntityChange> told = new ArrayList<>();
        write("join", "readerId", "1", "email", "a@x.org");
        for (int i = 0; i < 4; i++) {
            write("rename", "readerId", "1", "name", "n" + i);
            told.addAll(poll(along));
            clock.forward(Duration.ofHours(5));
            chores.run();
        }
        write("rename", "readerId", "1", "name", "last");
        told.addAll(poll(along));
        assertThat(told)
                .extracting(change -> change.after().get("name"))
                .containsExactly(null, "n0", "n1", "n2", "n3", "last");
        assertThat(partita.streams()
                        .describeStream(request -> request.streamArn(arn()))
                        .streamDescription()
                        .shards())
                .hasSizeGreaterThan(2);
        assertThat(poll(behind))
                .extracting(change -> change.after().get("name"))
                .containsExactly(null, "n0", "n1", "n2", "n3", "last");
    }

    @Test
    void whoWasAwayForMoreThanADayGoesOnAndForgetsWhatWasKept() {
        Checkpoints checkpoints = Checkpoints.inMemory();
        Changes first = Changes.of(database, partita.streams())
                .checkpoints(checkpoints)
                .fromOldest()
                .build();
        write("join", "readerId", "1", "email", "a@x.org");
        assertThat(poll(first)).hasSize(1);
        for (int hours = 0; hours < 32; hours += 4) {
            write("rename", "readerId", "1", "name", "n" + hours);
            clock.forward(Duration.ofHours(4));
            chores.run();
        }
        long before = database.caches().metrics().of("library", "everyBook").invalidations();
        Changes second =
                Changes.of(database, partita.streams()).checkpoints(checkpoints).build();
        assertThat(poll(second)).isNotEmpty();
        assertThat(seen.get(seen.size() - 1).after()).containsEntry("name", "n28");
        assertThat(seen).hasSizeLessThan(8);
        assertThat(database.caches().metrics().of("library", "everyBook").invalidations())
                .isGreaterThan(before);
    }

    @Test
    void aStreamThatIsMadeAnewIsFollowedFromItsBeginning() {
        Changes changes = Changes.of(database, partita.streams()).build();
        write("join", "readerId", "1", "email", "a@x.org");
        poll(changes);
        partita.client().updateTable(table -> table.tableName("library")
                .streamSpecification(stream -> stream.streamEnabled(false)));
        clock.forward(Duration.ofSeconds(1));
        partita.client().updateTable(table -> table.tableName("library")
                .streamSpecification(
                        stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
        write("rename", "readerId", "1", "name", "Ann");
        assertThat(poll(changes)).singleElement().satisfies(change -> assertThat(change.after())
                .containsEntry("name", "Ann"));
    }

    @Test
    void theCachesForgetWhatOthersWrote() {
        Database other = database();
        Changes changes = Changes.of(database, partita.streams()).fromOldest().build();
        write("join", "readerId", "1", "email", "a@x.org");
        poll(changes);
        assertThat(database.read("readerByMail", Map.of("email", "a@x.org")).items())
                .hasSize(1);
        assertThat(database.read("reader", Map.of("readerId", "2")).items()).isEmpty();
        other.write("rename", Map.of("readerId", "1", "name", "Ann")).run();
        assertThat(database.read("readerByMail", Map.of("email", "a@x.org"))
                        .one()
                        .values())
                .doesNotContainKey("name");
        poll(changes);
        assertThat(database.read("readerByMail", Map.of("email", "a@x.org"))
                        .one()
                        .values())
                .containsEntry("name", "Ann");
        assertThat(database.caches().metrics().of("library", "reader").hits()).isZero();
        assertThat(database.read("reader", Map.of("readerId", "2")).items()).isEmpty();
        assertThat(database.caches().metrics().of("library", "reader").hits())
                .as("a change of reader 1 forgets nothing of reader 2")
                .isEqualTo(1);
    }

    @Test
    void aThreadOfItsOwnFollowsUntilItIsClosed() throws InterruptedException {
        BlockingQueue<EntityChange> heard = new LinkedBlockingQueue<>();
        List<RuntimeException> failures = new ArrayList<>();
        Changes changes = Changes.of(database, partita.streams())
                .fromOldest()
                .pause(Duration.ofMillis(1))
                .onFailure(failures::add)
                .build();
        boolean[] failed = {false};
        try (changes) {
            Changes started = changes.start(change -> {
                if (!failed[0]) {
                    failed[0] = true;
                    throw new IllegalStateException("the first time");
                }
                heard.add(change);
            });
            assertThat(started).isSameAs(changes);
            write("join", "readerId", "1", "email", "a@x.org");
            assertThat(heard.poll(30, TimeUnit.SECONDS)).isNotNull();
            write("rename", "readerId", "1", "name", "Ann");
            assertThat(heard.poll(30, TimeUnit.SECONDS).after()).containsEntry("name", "Ann");
        }
        assertThat(failures).singleElement().satisfies(e -> assertThat(e).hasMessage("the first time"));
        write("rename", "readerId", "1", "name", "Bea");
        assertThat(heard).isEmpty();
    }

    @Test
    void whatIsWrittenRightAfterTheStartArrives() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            BlockingQueue<EntityChange> heard = new LinkedBlockingQueue<>();
            try (Changes changes = Changes.of(database, partita.streams())
                    .pause(Duration.ofMillis(1))
                    .build()
                    .start(heard::add)) {
                assertThat(changes).isNotNull();
                for (int i = 0; i < 8; i++) {
                    write("join", "readerId", round + "-" + i, "email", round + "-" + i + "@x.org");
                }
                for (int i = 0; i < 8; i++) {
                    EntityChange change = heard.poll(30, TimeUnit.SECONDS);
                    assertThat(change).as("round " + round + ", change " + i).isNotNull();
                    assertThat(change.after()).containsEntry("readerId", round + "-" + i);
                }
            }
        }
    }

    @Test
    void aStreamThatIsMadeAfterTheStartIsReadFromItsBeginning() {
        String table = partita.client().listTables().tableNames().get(0);
        partita.client().deleteTable(request -> request.tableName(table));
        Changes changes = Changes.of(database, partita.streams()).build();
        assertThat(poll(changes)).isEmpty();
        database.createTables();
        write("join", "readerId", "1", "email", "a@x.org");
        assertThat(poll(changes)).extracting(EntityChange::kind).containsExactly(Kind.CREATED);
    }

    @Test
    void aChangeThatCannotBeDigestedGoesToTheDeadLetters() {
        List<DeadLetter> dead = new ArrayList<>();
        Changes changes = Changes.of(database, partita.streams())
                .fromOldest()
                .deadLetters(3, dead::add)
                .build();
        write("join", "readerId", "1", "email", "a@x.org");
        write("join", "readerId", "2", "email", "b@x.org");
        List<Object> handled = new ArrayList<>();
        int[] tries = {0};
        Consumer<EntityChange> handler = change -> {
            if ("1".equals(change.after().get("readerId"))) {
                tries[0]++;
                throw new IllegalStateException("indigestible");
            }
            handled.add(change.after().get("readerId"));
        };
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> changes.poll(handler)).hasMessage("indigestible");
        }
        while (changes.poll(handler) > 0) {}
        assertThat(tries[0]).isEqualTo(3);
        assertThat(handled).containsExactly("2");
        assertThat(dead).singleElement().satisfies(letter -> {
            assertThat(letter.change().after()).containsEntry("readerId", "1");
            assertThat(letter.record().dynamodb().sequenceNumber())
                    .isEqualTo(letter.change().sequence());
            assertThat(letter.failure()).hasMessage("indigestible");
        });
    }

    @Test
    void severalFollowersShareTheShardsAndTakeOverFromOneThatDied() {
        Changes first = sharing();
        Changes second = sharing();
        assertThat(poll(first)).isEmpty();
        assertThat(poll(second)).isEmpty();
        write("join", "readerId", "1", "email", "a@x.org");
        assertThat(poll(first)).hasSize(1);
        assertThat(poll(second)).as("the shard is the first one's").isEmpty();
        write("join", "readerId", "2", "email", "b@x.org");
        clock.forward(Duration.ofSeconds(31));
        assertThat(poll(second))
                .as("the first one has died, and what it read does not come again")
                .extracting(change -> change.after().get("readerId"))
                .containsExactly("2");
        write("join", "readerId", "3", "email", "c@x.org");
        assertThat(poll(first))
                .as("it was not dead, but the shard is another's")
                .isEmpty();
        assertThat(poll(second)).hasSize(1);
        second.close();
        write("join", "readerId", "4", "email", "d@x.org");
        clock.forward(Duration.ofSeconds(11));
        assertThat(poll(first)).as("who closes gives back at once").hasSize(1);
    }

    private Changes sharing() {
        return Changes.of(database, partita.streams())
                .checkpoints(new LeaseTable(partita.client(), "leases", clock, Duration.ofSeconds(30)).create())
                .build();
    }

    @Test
    void shardsAreSharedOutEvenly() {
        LeaseTable one = new LeaseTable(partita.client(), "leases", clock, Duration.ofSeconds(30)).create();
        LeaseTable two = new LeaseTable(partita.client(), "leases", clock, Duration.ofSeconds(30));
        List<String> shards = List.of("a", "b", "c", "d", "e");
        assertThat(one.claim("s", shards)).hasSize(5);
        assertThat(two.claim("s", shards)).as("all are taken").isEmpty();
        assertThat(one.claim("s", shards)).as("two followers, five shards").hasSize(3);
        assertThat(two.claim("s", shards)).hasSize(2).doesNotContainAnyElementsOf(one.claim("s", shards));
        String mine = one.claim("s", shards).iterator().next();
        one.save("s", mine, "7");
        clock.forward(Duration.ofSeconds(31));
        assertThat(two.claim("s", shards)).hasSize(5);
        assertThat(two.load("s", mine)).isEqualTo("7");
        assertThatThrownBy(() -> one.save("s", mine, "8")).isInstanceOf(Checkpoints.LeaseLost.class);
    }

    @Test
    void aRecordFromElsewhereIsReadByItself() {
        write("join", "readerId", "1", "email", "a@x.org");
        ChangeReader reader = new ChangeReader(new Plans(Library.design()));
        List<Record> records = records();
        assertThat(records).as("the reader and the lock of its email").hasSize(2);
        assertThat(records.stream().flatMap(record -> reader.changes(record).stream()))
                .singleElement()
                .satisfies(change -> assertThat(change.after()).containsEntry("email", "a@x.org"));
    }

    @Test
    void aDesignWithoutAStreamIsToldWhatItLacks() {
        Database plain = Database.builder(Shop.design(Shop.DESIGN), partita.client())
                .caches(Caches.none())
                .build();
        assertThatThrownBy(() -> Changes.of(plain, partita.streams()).build()).hasMessageContaining("stream: both");
    }

    private String arn() {
        return partita.streams().listStreams().streams().get(0).streamArn();
    }

    private List<Record> records() {
        String shard = partita.streams()
                .describeStream(request -> request.streamArn(arn()))
                .streamDescription()
                .shards()
                .get(0)
                .shardId();
        String iterator = partita.streams()
                .getShardIterator(request ->
                        request.streamArn(arn()).shardId(shard).shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                .shardIterator();
        return partita.streams()
                .getRecords(request -> request.shardIterator(iterator))
                .records();
    }
}
