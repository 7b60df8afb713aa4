package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LiveBrowserTest {

    @Test
    void requestsPartitionsAndChangesAreSeenAsTheyHappen() throws Exception {
        try (Rig rig = new Rig("fus-main", "algoitny");
                Browser browser = new Browser()) {
            browser.open(rig.url("/live"))
                    .waitForText("Requests a second")
                    .waitForElement("select[aria-label='Table to follow']");
            browser.choose("select[aria-label='Table to follow']", "algoitny-main")
                    .waitForText("Waiting for changes of algoitny-main");
            browser.waitFor("performance.getEntriesByType('resource').length > 0");
            ask(rig, "/api/fus-main/sites/1", 50);
            browser.waitFor("document.querySelector('.heat')").waitForText("SITE#1");
            // The tail begins where the stream ends when the page first reads it.
            browser.waitFor("(window.tries = (window.tries ?? 0) + 1) > 60");
            rig.call(
                    "UpdateItem",
                    "{\"TableName\":\"algoitny-main\",\"Key\":{\"pk\":{\"S\":\"PLAN#Free\"},\"sk\":{\"S\":\"META\"}},"
                            + "\"UpdateExpression\":\"SET de = :d\",\"ExpressionAttributeValues\":{\":d\":{\"S\":\"changed by hand\"}}}");
            browser.waitForText("PLAN#Free")
                    .click("main td button.link")
                    .waitForText("changed by hand")
                    .screenshot("live");
            browser.clickText("Pause").waitForText("Go on");
            browser.click(".heat-cell")
                    .waitForText("GetItem")
                    .waitForText("fus-main")
                    .screenshot("live-span");
            assertThat(browser.problems()).isEmpty();
        }
    }

    @Test
    void metricsThatAskForATokenDoNotStopTheRest() throws Exception {
        try (Rig rig = Rig.withMetricsToken("fus-main");
                Browser browser = new Browser()) {
            browser.open(rig.url("/live")).waitForText("/metrics, which asks for its token here");
            ask(rig, "/api/fus-main/sites/1", 5);
            browser.waitFor("document.querySelector('.heat')").waitForText("SITE#1");
            assertThat(browser.text("main")).contains("Requests a second").doesNotContain("Cache a second");
        }
    }

    private static void ask(Rig rig, String path, int times) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        for (int i = 0; i < times; i++) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(rig.url(path))).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
        }
    }
}
