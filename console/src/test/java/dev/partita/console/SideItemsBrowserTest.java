package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.document.ItemJson;
import dev.partita.document.Json;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.internal.key.DeleteNote;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a design keeps beside its items says whose it is. */
@Tag("slow")
class SideItemsBrowserTest {

    private final Rig rig = new Rig("notifications", "algoitny");
    private final Browser browser = new Browser();

    @AfterEach
    void nothingWentWrongOnThePage() {
        assertThat(browser.problems()).isEmpty();
        browser.close();
        rig.close();
    }

    @Test
    void aLockIsTheLockOfItsEntitysItemAndLeadsToIt() throws Exception {
        HttpResponse<String> made = post(
                "/api/notifications/users", "{\"email\":\"ann@example.com\",\"password\":\"correct horse battery\"}");
        assertThat(made.statusCode()).isEqualTo(201);
        browser.open(rig.url("/items/users-dev"))
                .waitForText("lock of User.email")
                .screenshot("side-grid");
        assertThat(browser.texts(".grid .entity").toString()).contains("User", "lock of User.email");
        browser.choose("select[aria-label=Entity]", "User").waitFor("!document.body.innerText.includes('lock of')");
        browser.choose("select[aria-label=Entity]", "").waitForText("lock of User.email");
        browser.eval("[...document.querySelectorAll('.grid tr')].find(e => e.innerText.includes('lock of')).click()");
        browser.waitForText("Held by").screenshot("side-lock");
        assertThat(browser.eval("document.querySelector('.entity-form') === null"))
                .isEqualTo(true);
        browser.click(".editor .remark-box a").waitForText("1 item").click(".grid tbody button.link");
        browser.waitFor("document.querySelector('.editor [data-field=email] input')?.value === 'ann@example.com'");
    }

    @Test
    void aCounterIsTheCounterOfItsQuotaAndLeadsToWhomItCountsFor() {
        rig.call(
                "PutItem",
                "{\"TableName\":\"algoitny-main\",\"Item\":{\"pk\":{\"S\":\"USER#1\"},\"sk\":{\"S\":\"QUOTA#2024-01-01#execution\"},\"counted\":{\"N\":\"3\"}}}");
        browser.open(rig.url("/items/algoitny-main?p=USER%231")).waitForText("counter of");
        browser.eval(
                "[...document.querySelectorAll('.grid tr')].find(e => e.innerText.includes('counter of')).click()");
        browser.waitForText("Counted for").screenshot("side-counter");
        browser.click(".editor .remark-box a").waitForText("1 item").waitForText("john@example.com");
    }

    /** It was shown as an item that nobody knows. */
    @Test
    void theNoteOfADeleteThatIsNotFinishedSaysWhatWasDeleted() {
        note(rig);
        browser.open(rig.url("/items/users-dev")).waitForText("unfinished delete of User");
        browser.eval(
                "[...document.querySelectorAll('.grid tr')].find(e => e.innerText.includes('unfinished delete of')).click()");
        browser.waitForText("USER#gone · METADATA").screenshot("side-note");
        assertThat(browser.eval("document.querySelector('.entity-form') === null"))
                .isEqualTo(true);
        browser.choose("select[aria-label=Entity]", "User")
                .waitFor("!document.body.innerText.includes('unfinished delete of')");
    }

    /** As a delete leaves it that is cut off. */
    static Item note(Rig rig) {
        Item key = Item.of(Map.of("PK", new AttributeValue.S("USER#gone"), "SK", new AttributeValue.S("METADATA")));
        Item place = Item.of(
                Map.of("PK", new AttributeValue.S("PARTITA#UNFINISHED"), "SK", new AttributeValue.S("0123456789")));
        Item note = new DeleteNote("notifications", "User", key, 1_700_000_000L).stored(place);
        rig.call("PutItem", "{\"TableName\":\"users-dev\",\"Item\":" + Json.write(ItemJson.write(note.toMap())) + "}");
        return note;
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(rig.url(path)))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
