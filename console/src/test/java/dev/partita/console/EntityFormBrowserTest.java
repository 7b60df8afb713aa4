package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An item as it is stored and as its entity, side by side. */
@Tag("slow")
class EntityFormBrowserTest {

    private final Rig rig = new Rig("fus-main", "algoitny", "notifications");
    private final Browser browser = new Browser();

    @AfterEach
    void nothingWentWrongOnThePage() {
        assertThat(browser.problems()).isEmpty();
        browser.close();
        rig.close();
    }

    /** Opens the first item of an entity. */
    private Browser open(String table, String entity) {
        browser.open(rig.url("/items/" + table + "?entity=" + entity)).waitForElement(".grid .entity");
        return browser.click(".grid tbody button.link").waitFor(settled());
    }

    /** Both sides have said what they have to say. */
    private static String settled() {
        return "document.querySelector('.editor .entity-form [data-field]')";
    }

    private static String field(String name) {
        return ".editor [data-field='" + name + "'] :is(input, textarea, select)";
    }

    private static String attribute(String name) {
        return ".editor [data-attribute='" + name + "'] .value";
    }

    private static String valueIs(String selector, String value) {
        return "document.querySelector(" + Browser.quoted(selector) + ")?.value === " + Browser.quoted(value);
    }

    private String group(String name) {
        return rig.call(
                "GetItem",
                "{\"TableName\":\"fus-main\",\"Key\":{\"PK\":{\"S\":\"GROUP#" + name
                        + "\"},\"SK\":{\"S\":\"METADATA\"}}}");
    }

    private boolean isDisabled(String selector) {
        return Boolean.TRUE.equals(browser.eval("document.querySelector(" + Browser.quoted(selector) + ").disabled"));
    }

    @Test
    void aFieldOfTheFormChangesTheAttributesThatFollowFromIt() {
        open("fus-main", "Group").waitFor(valueIs(field("description"), "They keep the peace."));
        browser.screenshot("entity-1280");
        browser.size(1600, 900).screenshot("entity-1600").size(1280, 800);
        browser.fill(field("description"), "They keep order.")
                .waitFor(valueIs(attribute("description"), "They keep order."));
        browser.waitFor(valueIs(attribute("version"), "2")).waitForText("description, updatedAt, version");
        browser.eval("document.querySelector('.editor').scrollIntoView({block: 'nearest'})");
        browser.screenshot("entity-edited");
        browser.clickText("Save").waitForText("Saved.");
        assertThat(group("moderators"))
                .contains(
                        "\"They keep order.\"",
                        "\"version\":{\"N\":\"2\"}",
                        "\"entitySk\":{\"S\":\"GROUP#moderators\"}");
        browser.fill(field("description"), "So be it")
                .waitFor(valueIs(attribute("version"), "3"))
                .clickText("Undo changes")
                .waitFor(valueIs(field("description"), "They keep order."))
                .waitForText("nothing changed");
        assertThat(browser.eval(valueIs(attribute("version"), "2"))).isEqualTo(true);
    }

    @Test
    void anAttributeChangesTheFormAndWhatTheDesignWouldNotWriteIsSavedOnlyOnPurpose() {
        open("fus-main", "Rating").waitForElement(attribute("stars"));
        browser.fill(attribute("stars"), "4").waitFor(valueIs(field("stars"), "4"));
        browser.waitForText("starRating would be 4").screenshot("entity-stale");
        browser.clickText("Compute again").waitFor(valueIs(attribute("starRating"), "4"));
        browser.waitFor("!document.querySelector('.editor .remark-box')");
        browser.fill(attribute("stars"), "40").waitForText("stars must be at most 5");
        String before = rig.call("Scan", "{\"TableName\":\"fus-main\"}");
        browser.clickText("Save")
                .waitForText("Not what the design says of a Rating")
                .screenshot("entity-anyway");
        browser.clickText("Cancel").waitFor("!document.querySelector('dialog')");
        assertThat(rig.call("Scan", "{\"TableName\":\"fus-main\"}")).isEqualTo(before);
        browser.clickText("Save").click("dialog .danger").waitForText("Saved.");
        assertThat(rig.call("Scan", "{\"TableName\":\"fus-main\"}")).contains("\"stars\":{\"N\":\"40\"}");
        browser.fill(attribute("stars"), "").waitForText("Not a number.").waitForText("The form waits");
        assertThat(isDisabled(".editor .entity-form")).isTrue();
    }

