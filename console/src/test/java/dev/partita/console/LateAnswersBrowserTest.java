package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An answer that comes when the person has gone on to something else changes nothing of that. */
@Tag("slow")
class LateAnswersBrowserTest {

    private final Rig rig = new Rig("fus-main", "notifications");
    private final Browser browser = new Browser();

    @AfterEach
    void nothingWentWrongOnThePage() {
        assertThat(browser.problems()).isEmpty();
        browser.close();
        rig.close();
    }

    /** Pages, and the calls they make when they are opened. */
    private static final Map<String, List<String>> PAGES = new LinkedHashMap<>();

    static {
        PAGES.put("/", List.of("/where", "/designs", "ListTables", "DescribeTable", "/live/tables"));
        PAGES.put("/items/fus-main", List.of("DescribeTable", "/forms", " Scan ", "/entities"));
        PAGES.put("/items/fus-main?index=byEntity", List.of(" Scan "));
        PAGES.put("/designs/fus-main?data=live", List.of("/designs/fus-main", " Scan ", "/entities"));
        PAGES.put("/designs/fus-main/patterns/rate", List.of("/designs/fus-main", "/forms/pattern"));
        PAGES.put("/tables", List.of("ListTables", "DescribeTable"));
        PAGES.put(
                "/tables/fus-main",
                List.of("DescribeTable", "DescribeTimeToLive", "ListTagsOfResource", "DescribeContinuousBackups"));
        PAGES.put("/live", List.of("/live?from", "/metrics", "ListTables", "DescribeTable"));
        PAGES.put("/rest?design=fus-main", List.of("/api/fus-main"));
    }

    @Test
    void aPageThatWasLeftNeitherDrawsNorChangesTheAddress() {
        browser.open(rig.url("/designs")).waitForText("fus-main");
        PAGES.forEach((page, calls) -> calls.forEach(call -> {
            String where = page + " while " + call + " is waited for";
            int before = rig.asked().size();
            rig.hold(call);
            go(page);
            waitUntilAsked(before, call, where);
            go("/nowhere");
            browser.waitForText("no such page");
            rig.release(call);
            settle();
            assertThat(browser.eval("location.pathname")).as(where).isEqualTo("/nowhere");
            assertThat(browser.text("main")).as(where).contains("no such page");
        }));
    }

    @Test
    void anItemThatComesLateDoesNotReplaceTheOneThatWasOpenedAfterIt() {
        browser.open(rig.url("/items/fus-main?index=byEntity&entity=Group")).waitForElement(".grid tbody button.link");
        rig.hold(" GetItem ");
        browser.click(".grid tbody button.link");
        browser.clickText("New item").clickText("Attributes only").waitForElement(".editor [data-attribute=PK]");
        rig.release(" GetItem ");
        settle();
        assertThat(browser.text(".editor h2")).isEqualTo("New item");
        rig.hold(" GetItem ");
        browser.click(".grid tbody button.link").press("Escape");
        browser.waitFor("!document.querySelector('.editor')");
        rig.release(" GetItem ");
        settle();
        assertThat(browser.eval("document.querySelector('.editor') === null"))
                .as("closed before it was there")
                .isEqualTo(true);
    }

    /** Once it did, by the height of one entry, and a click went to the entry above. */
    @Test
    void nothingMovesUnderThePointerWhenItIsKnownWhatTheItemsAre() {
        rig.hold("/entities");
        browser.open(rig.url("/items/fus-main")).waitForText("Reading…");
        browser.clickText("New item").waitForText("Attributes only");
        browser.eval("[...document.querySelectorAll('[role=menuitem]')].at(-1).scrollIntoView({block: 'center'})");
        Object before = browser.eval(place());
        rig.release("/entities");
        browser.waitForText("13 items");
        settle();
        assertThat(browser.eval(place())).isEqualTo(before);
        browser.clickText("Attributes only").waitForElement(".editor [data-attribute=PK]");
        assertThat(browser.eval("document.querySelector('.entity-form') === null"))
                .isEqualTo(true);
    }

    private static String place() {
        return "(() => { const r = [...document.querySelectorAll('[role=menuitem]')].at(-1).getBoundingClientRect(); return r.x + ' ' + r.y; })()";
    }

    @Test
    void aTableThatWasChosenLaterIsTheOneThatIsShown() {
        browser.open(rig.url("/designs/notifications?data=live")).waitForElement(".collection");
        rig.hold("\"TableName\":\"users-dev\"");
        choose("Table", 1);
        browser.waitForText("Loading…");
        choose("Table", 0);
        browser.waitFor("!document.querySelector('.legend')?.innerText.includes('User')")
                .waitForElement(".collection");
        String shown = browser.text(".chart");
        rig.release("\"TableName\":\"users-dev\"");
        settle();
        assertThat(browser.text(".chart")).isEqualTo(shown);
    }

    private void choose(String label, int option) {
        browser.eval(
                "(() => { const e = [...document.querySelectorAll('main label')].find(l => l.innerText.startsWith('"
                        + label
                        + "')).querySelector('select'); e.value = '" + option
                        + "'; e.dispatchEvent(new Event('change', {bubbles: true})); })()");
    }

    @Test
    void theDesignThatWasChosenLastIsTheOneWhoseRoutesAreShown() {
        browser.open(rig.url("/rest?design=fus-main")).waitForText("/api/fus-main/sites");
        rig.hold("/api/notifications");
        browser.choose("select[aria-label=Design]", "notifications").waitForText("Loading…");
        browser.choose("select[aria-label=Design]", "fus-main").waitForText("/api/fus-main/sites");
        rig.release("/api/notifications");
        settle();
        assertThat(browser.text("main table")).contains("/api/fus-main/sites").doesNotContain("/api/notifications");
    }

    private void go(String page) {
        browser.eval("import('/console/app.js').then(a => { a.go(" + Browser.quoted(page) + "); })");
    }

    private void waitUntilAsked(int before, String call, String where) {
        for (int i = 0; i < 500; i++) {
            List<String> asked = rig.asked();
            if (asked.subList(before, asked.size()).stream().anyMatch(line -> line.contains(call))) {
                return;
            }
            browser.eval("new Promise(r => setTimeout(r, 10))");
        }
        throw new AssertionError(where + ", but it is not asked: "
                + rig.asked().subList(before, rig.asked().size()));
    }

    /** What was released has arrived: a call made now is answered after it. */
    private void settle() {
        browser.eval(
                "fetch('/health').then(r => r.text()).then(() => new Promise(r => requestAnimationFrame(() => setTimeout(r))))");
    }
}
