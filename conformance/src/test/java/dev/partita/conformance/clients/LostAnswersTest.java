package dev.partita.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.conformance.clients.CuttingProxy.Cut;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Pattern;
import dev.partita.engine.Engine;
import dev.partita.plan.OutcomeUnknown;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.runtime.CallOptions;
import dev.partita.runtime.Database;
import dev.partita.runtime.Write;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Every kind of write, when the connection is cut before the server has done it or after: what is claimed is true. */
@Tag("slow")
class LostAnswersTest {

    private static final Design DESIGN = design("""
            design: lost
            tables:
              main: { name: lost, key: { partition: pk, sort: sk }, type-attribute: type, expiry: ttl }
            entities:
              Note:
                type: NOTE
                key: { pk: "NOTE#{noteId}", sk: META }
                attributes:
                  noteId: string
                  text:   string
                  reads:  { type: integer, default: 0 }
                  lines:  { type: list of string, max-items: 50 }
                  tags:   { type: set of string }
                  made:   { type: timestamp, set: on-create }
              Page:
                type: PAGE
                key: { pk: "PAGE#{pageId}", sk: META }
                version: version
                soft-delete: { at: deletedAt }
                attributes:
                  pageId: string
                  text:   string
                  hits:   { type: integer, default: 0 }
                  hash:   { type: string, hash-of: [text] }
                  version: integer
                  deletedAt: timestamp
              Ticket:
                type: TICKET
                key: { pk: "TICKET#{ticketId}", sk: META }
                attributes:
                  ticketId: { type: string, generate: ulid }
                  text:     string
              Account:
                type: ACCOUNT
                key: { pk: "ACCOUNT#{accountId}", sk: META }
                attributes:
                  accountId: string
                  email:     { type: string, unique: true, required: true }
                  logins:    { type: integer, default: 0 }
              Counter:
                type: COUNTER
                key: { pk: "COUNTER#{counterId}", sk: META }
                attributes:
                  counterId: string
                  last:      { type: integer, default: 0 }
              Line:
                type: LINE
                key: { pk: "COUNTER#{counterId}", sk: "LINE#{number:05}" }
                attributes:
                  counterId: { type: string, references: Counter }
                  number:    { type: integer, generate: { sequence: Counter.last } }
                  text:      string
            patterns:
              note:       { get: Note, by: noteId, consistency: strong }
              page:       { get: Page, by: pageId, consistency: strong }
              ticket:     { get: Ticket, by: ticketId, consistency: strong }
              account:    { get: Account, by: accountId, consistency: strong }
              lines:      { list: Line, by: counterId, consistency: strong }
              makeNote:   { create: Note }
              saveNote:   { put: Note }
              editNote:   { update: Note, by: noteId, change: [text] }
              readNote:   { update: Note, by: noteId, add: { reads: 1 } }
              addLines:   { update: Note, by: noteId, append: [lines] }
              takeLines:  { update: Note, by: noteId, remove: [lines] }
              addTags:    { update: Note, by: noteId, append: [tags] }
              takeTags:   { update: Note, by: noteId, remove: [tags] }
              closeNote:  { update: Note, by: noteId, set: { text: closed }, when: text = 'open' }
              dropNote:   { delete: Note, by: noteId }
              dropOpen:   { delete: Note, by: noteId, when: text = 'open' }
              makePage:   { create: Page }
              savePage:   { put: Page, detect: hash }
              editPage:   { update: Page, by: pageId, change: [text] }
              hitPage:    { update: Page, by: pageId, add: { hits: 1 }, change: [text] }
              dropPage:   { delete: Page, by: pageId }
              bringPage:  { restore: Page, by: pageId }
              purgePage:  { delete: Page, by: pageId, hard: true }
              makeTicket: { create: Ticket }
              signUp:     { create: Account }
              signOff:    { delete: Account, by: accountId }
              rename:     { update: Account, by: accountId, change: [email] }
              makeCounter: { create: Counter }
              makeLine:   { create: Line }
            """);

    /** What a caller is told of a write that was done, and whose answer was lost. */
    private enum Told {
        /** That it was done. */
        DONE,
        /** That nobody knows, since nothing that is stored tells. */
        UNKNOWN
    }

    /**
     * One kind of write.
     *
     * @param told when the answer of the first try is lost
     * @param before what is there when it is done
     * @param write with an id of its own
     * @param after checks what is there when it was done once
     */
    private record Kind(
            String name,
            Told told,
            BiConsumer<Database, String> before,
            Function<Database, Function<String, Write<Written>>> write,
            BiConsumer<Database, String> after) {}