    @Test
    void aWrongValueIsSaidAtItsFieldAndNotSaved() {
        open("fus-main", "Rating").waitForElement(field("stars"));
        String before = rig.call("Scan", "{\"TableName\":\"fus-main\"}");
        Object stars = browser.eval("document.querySelector(\"" + attribute("stars") + "\").value");
        browser.fill(field("stars"), "9").waitFor("document.querySelector('[data-field=stars] .wrong-text')");
        assertThat(browser.text("[data-field=stars] .wrong-text")).isEqualTo("stars must be at most 5");
        browser.clickText("Save")
                .waitForText("Not saved: stars must be at most 5")
                .screenshot("entity-wrong");
        browser.fill(field("stars"), "four")
                .waitForText("stars is not an integer")
                .press("Control+s");
        browser.waitForText("Not saved: stars is not an integer");
        assertThat(browser.eval("document.querySelector(\"" + attribute("stars") + "\").value"))
                .isEqualTo(stars);
        assertThat(rig.call("Scan", "{\"TableName\":\"fus-main\"}")).isEqualTo(before);
        browser.fill(field("stars"), "2").waitFor(valueIs(attribute("starRating"), "2"));
        browser.press("Control+s").waitForText("Saved.");
        assertThat(rig.call("Scan", "{\"TableName\":\"fus-main\"}")).contains("\"starRating\":{\"N\":\"2\"}");
    }

    @Test
    void aNewItemStartsFromItsForm() {
        browser.open(rig.url("/items/fus-main")).waitForText("13 items").clickText("New item");
        browser.screenshot("entity-new-menu").click(".menu-list .entity-3").waitForElement(field("commentId"));
        browser.waitFor("document.querySelector(\"" + field("commentId") + "\").value.length === 26");
        Object id = browser.eval("document.querySelector(\"" + field("commentId") + "\").value");
        assertThat(browser.texts(".editor .wrong-text")).isEmpty();
        browser.clickText("Create")
                .waitForText("userId is part of the key and is required")
                .screenshot("entity-new");
        browser.fill(field("userId"), "eve").fill(field("siteId"), "1");
        browser.waitFor(valueIs(attribute("SK"), "SITE#1#COMMENT#" + id)).clickText("Create");
        browser.waitForText("Not saved: body is required").fill(field("body"), "Well said.");
        browser.waitFor(valueIs(attribute("body"), "Well said."))
                .clickText("Create")
                .waitForText("Created.");
        assertThat(rig.call(
                        "GetItem",
                        "{\"TableName\":\"fus-main\",\"Key\":{\"PK\":{\"S\":\"USER#eve\"},\"SK\":{\"S\":\"SITE#1#COMMENT#"
                                + id + "\"}}}"))
                .contains("\"siteId\":{\"S\":\"SITE#1\"}", "\"Well said.\"", "\"createdAt\"", "\"updatedAt\"");
        browser.waitForText("14 items").waitForText("nothing changed");
    }

    @Test
    void anotherKeyIsAnotherItem() {
        open("fus-main", "Group").waitFor(valueIs(field("name"), "moderators"));
        browser.fill(field("name"), "wardens").waitFor(valueIs(attribute("PK"), "GROUP#wardens"));
        browser.waitForText("That is another key, so another item.").screenshot("entity-moved");
        assertThat(isDisabled(".editor footer .primary")).isTrue();
        browser.press("Control+s").waitForText("Not saved: the key of an item cannot be changed.");
        browser.clickText("Keep the key")
                .waitFor(valueIs(attribute("PK"), "GROUP#moderators"))
                .waitForText("nothing changed");
        browser.fill(field("name"), "wardens")
                .clickText("Copy as a new item with that key")
                .waitForText("New item");
        browser.waitFor(valueIs(attribute("PK"), "GROUP#wardens"))
                .clickText("Create")
                .waitForText("Created.");
        assertThat(group("wardens")).contains("They keep the peace.", "\"entitySk\":{\"S\":\"GROUP#wardens\"}");
        assertThat(group("moderators")).contains("They keep the peace.");
    }

    @Test
    void recordsListsAndFreeMapsKeepWhatTheyAre() {
        String exact = "12345678901234567890123456789012345678";
        open("algoitny-main", "History").waitFor(valueIs(field("language"), "python"));
        browser.fill(".editor [data-field=facts] input", exact);
        browser.choose(".editor [data-field=testResults] .form-line:nth-of-type(2) select", "true");
        browser.choose(field("platform"), "codeforces");
        browser.choose(field("isPublic"), "false");
        browser.waitFor("!document.querySelector('.editor [data-attribute=gsi2pk]')");
        browser.fill(".editor [data-field=summary] textarea", "whole")
                .waitForText("removes gsi2pk, gsi2sk")
                .screenshot("entity-records");
        browser.clickText("Save").waitForText("Saved.");
        assertThat(
                        rig.call(
                                "GetItem",
                                "{\"TableName\":\"algoitny-main\",\"Key\":{\"pk\":{\"S\":\"HIST#100\"},\"sk\":{\"S\":\"META\"}}}"))
                .contains(
                        "\"md\":{\"M\":{\"exec_time\":{\"N\":\"" + exact + "\"}}}",
                        "{\"pass\":{\"N\":\"1\"},\"tid\":{\"N\":\"2\"}}",
                        "\"pf\":{\"S\":\"codeforces\"}",
                        "\"rs\":{\"M\":{\"status\":{\"S\":\"whole\"}}}",
                        "\"icp\":{\"N\":\"0\"}")
                .doesNotContain("gsi2pk");
    }

