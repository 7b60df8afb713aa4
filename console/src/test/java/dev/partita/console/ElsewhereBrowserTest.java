package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tables are at another endpoint: the same pages, which say so, and what cannot be seen from here. */
@Tag("slow")
class ElsewhereBrowserTest {

    private static final String NO_ANSWER = "document.querySelector('main .error')?.innerText.includes('No answer')";

    @Test
    void itsTablesAreShownAndItsItemsEdited() {
        try (Rig rig = Rig.elsewhere("fus-main");
                Browser browser = new Browser()) {
            browser.open(rig.url("/")).waitForText("fus-main").waitForElement("main tbody tr");
            assertThat(browser.text("header .where")).startsWith(rig.address());
            assertThat(browser.texts("main tbody tr td:nth-child(3)").toString())
                    .isEqualTo("[13]");
            browser.waitForText("--endpoint-url " + rig.address()).waitForText("this service sent");

            browser.open(rig.url("/items/fus-main")).waitForText("13 items").waitForElement(".grid .entity");
            browser.fill("input[name=p]", "SITE#1").clickText("Query").waitForText("Query ·");
            browser.open(rig.url("/items/fus-main?p=GROUP%23moderators"))
                    .waitForText("They keep the peace.")
                    .click(".grid tbody button.link")
                    .waitForElement(".editor");
            browser.eval(
                    "(() => { window.field = [...document.querySelectorAll('.editor textarea')].find(e => e.value === 'They keep the peace.'); field.focus(); field.select(); })()");
            browser.type("They keep it from far away.").clickText("Save").waitForText("Saved.");
            assertThat(rig.call("Scan", "{\"TableName\":\"fus-main\"}")).contains("They keep it from far away.");
            assertThat(rig.writes()).contains("UpdateItem");
            assertThat(browser.problems()).isEmpty();
        }
    }

    @Test
    void livePagesSayWhatTheyCannotSee() {
        try (Rig rig = Rig.elsewhere("algoitny");
                Browser browser = new Browser()) {
            browser.open(rig.url("/live"))
                    .waitForText("Seen here is what this service sends there")
                    .waitForElement("select[aria-label='Table to follow']");
            assertThat(browser.text("main")).doesNotContain("Expired a second");
            browser.choose("select[aria-label='Table to follow']", "algoitny-main")
                    .waitForText("Waiting for changes of algoitny-main");
            // The tail begins where the stream ends when the page first reads it.
            browser.waitFor(
                    "performance.getEntriesByType('resource').filter(e => e.name.endsWith('/dynamodb')).length > 6");
            rig.call(
                    "PutItem",
                    "{\"TableName\":\"algoitny-main\",\"Item\":{\"pk\":{\"S\":\"FROM#elsewhere\"},\"sk\":{\"S\":\"META\"}}}");
            browser.waitForText("FROM#elsewhere").screenshot("live-elsewhere");
            assertThat(browser.problems()).isEmpty();
        }
    }

    @Test
    void anEndpointThatIsDownIsWaitedForAndComesBackByItself() {
        try (Rig rig = Rig.elsewhere("fus-main");
                Browser browser = new Browser()) {
            browser.open(rig.url("/items/fus-main")).waitForText("13 items");
            rig.endpointEnds();
            browser.clickText("Scan").waitFor(NO_ANSWER);
            assertThat(browser.text("main .error"))
                    .contains(
                            rig.address() + " refuses the connection. Is it running?", "goes on by itself", "Try now");
            assertThat(browser.text("header .where")).contains("no answer");
            browser.screenshot("no-answer");
            for (String page : new String[] {"/tables", "/tables/fus-main", "/", "/live"}) {
                browser.open(rig.url(page)).waitFor(NO_ANSWER);
            }
            browser.open(rig.url("/items/fus-main")).waitFor(NO_ANSWER);
            rig.endpointStarts();
            browser.waitForText("13 items");
            assertThat(browser.text("header .where")).doesNotContain("no answer");
            assertThat(browser.problems()).isEmpty();
        }
    }

    @Test
    void aPartitaThatEndedIsWaitedForToo() {
        try (Rig rig = new Rig("fus-main");
                Browser browser = new Browser()) {
            browser.open(rig.url("/tables")).waitForText("fus-main");
            rig.consoleEnds();
            // The code of this page is not loaded yet, and now it cannot be.
            browser.click("nav a[href='/live']").waitFor(NO_ANSWER);
            assertThat(browser.text("main .error")).contains("Partita does not answer. Is it still running?");
            rig.consoleStarts();
            browser.waitForText("Busiest partitions");
            rig.consoleEnds();
            browser.waitFor(NO_ANSWER).click("nav a[href='/tables']").waitFor(NO_ANSWER);
            rig.consoleStarts();
            browser.waitForText("fus-main");
        }
    }

    @Test
    void whatOtherEndpointsHaveMoreOrLessIsShownOrLeftOut() {
        try (Rig rig = new Rig("notifications");
                Browser browser = new Browser()) {
            browser.open(rig.url("/tables/users-dev")).waitForText("Deletion protection");
            assertThat(browser.text("main")).contains("Protection").doesNotContain("Point-in-time recovery");
            rig.answerOtherwise(
                    "DescribeContinuousBackups",
                    200,
                    "{\"ContinuousBackupsDescription\":{\"ContinuousBackupsStatus\":\"ENABLED\",\"PointInTimeRecoveryDescription\":"
                            + "{\"PointInTimeRecoveryStatus\":\"ENABLED\",\"EarliestRestorableDateTime\":1.7E9}}}");
            // As DynamoDB Local does.
            rig.answerOtherwise(
                    "ListTagsOfResource",
                    400,
                    "{\"__type\":\"com.amazonaws.dynamodb.v20120810#UnknownOperationException\",\"Message\":\"Tagging is not currently supported.\"}");
            browser.open(rig.url("/tables/users-dev"))
                    .waitForText("not at this endpoint")
                    .waitForText("Point-in-time recovery")
                    .waitForText("any second since 14 Nov 2023");
        }
    }
}
