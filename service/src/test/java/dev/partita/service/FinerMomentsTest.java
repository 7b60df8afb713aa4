package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A moment with a fraction of a second is compared as it is given, with times that are kept to the second. */
class FinerMomentsTest {

    private static final String YAML = """
            design: hall
            allow: anyone
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  GSI2: { partition: gsi2pk, sort: gsi2sk, projection: all }
            entities:
              Talk:
                key:  { pk: "ROOM#{room}", sk: "TALK#{at}#{talkId}" }
                GSI1: { gsi1pk: "HOUR#{at:hour}", gsi1sk: "{at}#{talkId}" }
                GSI2: { gsi2pk: "ROOM#{room}", gsi2sk: "{at:newest-first}#{talkId}" }
                attributes:
                  room:   string
                  talkId: string
                  at:     timestamp
                  ends:   { type: epoch-seconds, required: true }
                  ticket: { type: timestamp, unique: true }
            patterns:
              add:     { create: Talk }
              one:     { get: Talk, by: [room, at, talkId] }
              ofTicket: { get: Talk, by: ticket }
              drop:    { delete: Talk, by: [room, at, talkId] }
              range:   { list: Talk, by: room, range: at }
              newest:  { list: Talk, by: room, range: at, order: newest-first }
              walk:    { list: Talk, range: at, order: oldest-first, walk: 2 days }
              since:   { list: Talk, by: room, where: "at >= :t" }
              after:   { list: Talk, by: room, where: "at > :t" }
              until:   { list: Talk, by: room, where: "at <= :t" }
              before:  { list: Talk, by: room, where: "at < :t" }
              turned:  { list: Talk, by: room, where: ":t <= at" }
              between: { list: Talk, by: room, where: "at BETWEEN :s AND :t" }
              endsFrom: { list: Talk, by: room, where: "ends >= :t" }
              endsBy:  { list: Talk, by: room, where: "ends < :t" }
              ended:   { list: Talk, by: room, where: "NOT (ends >= :t)" }
              same:    { list: Talk, by: room, where: "ends = :t" }
            """;

    private static final String TWELVE = "2024-06-29T12:00:00Z";
    private static final String FINER = "2024-06-29T12:00:00.5Z";
    private static final String NEXT = "2024-06-29T12:00:01Z";

    private static Served served;

    @BeforeAll
    static void twoTalks() {
        served = Served.design(YAML);
        add("twelve", TWELVE);
        add("next", NEXT);
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void theEndsOfARangeAreComparedAsTheyAreGiven() {
        for (String list : List.of("range?room=r&", "newest?room=r&", "walk?")) {
            assertThat(found(list + "atFrom=" + FINER)).as(list).containsExactly("next");
            assertThat(found(list + "atFrom=" + TWELVE)).as(list).containsExactlyInAnyOrder("twelve", "next");
            assertThat(found(list + "atFrom=" + TWELVE + "&atTo=" + FINER))
                    .as(list)
                    .containsExactly("twelve");
            assertThat(found(list + "atFrom=" + FINER + "&atTo=" + FINER))
                    .as(list)
                    .isEmpty();
        }
    }

    @Test
    void conditionsCompareWhatIsGiven() {
        assertThat(found("since?room=r&t=" + FINER)).containsExactly("next");
        assertThat(found("turned?room=r&t=" + FINER)).containsExactly("next");
        assertThat(found("after?room=r&t=" + FINER)).containsExactly("next");
        assertThat(found("until?room=r&t=" + FINER)).containsExactly("twelve");
        assertThat(found("before?room=r&t=" + FINER)).containsExactly("twelve");
        assertThat(found("before?room=r&t=" + TWELVE)).isEmpty();
        assertThat(found("between?room=r&s=" + FINER + "&t=" + NEXT)).containsExactly("next");
        assertThat(found("between?room=r&s=" + FINER + "&t=2024-06-29T12:00:00.7Z"))
                .isEmpty();
        assertThat(found("endsFrom?room=r&t=" + FINER)).containsExactly("next");
        assertThat(found("endsBy?room=r&t=" + FINER)).containsExactly("twelve");
        assertThat(found("ended?room=r&t=" + FINER)).containsExactly("twelve");
    }

    @Test
    void theLastMomentThatCanBeWrittenIsABoundLikeAnyOther() {
        String last = "9999-12-31T23:59:59.999Z";
        assertThat(found("before?room=r&t=" + last)).containsExactlyInAnyOrder("twelve", "next");
        assertThat(found("endsBy?room=r&t=" + last)).containsExactlyInAnyOrder("twelve", "next");
        assertThat(found("since?room=r&t=" + last)).isEmpty();
        assertThat(found("range?room=r&atFrom=" + last)).isEmpty();
        assertThat(found("range?room=r&atTo=" + last)).hasSize(2);
    }

    @Test
    void nothingEqualsWhatIsFiner() {
        for (String call :
                List.of("ofTicket?ticket=" + FINER, "one?room=r&talkId=twelve&at=" + FINER, "same?room=r&t=" + FINER)) {
            Answer answer = served.get("/api/hall/patterns/" + call);
            assertThat(answer.status()).as(call).isEqualTo(422);
            assertThat(answer.body()).contains("is kept to the second, so nothing equals it");
        }
        assertThat(served.get("/api/hall/patterns/ofTicket?ticket=" + TWELVE).status())
                .isEqualTo(200);
        assertThat(served.get("/api/hall/patterns/ofTicket?ticket=2024-06-29T12:00:00.000Z")
                        .status())
                .isEqualTo(200);
        assertThat(served.post(
                                "/api/hall/patterns/drop",
                                "{\"room\":\"r\",\"talkId\":\"twelve\",\"at\":\"" + FINER + "\"}")
                        .status())
                .isEqualTo(422);
    }

    private static void add(String id, String at) {
        Answer answer = served.post(
                "/api/hall/patterns/add",
                "{\"room\":\"r\",\"talkId\":\"" + id + "\",\"at\":\"" + at + "\",\"ends\":\"" + at + "\",\"ticket\":\""
                        + at + "\"}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }

    private static List<Object> found(String call) {
        Answer answer = served.get("/api/hall/patterns/" + call);
        assertThat(answer.status()).as(call + answer.body()).isEqualTo(200);
        return ((List<?>) answer.json().get("items"))
                .stream().<Object>map(item -> ((Map<?, ?>) item).get("talkId")).toList();
    }
}
