package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.cache.Library;
import dev.partita.embedded.Partita;
import dev.partita.plan.Request;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.Written;
import dev.partita.plan.internal.value.Ids;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What callers cannot do wrong, whatever they call. */
class SafetyTest {

    private static final String DESIGN = """
            design: board
            tables:
              main:
                name: board
                key: { partition: pk, sort: sk }
                type-attribute: et
                expiry: ttl
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              User:
                type: USER
                key: { pk: "USER#{userId}", sk: META }
                attributes:
                  userId: { type: string }
                  limit:  { type: integer, default: 3 }
                  notes:  { type: integer, default: 0, read-only: true }
              Note:
                type: NOTE
                key: { pk: "NOTE#{noteId}", sk: META }
                GSI1: { gsi1pk: "USER#{userId}", gsi1sk: "NOTE#{topic}#{noteId}" }
                version: version
                soft-delete: { flag: isDeleted }
                attributes:
                  noteId:    { type: string }
                  userId:    { type: string, references: User, immutable: true, required: true }
                  slug:      { type: string, required: true, unique: true }
                  topic:     { type: string, required: true }
                  tags:      { type: list of string, default: [] }
                  isDeleted: { type: flag, read-only: true }
                  version:   { type: integer }
              NoteTag:
                type: TAG
                from: { entity: Note, each: tags, as: tag }
                key: { pk: "TAG#{tag}", sk: "{noteId}" }
                attributes:
                  tag:    { type: string, store: false }
                  noteId: { type: string, store: false }
                  topic:  { type: string }
              Comment:
                type: COMMENT
                key: { pk: "NOTE#{noteId}", sk: "COMMENT#{number:05}" }
                attributes:
                  noteId: { type: string, references: Note, must-exist: true, on-delete: cascade }
                  number: { type: integer }
                  isSpam: { type: flag, default: false }
              Session:
                type: SESSION
                key: { pk: "USER#{userId}", sk: "SESSION#{sessionId}" }
                expiry: 1 hour after startedAt
                attributes:
                  userId:    { type: string }
                  sessionId: { type: string }
                  startedAt: { type: timestamp, set: on-create }
            quotas:
              notes: { counts: Note, per: userId, counter: User.notes, limit: User.limit }
            patterns:
              user:        { get: User, by: userId, consistency: strong }
              note:        { get: Note, by: noteId, consistency: strong }
              noteBySlug:  { get: Note, by: slug, consistency: strong }
              userNotes:   { list: Note, by: [userId, topic] }
              tagged:      { list: NoteTag, by: tag }
              comments:    { list: Comment, by: noteId, where: "isSpam = false", page: 10 }
              sessions:    { list: Session, by: userId }
              session:     { get: Session, by: [userId, sessionId] }
              createUser:  { create: User }
              createNote:  { create: Note }
              changeNote:  { update: Note, by: noteId, change: [slug, topic, tags] }
              deleteNote:  { delete: Note, by: noteId }
              eraseNote:   { delete: Note, by: noteId, hard: true }
              restoreNote: { restore: Note, by: noteId }
              comment:     { create: Comment }
              startSession: { create: Session }
            """;

    private final Partita partita = Partita.inMemory();
    private final Library.Hand clock = new Library.Hand();
    private final Database database = Database.builder(Shop.design(DESIGN), partita.endpoint())
            .clock(clock)
            .ids(new Ids(new Random(1)))
            .environment(Map.of())
            .build();

    @BeforeEach
    void fill() {
        database.createTables();
        write("createUser", "userId", "u");
    }

    @AfterEach
    void close() {
        partita.close();
    }

    @Test
    void indexKeysAreRightAfterAPartialUpdate() {
        note("1", "a", "x");
        write("changeNote", "noteId", "1", "topic", "y");
        assertThat(read("userNotes", "userId", "u", "topic", "x").items()).isEmpty();
        assertThat(read("userNotes", "userId", "u", "topic", "y").items()).hasSize(1);
        // What is not touched stays where it was.
        write("changeNote", "noteId", "1", "slug", "b");
        assertThat(read("userNotes", "userId", "u", "topic", "y").items()).hasSize(1);
    }

    @Test
    void anUpdateNeverMakesAGhostAndACreateNeverOverwrites() {
        refused(Rule.NOT_FOUND, "changeNote", "noteId", "1", "topic", "y");
        assertThat(read("note", "noteId", "1").items()).isEmpty();
        note("1", "a", "x");
        refused(Rule.ALREADY_EXISTS, "createNote", "noteId", "1", "userId", "u", "slug", "b", "topic", "z");
        assertThat(read("note", "noteId", "1").one().values()).containsEntry("slug", "a");
    }

    @Test
    void pagesFillToTheirLimitAlthoughAFilterFollows() {
        note("1", "a", "x");
        for (int number = 1; number <= 60; number++) {
            write("comment", "noteId", "1", "number", number, "isSpam", number % 3 != 0);
        }
        Result first = read("comments", "noteId", "1");
        assertThat(first.items()).hasSize(10);
        assertThat(first.items().get(9).values()).containsEntry("number", 30L);
        assertThat(database.pages("comments", map("noteId", "1"))
                        .mapToInt(page -> page.items().size())
                        .sum())
                .isEqualTo(20);
    }

