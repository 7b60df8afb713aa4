package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.document.ItemJson;
import dev.partita.document.Json;
import dev.partita.item.Item;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the console's own calls say to a question that is none. */
class CallsTest {

    private static final String GROUP = "'table':'fus-main','design':'fus-main','entity':'Group'";
    private static Rig rig;

    @BeforeAll
    static void open() {
        rig = new Rig("fus-main");
    }

    @AfterAll
    static void close() {
        rig.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "entities     | ``                                | not JSON: the text is empty",
                "entities     | null                              | a question is expected, as a JSON object",
                "entities     | []                                | a question is expected, as a JSON object",
                "entities     | {'table':'fus-main'}              | items is expected, as a JSON array",
                "entities     | {'table':1,'items':7}             | items is expected, as a JSON array",
                "entities     | {'table':1,'items':[{'a':{'X':1}}]} | attribute a",
                "forms        | {                                 | not JSON",
                "forms/pattern | 7                                | a question is expected, as a JSON object",
                "forms/revise | {<G>,'edits':{}}                  | an item is expected, as a JSON object",
                "forms/revise | {<G>,'item':{}}                   | edits is expected, as a JSON object",
                "forms/revise | {<G>,'item':{},'edits':[1]}       | edits is expected, as a JSON object",
            })
    void isRefusedWithTheReason(String path, String body, String reason) throws Exception {
        HttpResponse<String> answer = post(path, body.replace("<G>", GROUP).replace('\'', '"'));
        assertThat(answer.body()).contains(reason);
        assertThat(answer.statusCode()).isEqualTo(400);
    }

    @Test
    void theNoteOfADeleteBelongsToWhatWasDeleted() throws Exception {
        try (Rig notifications = new Rig("notifications")) {
            Item note = SideItemsBrowserTest.note(notifications);
            String asked = Json.write(Json.map("table", "users-dev", "items", List.of(ItemJson.write(note.toMap()))));
            HttpResponse<String> answer = post(notifications, "entities", asked);
            assertThat(answer.body().replaceAll("\\s", ""))
                    .contains("\"entity\":\"User\"", "\"side\":\"unfinisheddelete\"", "\"name\":\"User\"", "USER#gone");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "forms/revise | {\"table\":5,\"design\":{},\"entity\":null}",
                "forms/pattern | {\"design\":\"fus-main\",\"pattern\":\"nothing\"}",
                "forms/pattern | {\"design\":null}",
                "forms/begin  | {\"table\":\"fus-main\",\"design\":\"fus-main\",\"entity\":\"Nobody\"}",
            })
    void whatIsNotThereIsNotFound(String path, String body) throws Exception {
        assertThat(post(path, body).statusCode()).isEqualTo(404);
    }

    private static HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return post(rig, path, body);
    }

    private static HttpResponse<String> post(Rig at, String path, String body)
            throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(at.url("/console/api/" + path)))
                                .header("X-Partita-Console", "1")
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