    @Test
    void aWrongValueInsideAListIsSaidWhereItStands() {
        open("algoitny-main", "History").waitFor(valueIs(field("language"), "python"));
        String number = ".editor [data-field=testResults] .form-line:nth-of-type(2) [data-member=testId] input";
        browser.fill(number, "x").waitForElement(".editor [data-field=testResults] [data-member=testId] .wrong-text");
        assertThat(browser.text(".editor [data-field=testResults] [data-member=testId] .wrong-text"))
                .startsWith("testResults[1].testId ");
        assertThat(browser.texts(".editor .wrong-text").toString())
                .as("there, and in the footer")
                .contains("cannot be saved: testResults[1].testId");
    }

    @Test
    void aPasswordIsTypedAndItsHashIsStored() {
        open("users-dev", "User").waitForElement(field("password"));
        Object before = browser.eval("document.querySelector(\"" + attribute("password_hash") + "\").value");
        assertThat(browser.eval(valueIs(field("password"), ""))).isEqualTo(true);
        browser.fill(field("password"), "correct horse").press("Tab");
        browser.waitFor("document.querySelector(\"" + attribute("password_hash") + "\").value !== "
                + Browser.quoted((String) before));
        browser.waitFor(valueIs(field("password"), "")).clickText("Save").waitForText("Saved.");
        assertThat(browser.text(".editor .beside")).contains("also keep email unique with a lock");
    }

    @Test
    void anIndexThatShowsAPartOfAnItemOpensAllOfIt() {
        browser.open(rig.url("/items/fus-main?index=byEntity&entity=Group")).waitForElement(".grid tbody button.link");
        browser.click(".grid tbody button.link").waitFor(valueIs(field("description"), "They keep the peace."));
        browser.fill(field("description"), "Seen through an index.").waitFor(valueIs(attribute("version"), "2"));
        browser.clickText("Save").waitForText("Saved.");
        assertThat(group("moderators")).contains("Seen through an index.", "comments.delete");
    }

    @Test
    void whatNoDesignKnowsIsShownAsItIsStored() {
        rig.call(
                "PutItem",
                "{\"TableName\":\"fus-main\",\"Item\":{\"PK\":{\"S\":\"stray\"},\"SK\":{\"S\":\"item\"},\"note\":{\"S\":\"x\"}}}");
        browser.open(rig.url("/items/fus-main?p=stray")).waitForText("1 item").click(".grid tbody button.link");
        browser.waitForElement(attribute("note"));
        assertThat(browser.texts(".editor [role=tab]").toString()).isEqualTo("[Attributes, DynamoDB JSON]");
        assertThat(browser.eval("document.querySelector('.entity-form') === null"))
                .isEqualTo(true);
        browser.open(rig.url("/items/fus-main")).waitForText("14 items").clickText("New item");
        browser.clickText("Attributes only").waitForElement(attribute("PK"));
        assertThat(browser.eval("document.querySelector('.entity-form') === null"))
                .isEqualTo(true);
    }

    @Test
    void aPhoneShowsOneSideAtATime() {
        browser.size(390, 800);
        open("fus-main", "Group").waitFor(valueIs(field("name"), "moderators")).screenshot("entity-phone");
        assertThat(browser.eval("document.querySelector('.editor [data-attribute]') === null"))
                .isEqualTo(true);
        browser.fill(field("description"), "On the road.").clickText("Attributes");
        browser.waitFor(valueIs(attribute("description"), "On the road.")).screenshot("entity-phone-stored");
        browser.clickText("DynamoDB JSON").waitForElement("textarea[aria-label='The item as DynamoDB JSON']");
        browser.eval(
                "(() => { const e = document.querySelector('.editor textarea'); e.value = e.value.replace('On the road.', 'At home.');"
                        + " e.dispatchEvent(new Event('input', {bubbles: true})); })()");
        browser.clickText("As Group").waitFor(valueIs(field("description"), "At home."));
        assertThat(browser.eval("document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        browser.clickText("Save").waitForText("Saved.");
        assertThat(group("moderators")).contains("At home.");
    }
}