    @Test
    void expiredItemsAreNeverReturned() {
        write("startSession", "userId", "u", "sessionId", "1");
        clock.forward(Duration.ofMinutes(59));
        write("startSession", "userId", "u", "sessionId", "2");
        assertThat(read("sessions", "userId", "u").items()).hasSize(2);
        clock.forward(Duration.ofMinutes(1));
        assertThat(read("sessions", "userId", "u").items()).hasSize(1);
        assertThat(read("session", "userId", "u", "sessionId", "1").items()).isEmpty();
        // Its place is free, though the service has not removed it yet.
        assertThat(write("startSession", "userId", "u", "sessionId", "1").outcome())
                .isEqualTo(Written.Outcome.CREATED);
    }

    @Test
    void aValueCannotReachIntoAnothersKey() {
        for (String user : List.of("a", "a#SESSION", "a#SESSION#1", "a%23", "ü#%00")) {
            write("startSession", "userId", user, "sessionId", "s#" + user);
        }
        for (String user : List.of("a", "a#SESSION", "a#SESSION#1", "a%23", "ü#%00")) {
            assertThat(read("sessions", "userId", user).items())
                    .singleElement()
                    .extracting(found -> found.values().get("sessionId"))
                    .isEqualTo("s#" + user);
        }
        note("1", "a", "x");
        note("2", "b", "x#y");
        assertThat(read("userNotes", "userId", "u", "topic", "x").items()).hasSize(1);
    }

    @Test
    void uniquenessQuotaVersionMarkCopiesAndChildrenHoldTogether() {
        note("1", "a", "x", "red", "blue");
        note("2", "b", "x", "red");
        note("3", "c", "x");
        write("comment", "noteId", "1", "number", 1);
        refused(Rule.QUOTA_REACHED, "createNote", "noteId", "4", "userId", "u", "slug", "d", "topic", "x");
        refused(Rule.NOT_UNIQUE, "changeNote", "noteId", "2", "slug", "a");
        assertThat(read("tagged", "tag", "red").items()).hasSize(2);

        Written changed = write("changeNote", "noteId", "1", "slug", "aa", "tags", List.of("blue", "green"));
        assertThat(changed.values()).containsEntry("version", 2L).containsEntry("topic", "x");
        refused(Rule.VERSION_CHANGED, "changeNote", "noteId", "1", "topic", "y", "version", 1);
        assertThatThrownBy(() -> database.write("deleteNote", map("noteId", "1"))
                        .when("version", 1)
                        .run())
                .isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(refused.rule())
                        .isEqualTo(Rule.VERSION_CHANGED));
        assertThat(read("tagged", "tag", "red").items()).hasSize(1);
        assertThat(read("noteBySlug", "slug", "a").items()).isEmpty();
        assertThat(read("noteBySlug", "slug", "aa").items()).hasSize(1);

        // Marked: out of sight and of the quota, yet its slug is kept for when it comes back.
        write("deleteNote", "noteId", "1");
        assertThat(read("note", "noteId", "1").items()).isEmpty();
        assertThat(read("tagged", "tag", "blue").items()).isEmpty();
        assertThat(read("user", "userId", "u").one().values()).containsEntry("notes", 2L);
        refused(Rule.NOT_UNIQUE, "createNote", "noteId", "4", "userId", "u", "slug", "aa", "topic", "x");
        write("restoreNote", "noteId", "1");
        assertThat(read("tagged", "tag", "blue").items()).hasSize(1);
        assertThat(read("user", "userId", "u").one().values()).containsEntry("notes", 3L);

        // Gone for good: with its lock, its copies and its children.
        write("eraseNote", "noteId", "1");
        assertThat(read("comments", "noteId", "1").items()).isEmpty();
        assertThat(read("tagged", "tag", "green").items()).isEmpty();
        note("4", "aa", "x");
    }

    @Test
    void aCascadeThatBrokeOffIsTakenUpByTheNextDelete() {
        note("1", "a", "x");
        for (int number = 1; number <= 30; number++) {
            write("comment", "noteId", "1", "number", number);
        }
        AtomicInteger batches = new AtomicInteger();
        Database breaking = Database.builder(Shop.design(DESIGN), (request, context) -> {
                    if (request instanceof Request.BatchWriteItem && batches.incrementAndGet() == 2) {
                        throw new IllegalStateException("the process dies");
                    }
                    return partita.endpoint().call(request);
                })
                .clock(clock)
                .environment(Map.of())
                .build();
        Write<Written> erase = breaking.write("eraseNote", map("noteId", "1"));
        assertThatThrownBy(erase::run).hasMessage("the process dies");
        assertThat(erase.run().outcome()).isEqualTo(Written.Outcome.DELETED);
        assertThatThrownBy(erase::run).isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(refused.rule())
                .isEqualTo(Rule.NOT_FOUND));
        note("1", "a", "x");
        assertThat(read("comments", "noteId", "1").items()).isEmpty();
    }

    private void note(String id, String slug, String topic, String... tags) {
        write("createNote", "noteId", id, "userId", "u", "slug", slug, "topic", topic, "tags", List.of(tags));
    }

    private Written write(String pattern, Object... pairs) {
        return database.write(pattern, map(pairs)).run();
    }

    private Result read(String pattern, Object... pairs) {
        return database.read(pattern, map(pairs));
    }

    private void refused(Rule rule, String pattern, Object... pairs) {
        assertThatThrownBy(() -> write(pattern, pairs))
                .isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(refused.rule())
                        .isEqualTo(rule));
    }

    private static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
