package dev.partita.plan;

import static dev.partita.plan.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.Written.Outcome;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.run.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys that do not give back what they are made of: a hash, a long text cut short, the day of a time, small letters. */
class LossyKeysTest {

    /** @param format of the mark in keys */
    record Lossy(String format, String type, Object mark) {
        String design(String entities) {
            return """
                    design: lossy
                    tables:
                      main:
                        key: { partition: pk, sort: sk }
                        type-attribute: et
                        indexes:
                          GSI1: { partition: gsi1pk, sort: gsi1sk, projection: keys }
                          GSI2: { partition: gsi2pk, sort: gsi2sk, projection: keys }
                    """ + entities.replace("{mark}", "{mark:" + format + "}").replace("MARK", "type: " + type);
        }

        @Override
        public String toString() {
            return format;
        }
    }

    static Stream<Lossy> all() {
        return Stream.of(
                new Lossy("hash", "string", "https://example.org/a"),
                new Lossy("shorten", "string", "https://example.org/" + "a".repeat(2500)),
                new Lossy("date", "timestamp", Instant.parse("2026-01-01T10:00:00Z")),
                new Lossy("lower", "string", "Some-Mark"));
    }

    private static String sites(String onDelete) {
        return """
                entities:
                  Site:
                    type: SITE
                    key: { pk: "SITE#{mark}", sk: META }
                    attributes:
                      mark: { MARK }
                      code: { type: string, unique: true, required: true }
                  Page:
                    type: PAGE
                    key: { pk: "SITE#{mark}", sk: "PAGE#{pageId}" }
                    attributes:
                      mark:   { MARK, references: Site, must-exist: true, on-delete: %s }
                      pageId: { type: string }
                patterns:
                  addSite:  { create: Site }
                  dropSite: { delete: Site, by: code }
                  addPage:  { create: Page }
                """.formatted(onDelete);
    }

    private static Bench filled(Lossy lossy, String onDelete) {
        Bench bench = new Bench(lossy.design(sites(onDelete)));
        bench.run("addSite", "mark", lossy.mark(), "code", "c");
        bench.run("addPage", "mark", lossy.mark(), "pageId", "p");
        return bench;
    }

    @ParameterizedTest
    @MethodSource("all")
    void aChildThatForbidsItForbidsItAlsoByAUniqueValue(Lossy lossy) {
        Bench bench = filled(lossy, "refuse");
        refused(Rule.STILL_REFERENCED, "Site", () -> bench.run("dropSite", "code", "c"));
        assertThat(bench.items()).hasSize(3);
    }