    private static final List<Kind> KINDS = List.of(
            kind("create", Told.DONE, (on, id) -> {}, "makeNote", note("text", "a"), after("note", "text", "a")),
            kind(
                    "create with an id of ours",
                    Told.DONE,
                    (on, id) -> {},
                    "makeTicket",
                    id -> Map.of("text", id),
                    (on, id) -> assertThat(tickets(on, id)).isEqualTo(1)),
            kind(
                    "put of a new item",
                    Told.DONE,
                    (on, id) -> {},
                    "saveNote",
                    note("text", "a"),
                    after("note", "text", "a")),
            kind(
                    "put over an item",
                    Told.DONE,
                    LostAnswersTest::open,
                    "saveNote",
                    note("text", "b"),
                    after("note", "text", "b")),
            kind(
                    "put that counts a version",
                    Told.DONE,
                    LostAnswersTest::page,
                    "savePage",
                    page("text", "b"),
                    after("page", "text", "b")),
            new Kind(
                    "put of a version",
                    Told.DONE,
                    LostAnswersTest::page,
                    on -> id -> on.write("savePage", Map.of("pageId", id, "text", "b", "version", 1)),
                    after("page", "version", 2L)),
            kind("update", Told.DONE, LostAnswersTest::open, "editNote", note("text", "b"), after("note", "text", "b")),
            new Kind(
                    "update of a version",
                    Told.DONE,
                    LostAnswersTest::page,
                    on -> id -> on.write("editPage", Map.of("pageId", id, "text", "b"))
                            .when("version", 1),
                    after("page", "version", 2L)),
            kind(
                    "update that counts a version",
                    Told.DONE,
                    LostAnswersTest::page,
                    "editPage",
                    page("text", "b"),
                    after("page", "text", "b")),
            new Kind(
                    "sum with a version",
                    Told.DONE,
                    LostAnswersTest::page,
                    on -> id -> on.write("hitPage", Map.of("pageId", id, "text", "b"))
                            .when("version", 1),
                    after("page", "hits", 1L)),
            new Kind(
                    "sum with a version and nothing else",
                    Told.UNKNOWN,
                    LostAnswersTest::page,
                    on -> id -> on.write("hitPage", Map.of("pageId", id)).when("version", 1),
                    after("page", "hits", 1L)),
            kind("sum", Told.UNKNOWN, LostAnswersTest::open, "readNote", note(), after("note", "reads", 1L)),
            kind(
                    "append to a list",
                    Told.UNKNOWN,
                    LostAnswersTest::open,
                    "addLines",
                    note("lines", List.of("x")),
                    after("note", "lines", List.of("l", "x"))),
            kind(
                    "take from a list",
                    Told.DONE,
                    LostAnswersTest::open,
                    "takeLines",
                    note("lines", List.of("l")),
                    after("note", "lines", List.of())),
            kind(
                    "add to a set",
                    Told.DONE,
                    LostAnswersTest::open,
                    "addTags",
                    note("tags", List.of("x")),
                    (on, id) -> assertThat(tags(on, id)).containsExactlyInAnyOrder("t", "u", "x")),
            kind(
                    "take from a set",
                    Told.DONE,
                    LostAnswersTest::open,
                    "takeTags",
                    note("tags", List.of("t")),
                    (on, id) -> assertThat(tags(on, id)).containsExactlyInAnyOrder("u")),
            kind(
                    "update on a condition of the design",
                    Told.DONE,
                    LostAnswersTest::open,
                    "closeNote",
                    note(),
                    after("note", "text", "closed")),
            new Kind(
                    "update on a condition of the caller",
                    Told.DONE,
                    LostAnswersTest::open,
                    on -> id -> on.write("editNote", Map.of("noteId", id, "text", "b"))
                            .when("text", "open"),
                    after("note", "text", "b")),
            kind("delete", Told.UNKNOWN, LostAnswersTest::open, "dropNote", note(), gone("note")),
            kind("delete on a condition", Told.UNKNOWN, LostAnswersTest::open, "dropOpen", note(), gone("note")),
            kind(
                    "delete of a marked item for good",
                    Told.UNKNOWN,
                    LostAnswersTest::page,
                    "purgePage",
                    page(),
                    gone("page")),
            kind("soft delete", Told.DONE, LostAnswersTest::page, "dropPage", page(), gone("page")),
            new Kind(
                    "soft delete of a version",
                    Told.DONE,
                    LostAnswersTest::page,
                    on -> id -> on.write("dropPage", Map.of("pageId", id)).when("version", 1),
                    gone("page")),
            kind(
                    "restore",
                    Told.DONE,
                    (on, id) -> {
                        page(on, id);
                        on.write("dropPage", Map.of("pageId", id)).run();
                    },
                    "bringPage",
                    page(),
                    after("page", "text", "a")),
            kind(
                    "create with a lock",
                    Told.DONE,
                    (on, id) -> {},
                    "signUp",
                    id -> Map.of("accountId", id, "email", id + "@x"),
                    after("account", "email")),
            kind(
                    "update with a lock",
                    Told.DONE,
                    LostAnswersTest::account,
                    "rename",
                    id -> Map.of("accountId", id, "email", id + "@y"),
                    after("account", "email")),
            kind(
                    "delete with a lock",
                    Told.DONE,
                    LostAnswersTest::account,
                    "signOff",
                    id -> Map.of("accountId", id),
                    gone("account")),
            kind(
                    "numbered create",
                    Told.DONE,
                    (on, id) -> on.write("makeCounter", Map.of("counterId", id)).run(),
                    "makeLine",
                    id -> Map.of("counterId", id, "text", "a"),
                    (on, id) -> assertThat(
                                    on.read("lines", Map.of("counterId", id)).items())
                            .hasSize(1)));

