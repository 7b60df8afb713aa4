package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables that are not on this machine: every write asks first and says where, and a no writes nothing. */
@Tag("slow")
class ProductionBrowserTest {

    private static final String ASKED = "document.querySelector('dialog:last-of-type .place')";

    private final Rig rig = Rig.production("notifications");
    private final Browser browser = new Browser();
    private List<String> before = rig.writes();

    @AfterEach
    void nothingWentWrongOnThePage() {
        assertThat(browser.problems()).isEmpty();
        browser.close();
        rig.close();
    }

    /** Something was done on the page that would write: it asks, says where, and writes nothing when the answer is no. */
    private void asks(String title) {
        browser.waitFor(ASKED).waitForText(title);
        assertThat(browser.text("dialog:last-of-type .place")).isEqualTo("production " + rig.address());
        assertThat(rig.writes()).as(title).isEqualTo(before);
    }

    private void no() {
        browser.eval(
                "[...document.querySelectorAll('dialog:last-of-type footer button')].find(e => e.innerText === 'Cancel').click()");
        browser.waitFor("!" + ASKED);
        assertThat(rig.writes()).isEqualTo(before);
    }

    private void yes() {
        browser.click("dialog:last-of-type footer .danger").waitFor("!" + ASKED);
    }

    private void wrote(String... operations) {
        // What a click has begun may not have arrived yet.
        browser.waitFor("!document.querySelector('dialog')");
        for (int i = 0; i < 500 && rig.writes().size() < before.size() + operations.length; i++) {
            browser.eval("new Promise(r => setTimeout(r, 10))");
        }
        assertThat(rig.writes().subList(before.size(), rig.writes().size())).containsExactly(operations);
        before = rig.writes();
    }

