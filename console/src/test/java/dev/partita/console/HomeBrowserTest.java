package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class HomeBrowserTest {

    @Test
    void homeShowsDesignsAndTablesAndLeadsToThem() {
        try (Rig rig = new Rig("notifications", "fus-main", "algoitny");
                Browser browser = new Browser()) {
            browser.open(rig.url("/")).waitForText("algoitny-main").waitForText("no token is asked for");
            assertThat(browser.texts(".cards h2").toString()).isEqualTo("[notifications, fus-main, algoitny]");
            assertThat(browser.texts("main tbody tr td:nth-child(3)").toString())
                    .endsWith(", 13, 3, 1]");
            browser.screenshot("home").dark(true).screenshot("home-dark").dark(false);
            browser.clickText("Python").waitForText("boto3");
            browser.press("Control+k").waitForElement("dialog.palette").type("sitesbyt");
            browser.waitFor("document.querySelector('dialog.palette li').innerText.includes('sitesByTag')");
            browser.screenshot("palette").press("Enter").waitFor("location.pathname.endsWith('/patterns/sitesByTag')");
            browser.size(390, 800)
                    .open(rig.url("/"))
                    .waitForText("algoitny-main")
                    .screenshot("home-phone");
            assertThat(browser.eval("document.documentElement.scrollWidth <= innerWidth"))
                    .as("nothing sticks out on a phone")
                    .isEqualTo(true);
            assertThat(browser.problems()).isEmpty();
        }
    }

    /** How long the first paint takes is the machine's matter, and printed; how much there is to load is ours. */
    @Test
    void aPageIsLittleToLoad() {
        try (Rig rig = new Rig("fus-main");
                Browser browser = new Browser()) {
            browser.open(rig.url("/"))
                    .waitForText("Connect")
                    .waitFor("performance.getEntriesByName('first-contentful-paint').length");
            System.out.println("first paint after "
                    + browser.eval("performance.getEntriesByName('first-contentful-paint')[0].startTime") + " ms");
            String files = "performance.getEntriesByType('resource').filter((r) => !r.name.includes('/console/api/'))";
            assertThat(((Number) browser.eval(files + ".length")).intValue()).isBetween(10, 40);
            assertThat(((Number) browser.eval(files + ".reduce((sum, r) => sum + r.decodedBodySize, 0)")).intValue())
                    .isBetween(50_000, 300_000);
        }
    }

    @Test
    void emptyTablesAreOfferedSamples() {
        try (Rig rig = new Rig(false, "notifications");
                Browser browser = new Browser()) {
            browser.open(rig.url("/")).waitForText("4 samples would show what they are for");
            browser.screenshot("home-empty").clickText("Write samples").waitForText("4 samples written.");
            browser.waitFor("!document.body.innerText.includes('would show what they are for')");
            assertThat(rig.call("Scan", "{\"TableName\":\"notifications-dev\",\"Select\":\"COUNT\"}"))
                    .contains("\"Count\":3");
        }
    }

    @Test
    void withoutDesignsAndTablesItSaysWhatToDo() {
        try (Rig rig = new Rig();
                Browser browser = new Browser()) {
            browser.open(rig.url("/")).waitForText("No design is served here").waitForText("There are no tables yet");
            browser.open(rig.url("/nowhere")).waitForText("There is no such page");
            browser.open(rig.url("/items/nowhere")).waitForText("Requested resource not found");
            assertThat(browser.problems()).isEmpty();
        }
    }
}