    @ParameterizedTest
    @MethodSource("all")
    void aDeleteByAUniqueValueTakesTheChildrenWithIt(Lossy lossy) {
        Bench bench = filled(lossy, "cascade");
        assertThat(bench.run("dropSite", "code", "c").outcome()).isEqualTo(Outcome.DELETED);
        assertThat(bench.items()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsCutOffIsFinished(Lossy lossy) {
        for (int at = 1; at < 20; at++) {
            Bench bench = filled(lossy, "cascade");
            int[] left = {at};
            try {
                bench.plan("dropSite")
                        .run(
                                (request, context) -> {
                                    if (left[0]-- == 0) {
                                        throw new IllegalStateException("cut off");
                                    }
                                    return bench.call(request);
                                },
                                Map.of("code", "c"),
                                bench.surroundings());
            } catch (IllegalStateException cut) {
                left[0] = -1;
            }
            boolean isDeleted = bench.items().keySet().stream().noneMatch(key -> key.endsWith("META"));
            bench.pass(Duration.ofSeconds(31));
            new Plans(bench.design()).finishDeletes(bench, bench.surroundings());
            assertThat(bench.items()).as("cut at %d", at).hasSize(isDeleted ? 0 : 3);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void childrenOfChildrenGoToo(Lossy lossy) {
        Bench bench = new Bench(lossy.design("""
                entities:
                  User:
                    type: USER
                    key: { pk: "USER#{userId}", sk: META }
                    attributes: { userId: string }
                  Page:
                    type: PAGE
                    key: { pk: "PAGE#{mark}", sk: META }
                    GSI1: { gsi1pk: "USER#{userId}", gsi1sk: "PAGE#{mark}" }
                    attributes:
                      userId: { type: string, references: User, required: true, on-delete: cascade }
                      mark:   { MARK }
                  Note:
                    type: NOTE
                    key: { pk: "PAGE#{mark}", sk: "NOTE#{noteId}" }
                    attributes:
                      mark:   { MARK, references: Page, on-delete: cascade }
                      noteId: { type: string }
                patterns:
                  addUser:  { create: User }
                  dropUser: { delete: User, by: userId }
                  addPage:  { create: Page }
                  addNote:  { create: Note }
                """));
        bench.run("addUser", "userId", "u");
        bench.run("addPage", "userId", "u", "mark", lossy.mark());
        bench.run("addNote", "mark", lossy.mark(), "noteId", "n");
        bench.run("dropUser", "userId", "u");
        assertThat(bench.items()).isEmpty();
    }

    private static final String PAGES = """
            entities:
              Site:
                type: SITE
                key: { pk: "SITE#{mark}", sk: META }
                attributes:
                  mark:  { MARK }
                  pages: { type: integer, default: 0, read-only: true }
              Page:
                type: PAGE
                key: { pk: "SITE#{mark}", sk: "PAGE#{pageId}" }
                GSI1: { gsi1pk: "PAGE#{pageId}", gsi1sk: PAGE }
                GSI2: { gsi2pk: "COLOR#{color}#{mark}", gsi2sk: "PAGE#{pageId}" }
                attributes:
                  mark:   { MARK, references: Site }
                  pageId: { type: string }
                  color:  { type: string, required: true }
                  label:  { type: string, derive: "{color} {mark:hash}" }
              Copy:
                type: COPY
                key: { pk: "COPY#{pageId}", sk: "{mark:hash}" }
                from: { entity: Page }
                attributes:
                  mark:   { MARK }
                  pageId: { type: string }
            quotas:
              pages: { counts: Page, per: mark, counter: Site.pages, limit: 2 }
            patterns:
              addSite:  { create: Site }
              addPage:  { create: Page }
              dropPage: { delete: Page, by: pageId }
              paint:    { update: Page, by: pageId, change: [color] }
            """;

    private static Bench painted(Lossy lossy) {
        Bench bench = new Bench(lossy.design(PAGES));
        bench.run("addSite", "mark", lossy.mark());
        bench.run("addPage", "mark", lossy.mark(), "pageId", "p", "color", "red");
        return bench;
    }

    private static Map<String, String> page(Bench bench) {
        return bench.items().entrySet().stream()
                .filter(item -> item.getKey().endsWith("PAGE#p"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("all")
    void aChangeByAnIndexKeepsIndexKeysAndDerivedValues(Lossy lossy) {
        Bench bench = painted(lossy);
        String key = page(bench).get("gsi2pk");
        String label = page(bench).get("label");
        bench.run("paint", "pageId", "p", "color", "blue");
        assertThat(page(bench))
                .containsEntry("gsi2pk", key.replace("red", "blue"))
                .containsEntry("label", label.replace("red", "blue"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void aDeleteByAnIndexCountsDownAndTakesCopies(Lossy lossy) {
        Bench bench = painted(lossy);
        bench.run("dropPage", "pageId", "p");
        assertThat(bench.items()).hasSize(1);
        assertThat(List.copyOf(bench.items().values()).get(0)).containsEntry("pages", "0");
    }

    private static final String NIGHTS = """
            design: nights
            tables:
              main: { key: { partition: pk, sort: sk }, type-attribute: et }
            entities:
              Night:
                type: NIGHT
                key: { pk: "ROOM#{room}", sk: "NIGHT#{at:date}" }
                attributes:
                  room: { type: string }
                  at:   { type: timestamp }
                  text: { type: string }
                  made: { type: timestamp, set: on-create }
                  label: { type: string, derive: "{at:hour} {text}" }
            REST
            patterns:
              add:   { create: Night }
              save:  { put: Night }
              edit:  { update: Night, by: [room, at], change: [text] }
              drop:  { delete: Night, by: [room, at] }
              night: { get: Night, by: [room, "at:date"] }
            """;

    private static final String GUESTS = """
              Guest:
                type: GUEST
                key: { pk: "ROOM#{room}", sk: "GUEST#{guest}" }
                attributes:
                  room:  { type: string }
                  at:    { type: timestamp, references: Night, must-exist: true, on-delete: cascade }
                  guest: { type: string }
            """;

    private static final String TEN = "2026-01-01T10:00:00Z";
    private static final String NOON = "2026-01-01T12:00:00Z";

    private static Bench night(String rest, String patterns) {
        Bench bench = new Bench(NIGHTS.replace("REST\n", rest) + patterns);
        bench.run("add", "room", "r", "at", TEN, "text", "a");
        return bench;
    }

    private static Map<String, String> stored(Bench bench) {
        return bench.items().get("ROOM#r NIGHT#2026-01-01");
    }

    @Test
    void anotherTimeOfThatDayIsAnotherItem() {
        Bench bench = night("", "");
        refused(Rule.NOT_FOUND, "Night", () -> bench.run("edit", "room", "r", "at", NOON, "text", "b"));
        refused(Rule.NOT_FOUND, "Night", () -> bench.run("drop", "room", "r", "at", NOON));
        refused(Rule.ALREADY_EXISTS, "Night", () -> bench.run("add", "room", "r", "at", NOON));
        assertThat(stored(bench)).containsEntry("at", TEN).containsEntry("label", "2026-01-01T10 a");
        bench.run("edit", "room", "r", "at", TEN, "text", "b");
        assertThat(stored(bench)).containsEntry("label", "2026-01-01T10 b");
        assertThat(bench.run("drop", "room", "r", "at", TEN).outcome()).isEqualTo(Outcome.DELETED);
    }

    @Test
    void aPutOfAnotherTimeOfThatDayReplacesTheTimeToo() {
        for (boolean isJoint : new boolean[] {false, true}) {
            Bench bench = night("", "  other: { put: Night }\n  both: { transact: [save, other] }\n");
            Map<String, Object> one = Bench.map("room", "r", "at", NOON, "text", "b");
            if (isJoint) {
                bench.run("both", "save", one, "other", Bench.map("room", "q", "at", NOON));
            } else {
                bench.run("save", one);
            }
            assertThat(stored(bench))
                    .as("joint %b", isJoint)
                    .containsEntry("at", NOON)
                    .containsEntry("label", "2026-01-01T12 b");
        }
    }

    @Test
    void aPutKeepsWhenItWasMadeAlsoWhereTheDayIsTheKey() {
        Bench bench = new Bench("""
                design: visits
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  Visit:
                    key: { pk: "USER#{user}", sk: "DAY#{made:date}" }
                    attributes:
                      user: { type: string }
                      text: { type: string }
                      made: { type: timestamp, set: on-create }
                patterns:
                  save: { put: Visit }
                """);
        bench.run("save", "user", "u", "text", "a");
        String made = bench.items().get("USER#u DAY#2024-06-29").get("made");
        bench.pass(Duration.ofMinutes(5));
        bench.run("save", "user", "u", "text", "b");
        assertThat(bench.items().get("USER#u DAY#2024-06-29"))
                .containsEntry("made", made)
                .containsEntry("text", "b");
    }

    @Test
    void aChildOfAnotherTimeOfThatDayHasNoParent() {
        Bench bench = night(GUESTS, "  invite: { create: Guest }\n  open: { transact: [add, invite] }\n");
        refused(Rule.REFERENCE_MISSING, "Guest.at", () -> bench.run("invite", "room", "r", "at", NOON, "guest", "g"));
        bench.run("invite", "room", "r", "at", TEN, "guest", "g");
        refused(Rule.ALREADY_EXISTS, "Night", () -> bench.run("save", "room", "r", "at", NOON));
        bench.run("save", "room", "r", "at", TEN, "text", "c");
        bench.run("open", "room", "q", "at", NOON, "guest", "g");
        refused(
                Rule.REFERENCE_MISSING,
                "Guest.at",
                () -> bench.run(
                        "open",
                        "add",
                        Bench.map("room", "z", "at", TEN),
                        "invite",
                        Bench.map("room", "z", "at", NOON, "guest", "g")));
        bench.run("drop", "room", "r", "at", TEN);
        assertThat(bench.items().keySet()).allMatch(key -> key.startsWith("ROOM#q"));
    }

    /** A guest of noon was counted with the night of ten. */
    @Test
    void aParentOfAnotherTimeOfThatDayDoesNotCount() {
        for (String kind : List.of("quota", "sequence")) {
            String loose = GUESTS.replace(", must-exist: true, on-delete: cascade", "")
                    .replace("GUEST#{guest}", "GUEST#{at}#{guest}");
            String counted = kind.equals("quota")
                    ? loose
                            + "quotas:\n  guests: { counts: Guest, per: [room, at], counter: Night.guests, limit: Night.most }\n"
                    : loose.replace(
                            "guest: { type: string }",
                            "guest: { type: integer, generate: { sequence: Night.guests } }");
            Bench bench = new Bench(NIGHTS.replace("REST\n", counted)
                            .replace(
                                    "text: { type: string }\n",
                                    "text: { type: string }\n      guests: { type: integer, default: 0, read-only: true }\n"
                                            + "      most: { type: integer, default: 1 }\n")
                    + "  invite: { create: Guest }\n  leave: { delete: Guest, by: [room, at, guest] }\n"
                    + "  open: { transact: [add, invite] }\n");
            bench.run("add", "room", "r", "at", TEN);
            Map<String, Object> noon = guest(kind, "r", NOON);
            refused(Rule.REFERENCE_MISSING, "Night", () -> bench.run("invite", noon));
            assertThat(stored(bench)).as(kind).containsEntry("guests", "0");
            Map<String, Object> added = Bench.map("room", "q", "at", TEN);
            Map<String, Object> other = guest(kind, "q", NOON);
            refused(Rule.REFERENCE_MISSING, "Night", () -> bench.run("open", "add", added, "invite", other));
            bench.run("invite", guest(kind, "r", TEN));
            assertThat(stored(bench)).as(kind).containsEntry("guests", "1");
        }
    }

    /** The night of ten went, with its guest left; another night has that day now, and counts its own guests alone. */
    @Test
    void aChildOfAParentThatWasReplacedIsNotCountedDownInTheNextOne() {
        String counted = GUESTS.replace(", must-exist: true, on-delete: cascade", "")
                        .replace("GUEST#{guest}", "GUEST#{at}#{guest}")
                + "quotas:\n  guests: { counts: Guest, per: [room, at], counter: Night.guests, limit: 5 }\n";
        Bench bench = new Bench(NIGHTS.replace("REST\n", counted)
                        .replace(
                                "text: { type: string }\n",
                                "text: { type: string }\n      guests: { type: integer, default: 0, read-only: true }\n")
                + "  invite: { create: Guest }\n  leave: { delete: Guest, by: [room, at, guest] }\n");
        bench.run("add", "room", "r", "at", TEN);
        bench.run("invite", "room", "r", "at", TEN, "guest", "g");
        bench.run("drop", "room", "r", "at", TEN);
        bench.run("add", "room", "r", "at", NOON);
        bench.run("invite", "room", "r", "at", NOON, "guest", "h");
        bench.run("leave", "room", "r", "at", TEN, "guest", "g");
        assertThat(stored(bench)).containsEntry("guests", "1");
    }

    /** The design says that a day counts, so every time of it does. */
    @Test
    void aCountPerDayCountsEveryTimeOfThatDay() {
        Bench bench = new Bench("""
                design: days
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  Day:
                    key: { pk: "DAY#{at:date}", sk: META }
                    attributes: { at: timestamp, runs: { type: integer, default: 0, read-only: true } }
                  Run:
                    key: { pk: "RUN#{runId}", sk: META }
                    attributes: { runId: string, at: { type: timestamp, references: Day } }
                quotas:
                  runs: { counts: Run, per: "at:date", counter: Day.runs, limit: 2 }
                patterns:
                  begin: { create: Day }
                  run:   { create: Run }
                """);
        bench.run("begin", "at", TEN);
        bench.run("run", "runId", "a", "at", TEN);
        bench.run("run", "runId", "b", "at", NOON);
        refused(Rule.QUOTA_REACHED, "runs", () -> bench.run("run", "runId", "c", "at", NOON));
    }

    private static Map<String, Object> guest(String kind, String room, String at) {
        return kind.equals("quota")
                ? Bench.map("room", room, "at", at, "guest", "g")
                : Bench.map("room", room, "at", at);
    }

    /** Whatever refers to what is not there keeps nothing from being deleted: there is nothing to delete. */
    @Test
    void aDeleteOfWhatIsNotThereFindsNothingWhoeverRefersToIt() {
        String loose = GUESTS.replace("must-exist: true, on-delete: cascade", "on-delete: refuse")
                .replace("GUEST#{guest}", "GUEST#{at}#{guest}");
        Bench bench = night(loose, "  invite: { create: Guest }\n");
        bench.run("invite", "room", "r", "at", NOON, "guest", "g");
        refused(Rule.NOT_FOUND, "Night", () -> bench.run("drop", "room", "r", "at", NOON));
        bench.run("invite", "room", "q", "at", NOON, "guest", "g");
        refused(Rule.NOT_FOUND, "Night", () -> bench.run("drop", "room", "q", "at", NOON));
        bench.run("invite", "room", "r", "at", TEN, "guest", "h");
        refused(Rule.STILL_REFERENCED, "Night", () -> bench.run("drop", "room", "r", "at", TEN));
    }

    /** An update by the code did not know the mark, and made no copies any more. */
    @ParameterizedTest
    @MethodSource("all")
    void aCopyOfWhatIsNeitherStoredNorGivenBackByTheKeyIsRefused(Lossy lossy) {
        String sites = """
                entities:
                  Site:
                    type: SITE
                    key: { pk: "SITE#{mark}", sk: META }
                    attributes:
                      mark: { MARK, store: false }
                      code: { type: string, unique: true, required: true }
                      tags: { type: list of string, max-items: 5 }
                  Tagged:
                    type: TAGGED
                    key: { pk: "TAG#{tag}", sk: "SITE#{mark}" }
                    from: { entity: Site, each: tags, as: tag }
                    attributes: { tag: string, mark: { MARK } }
                patterns:
                  tag: { update: Site, by: code, change: [tags] }
                """;
        assertThat(findings(lossy.design(sites)))
                .extracting(Finding::rule, Finding::message)
                .contains(tuple(
                        "copy-without-source",
                        "Tagged.mark copies mark of Site, which is not stored and which the key does not give back, so a"
                                + " later write does not know it"));
        assertThat(findings(lossy.design(sites.replace(", store: false", "")))).isEmpty();
    }

    private static List<Finding> findings(String yaml) {
        return Compiler.compile(Reader.read(new Source("lossy.yaml", yaml)).design())
                .findings();
    }
}