    @Test
    void readingAsksNothingAndSaysWhereOneIs() {
        browser.open(rig.url("/")).waitForElement("main tbody tr").waitForText("with credentials that may use them");
        assertThat(browser.text("header .where")).startsWith("production " + rig.address());
        browser.screenshot("production");
        for (String page : List.of(
                "/items/users-dev",
                "/items/users-dev?p=x",
                "/tables",
                "/tables/users-dev",
                "/live",
                "/rest",
                "/designs/notifications?data=live",
                "/designs/notifications/patterns/userByEmail")) {
            browser.open(rig.url(page)).waitFor("!document.body?.innerText.includes('Loading…')");
            assertThat(browser.eval("document.querySelector('dialog')"))
                    .as(page)
                    .isNull();
        }
        browser.size(390, 800)
                .open(rig.url("/"))
                .waitForElement("main tbody tr")
                .screenshot("production-phone");
        assertThat(browser.eval("document.querySelector('header .where').getBoundingClientRect().height > 0"))
                .as("seen on a phone, too")
                .isEqualTo(true);
        assertThat(browser.eval("document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        assertThat(rig.writes()).isEqualTo(before);
    }

    @Test
    void itemsAreSavedMadeDeletedAndImportedOnlyAfterAYes() {
        browser.open(rig.url("/items/users-dev")).waitForText("1 item").click(".grid tbody button.link");
        browser.waitForElement(".editor").clickText("DynamoDB JSON");
        browser.waitForElement(".editor textarea[aria-label='The item as DynamoDB JSON']");
        browser.eval(
                "(() => { const e = document.querySelector('.editor textarea[aria-label*=JSON]'); const item = JSON.parse(e.value); item.seen = {BOOL: true};"
                        + " e.value = JSON.stringify(item); e.dispatchEvent(new Event('input', {bubbles: true})); })()");
        browser.clickText("Save");
        asks("Save this item?");
        browser.screenshot("production-save");
        no();
        browser.clickText("Save");
        asks("Save this item?");
        yes();
        wrote("UpdateItem");
        browser.waitForText("Saved.");

        browser.click(".editor header button:nth-of-type(3)");
        asks("Delete this item?");
        no();

        browser.open(rig.url("/items/notifications-dev")).waitForText("3 items");
        browser.click("input[aria-label='All items']").clickText("Delete 3");
        asks("Delete 3 items?");
        no();
        browser.eval(
                "(() => { const input = document.querySelector('input[type=file]'); const data = new DataTransfer();"
                        + " data.items.add(new File(['PK,SK\\na,b\\n'], 'x.csv')); input.files = data.files;"
                        + " input.dispatchEvent(new Event('change', {bubbles: true})); })()");
        browser.waitForElement("dialog .preview").click("dialog .primary");
        asks("Import into this table?");
        no();

        browser.clickText("New item").clickText("Attributes only").waitForElement(".editor");
        browser.eval(
                "[...document.querySelectorAll('.editor textarea')].forEach(e => { e.value = 'new'; e.dispatchEvent(new Event('input', {bubbles: true})); })");
        browser.clickText("Create");
        asks("Write this item?");
        no();
    }

    @Test
    void tablesAreMadeChangedEmptiedAndDeletedOnlyAfterAYes() {
        browser.open(rig.url("/tables")).waitForElement("main tbody tr").clickText("New table");
        browser.waitForElement("dialog input").fill("dialog input", "orders").click("dialog footer .primary");
        asks("Create this table?");
        no();
        assertThat(browser.eval("document.querySelectorAll('dialog').length === 1"))
                .as("the form is still there")
                .isEqualTo(true);
        browser.click("dialog footer .primary");
        asks("Create this table?");
        yes();
        wrote("CreateTable");
        browser.waitFor("location.pathname === '/tables/orders'").waitForText("Deletion protection");

        for (String setting : List.of("Billing", "Expiry", "Stream")) {
            settingButton(setting);
            browser.waitForElement("dialog").click("dialog footer .primary");
            asks(setting.equals("Expiry") ? "Change the expiry?" : "Change this table?");
            no();
            closeForm();
        }
        settingButton("Deletion protection");
        asks("Change this table?");
        no();
        settingButton("Tags");
        browser.waitForElement("dialog input").fill("dialog input", "team").click("dialog footer .primary");
        asks("Tag this table?");
        yes();
        wrote("TagResource");
        browser.waitForText("team:").click("button[aria-label='Remove tag team']");
        asks("Remove this tag?");
        no();
        browser.clickText("Add an index").waitForElement("dialog").click("dialog footer .primary");
        asks("Change this table?");
        yes();
        wrote("UpdateTable");
        browser.waitForText("gsi1pk")
                .waitFor("!document.querySelector('main .tag.warn')")
                .clickText("Remove");
        asks("Remove this index?");
        no();

        rig.call("PutItem", "{\"TableName\":\"orders\",\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"b\"}}}");
        before = rig.writes();
        browser.open(rig.url("/tables/orders")).waitForText("1 item").clickText("Delete all items…");
        asks("Delete all items?");
        no();
        browser.clickText("Delete the table…");
        asks("Delete this table?");
        browser.click("dialog input").type("orders");
        yes();
        wrote("DeleteTable");
    }

    @Test
    void patternsThatWriteAndTheRestPageAsk() {
        browser.open(rig.url("/designs/notifications/patterns/userByEmail")).waitForElement("[data-field=email] input");
        browser.eval("(() => { const real = fetch; window.fetch = (url, options) => {"
                + " window.sent = options.headers.Authorization; return real(url, options); }; })()");
        browser.fill("[data-field=email] input", "user@example.com")
                .fill("input[name=token]", "a.b.c")
                .clickText("Run")
                .waitForElement("section[aria-label=Answer]");
        assertThat(browser.eval("sent")).isEqualTo("Bearer a.b.c");
        browser.open(rig.url("/designs/notifications/patterns/signUp")).waitForElement("main form");
        browser.fill("[data-field=email] input", "new@example.com")
                .fill("[data-field=password] input", "a long password");
        browser.clickText("Run");
        asks("Send this?");
        no();
        assertThat(browser.eval("document.querySelector('section[aria-label=Answer]')"))
                .isNull();

        browser.open(rig.url("/api/notifications/docs")).waitForElement(".opblock-post");
        browser.eval("window.asked = []; window.confirm = (text) => { asked.push(text); return false; }; true");
        browser.click(".opblock-post .opblock-summary-control").waitForElement(".opblock-post .try-out__btn");
        browser.click(".opblock-post .try-out__btn").waitForElement(".opblock-post .execute");
        browser.click(".opblock-post .execute").waitFor("window.asked.length === 1");
        assertThat(browser.eval("asked[0]").toString()).contains("production", rig.address(), "POST");
        assertThat(rig.writes()).isEqualTo(before);
    }

    @Test
    void aPageThatWasOpenedForOtherTablesWritesNothing() {
        try (Rig here = new Rig("notifications")) {
            browser.open(here.url("/items/users-dev")).waitForText("1 item").click(".grid tbody button.link");
            browser.waitForElement(".editor").clickText("Copy as new").waitForText("New item");
            browser.eval(
                    "import('/console/lib/api.js').then(a => { window.write = () => a.request('/api/notifications/users', {method: 'POST', body: '{}'}).catch(e => e.message); })");
            here.consoleEnds();
            rig.consoleMovesTo(here.port());
            browser.clickText("Create").waitForText("This page was opened for other tables");
            assertThat(browser.eval("write()").toString()).contains("Nothing was done.");
            assertThat(rig.writes()).isEqualTo(before);
            browser.open(here.url("/")).waitForElement("header.production");
        }
    }

    @Test
    void noCallOfThePagesGetsPastTheQuestion() {
        browser.open(rig.url("/")).waitForElement("main tbody tr");
        for (String call : List.of(
                "a.dynamo('PutItem', {TableName: 'users-dev', Item: {}})",
                "a.dynamo('TransactWriteItems', {TransactItems: []})",
                "a.dynamo('ExecuteStatement', {Statement: 'DELETE FROM x'})",
                "a.dynamo('RestoreTableFromBackup', {})",
                "a.dynamo('DeleteItem', {TableName: 'users-dev', Key: {}}, {permit: {}})",
                "a.post('samples/notifications', {})",
                "a.post('whatever-comes-later', {})",
                "a.request('/api/notifications/users', {method: 'POST', body: '{}'})")) {
            browser.eval("import('/console/lib/api.js').then(a => { window.outcome = 'asked'; " + call
                    + ".then(() => { outcome = 'done'; }, (e) => { outcome = e.message; }); })");
            browser.waitFor(ASKED);
            no();
            browser.waitFor("outcome === 'Nothing was written.'");
        }
    }

    @Test
    void samplesAreWrittenOnlyAfterAYes() {
        try (Rig bare = Rig.emptyProduction("notifications")) {
            browser.open(bare.url("/")).waitForText("4 samples would show").clickText("Write samples");
            browser.waitFor(ASKED).waitForText("They go into the tables of notifications.");
            browser.clickText("Cancel").waitFor("!" + ASKED);
            assertThat(bare.call("Scan", "{\"TableName\":\"users-dev\"}")).contains("\"Count\":0");
            browser.clickText("Write samples").waitFor(ASKED);
            yes();
            browser.waitForText("4 samples written.");
        }
    }

    private void settingButton(String setting) {
        String button = "[...document.querySelectorAll('.settings dt')].find(e => e.innerText === '" + setting
                + "').nextElementSibling.querySelector('dd > button')";
        browser.waitFor(button).eval(button + ".click()");
    }

    private void closeForm() {
        browser.press("Escape").waitFor("!document.querySelector('dialog')");
    }
}
