package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Menus and items without a mouse, and what closes them. */
@Tag("slow")
class KeyboardBrowserTest {

    private final Rig rig = new Rig("fus-main");
    private final Browser browser = new Browser();

    @AfterEach
    void nothingWentWrongOnThePage() {
        assertThat(browser.problems()).isEmpty();
        browser.close();
        rig.close();
    }

    private Object focused() {
        return browser.eval("document.activeElement.innerText.trim()");
    }

    private void focus(String text) {
        browser.eval("[...document.querySelectorAll('main button')].find(e => e.innerText.trim() === "
                + Browser.quoted(text) + ").focus()");
    }

    private Browser waitForFocus(String text) {
        return browser.waitFor("document.activeElement.innerText.trim() === " + Browser.quoted(text));
    }

    @Test
    void oneMenuIsOpenAtATimeAndEscapeAndAClickOutsideCloseIt() {
        browser.open(rig.url("/items/fus-main")).waitForText("13 items");
        for (String menu : List.of("New item", "Columns", "Export")) {
            browser.clickText(menu).waitForElement(".menu-list[aria-label='" + menu + "']");
            assertThat(browser.eval("document.querySelectorAll('.menu-list').length === 1"))
                    .as("with " + menu)
                    .isEqualTo(true);
        }
        browser.screenshot("menu-export").press("Escape").waitFor("!document.querySelector('.menu-list')");
        assertThat(focused()).isEqualTo("Export");
        browser.clickText("Columns").waitForElement(".menu-list").screenshot("menu-columns");
        browser.click("main h1").waitFor("!document.querySelector('.menu-list')");
        browser.clickText("Columns").waitForElement(".menu-list");
        browser.clickText("Columns").waitFor("!document.querySelector('.menu-list')");
        browser.size(390, 800);
        for (String menu : List.of("New item", "Columns", "Export")) {
            browser.clickText(menu).waitForElement(".menu-list[aria-label='" + menu + "']");
            browser.screenshot("menu-phone-" + menu.replace(" ", "-"));
            assertThat(browser.eval("(() => { const r = document.querySelector('.menu-list').getBoundingClientRect();"
                            + " return r.left >= 0 && r.right <= innerWidth; })()"))
                    .as(menu + " on a phone")
                    .isEqualTo(true);
        }
    }

    @Test
    void aMenuIsUsedWithTheKeyboardAlone() {
        browser.open(rig.url("/items/fus-main")).waitForText("13 items");
        focus("Columns");
        browser.press("ArrowDown");
        waitForFocus("PK").press("ArrowDown");
        waitForFocus("SK").press("Enter");
        browser.waitFor("![...document.querySelectorAll('th')].some(e => e.innerText === 'SK')");
        assertThat(focused()).as("the menu stays for the next one").isEqualTo("SK");
        browser.press("Enter").waitFor("[...document.querySelectorAll('th')].some(e => e.innerText === 'SK')");
        browser.press("End");
        waitForFocus("As it was").press("ArrowDown");
        waitForFocus("PK").press("ArrowUp");
        waitForFocus("As it was").press("Tab").waitFor("!document.querySelector('.menu-list')");
        focus("New item");
        browser.press("Enter").waitForElement(".menu-list");
        waitForFocus("Site").press("End");
        waitForFocus("Attributes only").press("Enter");
        browser.waitForElement(".editor [data-attribute=PK]").press("Escape");
        browser.waitFor("!document.querySelector('.editor')");
        waitForFocus("New item");
    }

    @Test
    void escapeClosesAnItemThatWasOpenedFromTheGridAndAsksBeforeItLosesAnything() {
        browser.open(rig.url("/items/fus-main?entity=Group")).waitForElement(".grid .entity");
        browser.click(".grid tbody button.link").waitForText("nothing changed");
        browser.press("Escape").waitFor("!document.querySelector('.editor')");
        assertThat(browser.eval("document.activeElement.matches('.grid button.link')"))
                .as("where one was before")
                .isEqualTo(true);
        browser.press("Enter").waitForText("nothing changed");
        String description = ".editor [data-field=description] :is(input, textarea)";
        browser.fill(description, "Changed.").press("Escape");
        browser.waitForText("Leave what you changed?").screenshot("item-leave").press("Escape");
        browser.waitFor("!document.querySelector('dialog')");
        assertThat(browser.eval("document.querySelector(" + Browser.quoted(description) + ").value"))
                .isEqualTo("Changed.");
        browser.press("Escape").waitForText("Leave what you changed?").clickText("Leave it");
        browser.waitFor("!document.querySelector('.editor')");
    }

    @Test
    void theFooterOfAnItemSaysOneThingAndThatIsTrue() {
        browser.open(rig.url("/items/fus-main?entity=Rating")).waitForElement(".grid .entity");
        browser.click(".grid tbody button.link").waitForText("nothing changed");
        String stars = ".editor [data-field=stars] input";
        browser.fill(stars, "9").waitForText("cannot be saved: stars must be at most 5");
        assertThat(browser.text(".editor footer")).doesNotContain("nothing changed");
        browser.clickText("Save")
                .waitForText("Not saved: stars must be at most 5")
                .screenshot("item-not-saved");
        assertThat(browser.text(".editor footer")).doesNotContain("nothing changed", "cannot be saved");
        browser.fill(stars, "2").waitForText("starRating, stars");
        assertThat(browser.text(".editor footer")).doesNotContain("Not saved");
        browser.fill(".editor [data-attribute=stars] .value", "x").waitForText("cannot be saved: Not a number.");
        assertThat(browser.text(".editor footer")).doesNotContain("nothing changed", "writes");
    }
}
