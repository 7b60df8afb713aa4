package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class DesignBrowserTest {

    @Test
    void collectionsAreSeenThroughTheTableAndThroughEachIndex() {
        try (Rig rig = new Rig("fus-main");
                Browser browser = new Browser()) {
            browser.open(rig.url("/designs/fus-main")).waitForElement(".collection");
            assertThat(browser.texts(".partition .part").toString()).contains("moderators", "sub-ann");
            assertThat(browser.texts(".member .entity").toString()).contains("Comment", "Rating", "Membership");
            browser.screenshot("design");
            browser.choose("select[name=through]", "byStars")
                    .waitFor("document.querySelectorAll('.collection').length === 2");
            browser.screenshot("design-index");
            assertThat(browser.texts(".attribute").toString())
                    .as("an index has the table's key, and no more than what it projects")
                    .contains("PK USER#sub-ann", "SK SITE#1");
            browser.choose("select[name=source]", "live").waitFor("document.querySelectorAll('.member').length === 3");
            assertThat(browser.problems()).isEmpty();
        }
    }

    @Test
    void patternsTellWhatTheySendAndAreRun() {
        try (Rig rig = new Rig("fus-main");
                Browser browser = new Browser()) {
            browser.open(rig.url("/designs/fus-main?tab=patterns")).waitForText("Query on byTag, then BatchGetItem");
            browser.screenshot("patterns").clickText("commentsOfSite").waitForElement("[data-field=siteId] input");
            browser.fill("[data-field=siteId] input", "1").clickText("Run").waitForText("Second.");
            browser.waitForText("1 request · 0.5 read units").screenshot("pattern");
            browser.open(rig.url("/designs/fus-main/patterns/rate")).waitForElement("[data-field=stars] input");
            browser.fill("[data-field=userId] input", "ann")
                    .fill("[data-field=siteId] input", "1")
                    .fill("[data-field=stars] input", "9");
            browser.clickText("Run").waitForText("stars must be at most 5").screenshot("pattern-refused");
            assertThat(browser.text("[data-field=stars] .wrong-text")).isEqualTo("stars must be at most 5");
            assertThat(browser.text(".refusal")).contains("1 value above is not taken.");
            assertThat(browser.problems()).isEmpty();
        }
    }

    @Test
    void theRoutesOfADesignLeadToTheirPatterns() {
        try (Rig rig = new Rig("notifications", "fus-main");
                Browser browser = new Browser()) {
            browser.open(rig.url("/rest")).waitForText("/api/notifications/users");
            browser.choose("select[aria-label=Design]", "fus-main")
                    .waitForText("/api/fus-main/sites/{siteId}/comments");
            browser.screenshot("rest").clickText("commentsOfSite").waitForElement("[data-field=siteId] input");
            assertThat(browser.problems()).isEmpty();
        }
    }

    @Test
    void theWorstFindingComesFirst() {
        try (Rig rig = new Rig("url-checks");
                Browser browser = new Browser()) {
            rig.write("url-checks", Rig.read("as-written/url-checks"));
            browser.open(rig.url("/designs/url-checks?tab=findings")).waitForElement("main td .tag.bad");
            assertThat(browser.texts("main td .tag").toString())
                    .matches("\\[error(, error)*(, warning)+(, advice)+\\]");
            browser.screenshot("findings-sorted");
            assertThat(browser.problems()).isEmpty();
        }
    }

    @Test
    void editingTheFileUpdatesThePage() {
        try (Rig rig = new Rig("notifications");
                Browser browser = new Browser()) {
            browser.open(rig.url("/designs/notifications?tab=findings")).waitForText("Findings");
            rig.edit("notifications", "by: email\n    return", "by: nothing\n    return");
            browser.waitForText("userByEmail").waitForElement(".tag.bad").screenshot("findings");
            browser.click("main td button.link")
                    .waitForElement(".code-line.here")
                    .screenshot("file");
            rig.edit("notifications", "by: nothing\n    return", "by: email\n    return");
            browser.waitFor("!document.querySelector('.remark.error')");
            assertThat(browser.problems()).isEmpty();
        }
    }
}
