package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class TablesBrowserTest {

    /** What a form says can also stand among its choices; and a click below it goes nowhere. */
    private static final String DIALOG_IS_GONE = "!document.querySelector('dialog')";

    @Test
    void aTableFromItsFirstDayToItsLast() {
        try (Rig rig = new Rig();
                Browser browser = new Browser()) {
            browser.open(rig.url("/tables"))
                    .waitForText("There are no tables yet")
                    .clickText("New table");
            browser.waitForElement("dialog input")
                    .fill("dialog input", "orders")
                    .clickText("Add an index");
            browser.screenshot("new-table")
                    .click("dialog footer .primary")
                    .waitFor("location.pathname === '/tables/orders'");
            browser.waitForText("gsi1pk (string), gsi1sk (string)").screenshot("table");

            browser.clickText("Add an index")
                    .waitForElement("dialog")
                    .click("dialog footer .primary")
                    .waitFor(DIALOG_IS_GONE)
                    .waitForText("GSI2");
            browser.waitFor("!document.querySelector('main .tag.warn')");
            change(browser, "Expiry")
                    .click("dialog footer .primary")
                    .waitFor(DIALOG_IS_GONE)
                    .waitForText("by ttl");
            change(browser, "Stream")
                    .click("dialog footer .primary")
                    .waitFor(DIALOG_IS_GONE)
                    .waitForText("new and old images");
            browser.clickText("Add").waitForElement("dialog input").fill("dialog input", "team");
            browser.click("dialog footer .primary").waitFor(DIALOG_IS_GONE).waitForText("team:");
            browser.clickText("Switch on").waitForText("Protected from deletion");
            assertThat(browser.eval("document.querySelector('main .danger').disabled"))
                    .isEqualTo(true);
            browser.clickText("Switch off").waitFor("!document.querySelector('main .danger').disabled");

            rig.call("PutItem", "{\"TableName\":\"orders\",\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"b\"}}}");
            browser.open(rig.url("/tables/orders")).waitForText("1 item").clickText("Delete all items…");
            browser.waitForElement("dialog input");
            assertThat(browser.eval("document.querySelector('dialog .danger').disabled"))
                    .isEqualTo(true);
            browser.click("dialog input").type("orders").click("dialog .danger").waitForText("1 item deleted.");
            assertThat(rig.call("Scan", "{\"TableName\":\"orders\"}")).contains("\"Count\":0");

            browser.click("main .danger")
                    .waitForElement("dialog input")
                    .click("dialog input")
                    .type("orders");
            browser.click("dialog .danger").waitForText("There are no tables yet");
            assertThat(rig.call("ListTables", "{}")).isEqualTo("{\"TableNames\":[]}");
            assertThat(browser.problems()).isEmpty();
        }
    }

    @Test
    void whatTheEndpointRefusesIsSaidInTheForm() {
        try (Rig rig = new Rig("notifications");
                Browser browser = new Browser()) {
            browser.open(rig.url("/tables"))
                    .waitForText("users-dev")
                    .clickText("New table")
                    .waitForElement("dialog input");
            browser.fill("dialog input", "users-dev")
                    .click("dialog footer .primary")
                    .waitForText("Table already exists");
            assertThat(browser.eval("document.querySelector('dialog').open")).isEqualTo(true);
        }
    }

    private static Browser change(Browser browser, String setting) {
        String button = "[...document.querySelectorAll('.settings dt')].find(e => e.innerText === '" + setting
                + "').nextElementSibling.querySelector('button')";
        browser.waitFor(button).eval(button + ".click()");
        return browser.waitForElement("dialog");
    }
}