    private static Engine engine;
    private static Server server;
    private static CuttingProxy proxy;
    private static DynamoDbClient straight;
    private static DynamoDbClient cut;
    private static DynamoDbAsyncClient cutAsync;
    private static int ids;

    @BeforeAll
    static void start() throws IOException {
        engine = Engine.inMemory(Engine.Options.defaults());
        server = Server.start(new Wire(engine, false), Server.Options.defaults().withPort(0));
        proxy = new CuttingProxy(server.port());
        straight = client(URI.create("http://127.0.0.1:" + server.port()));
        cut = client(proxy.endpoint());
        cutAsync = DynamoDbAsyncClient.builder()
                .endpointOverride(proxy.endpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClientBuilder(NettyNioAsyncHttpClient.builder())
                .build();
        Database.builder(DESIGN, straight).build().createTables();
    }

    @AfterAll
    static void stop() throws IOException {
        cutAsync.close();
        cut.close();
        straight.close();
        proxy.close();
        server.close();
        engine.close();
    }

    @Test
    void everyVerbThatWritesIsTried() {
        EnumSet<Pattern.Verb> tried = EnumSet.noneOf(Pattern.Verb.class);
        Database database = Database.builder(DESIGN, straight).build();
        KINDS.forEach(kind -> tried.add(DESIGN.patterns()
                .get(kind.write().apply(database).apply("x").pattern())
                .verb()));
        assertThat(tried)
                .isEqualTo(Arrays.stream(Pattern.Verb.values())
                        .filter(verb -> verb.writes() && verb != Pattern.Verb.TRANSACT)
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Pattern.Verb.class))));
    }

    @TestFactory
    Stream<DynamicTest> whatIsClaimedIsTrue() {
        return all(Database.builder(DESIGN, cut).build(), "", kind -> kind.told());
    }

    @TestFactory
    Stream<DynamicTest> whatIsClaimedIsTrueOfAnAsynchronousClient() {
        return all(Database.builder(DESIGN, cutAsync).build(), "async ", kind -> kind.told());
    }

    @TestFactory
    Stream<DynamicTest> askedForExactlyOnceNothingIsUnknown() {
        Database once =
                Database.builder(DESIGN, cut).build().with(CallOptions.none().exactlyOnce());
        return all(once, "exactly once ", kind -> Told.DONE);
    }

    private static Stream<DynamicTest> all(Database database, String prefix, Function<Kind, Told> told) {
        List<DynamicTest> tests = new ArrayList<>();
        for (List<Cut> cuts : List.of(
                List.of(Cut.AFTER),
                List.of(Cut.AFTER, Cut.AFTER),
                List.of(Cut.BEFORE),
                List.of(Cut.BEFORE, Cut.AFTER),
                List.of(Cut.BEFORE, Cut.BEFORE))) {
            for (Kind kind : KINDS) {
                tests.add(DynamicTest.dynamicTest(
                        prefix + kind.name() + " cut " + cuts, () -> check(database, kind, cuts, told.apply(kind))));
            }
        }
        return tests.stream();
    }

    private static void check(Database database, Kind kind, List<Cut> cuts, Told told) {
        String id = "i" + ids++;
        Database direct = Database.builder(DESIGN, straight).build();
        kind.before().accept(direct, id);
        proxy.cut(cuts);
        Write<Written> write = kind.write().apply(database).apply(id);
        boolean isDone;
        try {
            write.run();
            isDone = true;
        } catch (OutcomeUnknown e) {
            assertThat(told).as("told to be unknown: " + e.getMessage()).isEqualTo(Told.UNKNOWN);
            isDone = cuts.get(0) == Cut.AFTER;
        }
        proxy.cut(List.of());
        if (isDone) {
            kind.after().accept(direct, id);
        }
    }

    @Test
    void anothersWriteIsNotTakenForOurs() {
        Database direct = Database.builder(DESIGN, straight).build();
        Database database = Database.builder(DESIGN, cut).build();
        String id = "i" + ids++;
        direct.write("makeNote", Map.of("noteId", id, "text", "theirs")).run();
        proxy.cut(List.of(Cut.BEFORE));
        assertThatThrownBy(() -> database.write("makeNote", Map.of("noteId", id, "text", "ours"))
                        .run())
                .isInstanceOf(OutcomeUnknown.class);

        String page = "i" + ids++;
        page(direct, page);
        direct.write("editPage", Map.of("pageId", page, "text", "theirs")).run();
        proxy.cut(List.of(Cut.BEFORE));
        assertThatThrownBy(() -> database.write("editPage", Map.of("pageId", page, "text", "ours"))
                        .when("version", 1)
                        .run())
                .isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(refused.rule())
                        .isEqualTo(WriteRefused.Rule.VERSION_CHANGED));
    }

    @Test
    void aWriteThatIsLostEveryTimeIsUnknown() {
        Database database = Database.builder(DESIGN, cut).build();
        String id = "i" + ids++;
        proxy.cut(List.of(Cut.BEFORE, Cut.BEFORE, Cut.BEFORE, Cut.BEFORE));
        assertThatThrownBy(() -> database.write("makeNote", Map.of("noteId", id, "text", "a"))
                        .run())
                .isInstanceOf(OutcomeUnknown.class)
                .hasMessageContaining("read it before you do it again");
        assertThat(proxy.sent()).filteredOn("PutItem"::equals).hasSize(4);
    }

    @Test
    void whatIsAnsweredIsWhatIsStored() {
        Database direct = Database.builder(DESIGN, straight).build();
        Database database = Database.builder(DESIGN, cut).build();
        String id = "i" + ids++;
        page(direct, id);
        proxy.cut(List.of(Cut.AFTER));
        Written written = database.write("editPage", Map.of("pageId", id, "text", "b"))
                .when("version", 1)
                .run();
        assertThat(written.outcome()).isEqualTo(Written.Outcome.UPDATED);
        assertThat(written.values()).containsEntry("version", 2L).containsEntry("text", "b");
        assertThat(proxy.sent()).containsExactly("UpdateItem", "GetItem");
    }

    private static void open(Database on, String id) {
        on.write("makeNote", Map.of("noteId", id, "text", "open", "lines", List.of("l"), "tags", List.of("t", "u")))
                .run();
    }

    private static void page(Database on, String id) {
        on.write("makePage", Map.of("pageId", id, "text", "a")).run();
    }

    private static void account(Database on, String id) {
        on.write("signUp", Map.of("accountId", id, "email", id + "@x")).run();
    }

    private static Kind kind(
            String name,
            Told told,
            BiConsumer<Database, String> before,
            String pattern,
            Function<String, Map<String, Object>> arguments,
            BiConsumer<Database, String> after) {
        return new Kind(name, told, before, on -> id -> on.write(pattern, arguments.apply(id)), after);
    }

    private static Function<String, Map<String, Object>> note(Object... more) {
        return id -> with("noteId", id, more);
    }

    private static Function<String, Map<String, Object>> page(Object... more) {
        return id -> with("pageId", id, more);
    }

    private static Map<String, Object> with(String name, String id, Object... more) {
        return more.length == 0 ? Map.of(name, id) : Map.of(name, id, (String) more[0], more[1]);
    }

    private static BiConsumer<Database, String> after(String pattern, String attribute, Object value) {
        return (on, id) -> assertThat(one(on, pattern, id)).containsEntry(attribute, value);
    }

    private static BiConsumer<Database, String> after(String pattern, String attribute) {
        return (on, id) -> assertThat(one(on, pattern, id)).containsKey(attribute);
    }

    private static BiConsumer<Database, String> gone(String pattern) {
        return (on, id) ->
                assertThat(on.read(pattern, Map.of(pattern + "Id", id)).items()).isEmpty();
    }

    private static Map<String, Object> one(Database on, String pattern, String id) {
        return on.read(pattern, Map.of(pattern + "Id", id)).items().get(0).values();
    }

    private static List<Object> tags(Database on, String id) {
        return List.copyOf((Collection<?>) one(on, "note", id).get("tags"));
    }

    private static long tickets(Database on, String text) {
        List<String> found = new ArrayList<>();
        straight.scanPaginator(scan -> scan.tableName("lost")).items().forEach(item -> {
            if (item.containsKey("text") && text.equals(item.get("text").s())) {
                found.add(text);
            }
        });
        return found.size();
    }

    private static Design design(String yaml) {
        return Reader.read(new Source("lost.yaml", yaml)).design();
    }

    private static DynamoDbClient client(URI endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }
}
