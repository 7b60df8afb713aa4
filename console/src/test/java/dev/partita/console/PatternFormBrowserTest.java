package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A pattern is called with a form that has the right control for each argument, as whoever one wants to be. */
@Tag("slow")
class PatternFormBrowserTest {

    private final Rig rig = new Rig("algoitny", "fus-main", "notifications");
    private final Browser browser = new Browser();

    @AfterEach
    void nothingWentWrongOnThePage() {
        assertThat(browser.problems()).isEmpty();
        browser.close();
        rig.close();
    }

    private Browser open(String design, String pattern) {
        return browser.open(rig.url("/designs/" + design + "/patterns/" + pattern))
                .waitForText("The plan");
    }

    private static String field(String name) {
        return "[data-field='" + name + "'] :is(input, textarea, select)";
    }

    private static String member(String field, String name) {
        return "[data-field='" + field + "'] [data-member='" + name + "'] :is(input, textarea, select)";
    }

    @Test
    void whatADesignTakesFromTheCallerComesFromWhoOneActsAs() {
        open("algoitny", "createProblem");
        browser.fill(field("title"), "Two sums").clickText("Run").waitForText("act as somebody");
        browser.screenshot("pattern-nobody");
        browser.fill("input[name=caller]", "1");
        browser.choose(field("platform"), "baekjoon").fill(field("number"), "77");
        browser.clickText("Run")
                .waitFor("document.querySelector('section[aria-label=Answer] .tag')?.innerText === '201'");
        assertThat(browser.text("section[aria-label=Answer] pre")).contains("\"registeredBy\"");
        browser.screenshot("pattern-act-as");
        open("algoitny", "plans");
        assertThat(browser.eval("document.querySelector('input[name=caller]').value"))
                .as("remembered for the design")
                .isEqualTo("1");
        open("fus-main", "sites");
        assertThat(browser.eval("document.querySelector('input[name=caller]').value"))
                .isEqualTo("");
    }

    @Test
    void withTheRulesOfTheDesignACallerMayDoWhatItAllows() {
        open("fus-main", "groups").fill("input[name=caller]", "sub-ann").waitForElement("select[name=rules]");
        browser.clickText("Run").waitForText("moderators");
        browser.choose("select[name=rules]", "design").clickText("Run").waitForText("The caller may not do this");
        browser.screenshot("pattern-not-allowed");
        browser.fill("input[name=groups]", "admins").clickText("Run").waitForText("moderators");
        assertThat(browser.eval("document.querySelector('.refusal') === null")).isEqualTo(true);
    }

    @Test
    void listsOfRecordsAreFilledInAndRefusedWhereTheyAreWrong() {
        open("algoitny", "createProblem").fill("input[name=caller]", "1");
        browser.fill(field("title"), "Sums of sums").choose(field("platform"), "baekjoon");
        browser.fill(field("number"), "78");
        for (int i = 0; i < 2; i++) {
            browser.click("[data-field=testCases] > .fields > .add button");
        }
        browser.waitFor("document.querySelectorAll('[data-field=testCases] > .fields > .form-line').length === 2");
        browser.screenshot("pattern-records");
        browser.clickText("Run").waitForElement(".wrong-text");
        assertThat(browser.text("[data-field=testCases] .wrong-text")).startsWith("testCases[0].");
        // Where one goes on.
        browser.waitFor("document.activeElement.getAttribute('aria-invalid') === 'true'");
        browser.screenshot("pattern-records-refused");
    }

    @Test
    void theWholePageIsUsedWithTheKeyboardAlone() {
        open("fus-main", "rate");
        browser.eval("document.querySelector(\"" + field("userId") + "\").focus()");
        browser.type("sub-ann").press("Tab");
        for (int i = 0; i < 12 && !isFocused("siteId"); i++) {
            browser.press("Tab");
        }
        browser.type("1").press("Tab");
        assertThat(isFocused("stars")).isTrue();
        browser.type("7").press("Enter").waitForText("stars must be at most 5");
        browser.waitFor("document.activeElement.closest('[data-field]')?.dataset.field === 'stars'");
        browser.press("Control+a").type("3");
        browser.waitFor("!document.querySelector('[data-field=stars] .wrong-text')");
        for (int i = 0; i < 12 && !isFocused("note"); i++) {
            browser.press("Tab");
        }
        browser.type("Fine").press("Control+Enter");
        browser.waitFor("document.querySelector('section[aria-label=Answer] .tag.good')");
        assertThat(browser.text("section[aria-label=Answer] pre")).contains("\"stars\": 3", "\"note\": \"Fine\"");
        for (int i = 0; i < 12 && !Boolean.TRUE.equals(browser.eval("document.activeElement.name === 'caller'")); i++) {
            browser.press("Tab");
        }
        browser.type("sub-ben").waitForElement("select[name=rules]").press("Enter");
        browser.waitFor("document.querySelector('section[aria-label=Answer] .tag')");
    }

    private boolean isFocused(String field) {
        return field.equals(browser.eval("document.activeElement.closest('[data-field]')?.dataset.field ?? null"))
                && Boolean.TRUE.equals(browser.eval("document.activeElement.matches('input, textarea, select')"));
    }

    @Test
    void aServiceThatIsAwayIsSaidAndTheFormStays() {
        open("fus-main", "site").fill(field("siteId"), "1");
        rig.consoleEnds();
        browser.clickText("Run").waitForText("No answer").screenshot("pattern-away");
        assertThat(browser.eval("document.querySelector(\"" + field("siteId") + "\").value"))
                .isEqualTo("1");
        rig.consoleStarts();
        browser.waitFor("!document.querySelector('header .tag.bad')").clickText("Run");
        browser.waitFor("document.querySelector('section[aria-label=Answer] .tag.good')");
        assertThat(browser.eval("document.querySelector('.refusal') === null")).isEqualTo(true);
    }

    @Test
    void aPatternThatIsNotThereSaysWhereToLook() {
        browser.open(rig.url("/designs/fus-main/patterns/nothing")).waitForText("fus-main has no pattern nothing");
        browser.screenshot("pattern-missing").clickText("Its patterns").waitForText("commentsOfSite");
        browser.open(rig.url("/designs/nowhere/patterns/x")).waitForText("No design nowhere is served here.");
        rig.edit("notifications", "by: email\n    return", "by: nothing\n    return");
        browser.open(rig.url("/designs/notifications/patterns/userByEmail")).waitForText("or nothing serves it");
        browser.clickText("What is wrong with notifications").waitForElement("main td .tag.bad");
    }

    @Test
    void aLinkLeadsBackToTheFilledFormWithoutItsSecrets() {
        open("algoitny", "createProblem").clickText("Sample values");
        browser.waitFor("document.querySelector(\"" + field("title") + "\").value === 'A+B'")
                .clickText("Run");
        browser.waitFor("document.querySelector('section[aria-label=Answer] .tag')");
        browser.open((String) browser.eval("location.href"))
                .waitFor("document.querySelector(\"" + field("title") + "\")?.value === 'A+B'");
        assertThat(browser.eval("document.querySelector(\"" + member("facts", "execCount") + "\").value"))
                .isEqualTo("150");
        assertThat(
                        browser.eval(
                                "[...document.querySelectorAll('[data-field=tags] input, [data-field=tags] textarea')].map(e => e.value).join()"))
                .isEqualTo("math,implementation");
        browser.dark(true).screenshot("pattern-dark");
        browser.dark(false).size(390, 800).screenshot("pattern-phone");
        assertThat(browser.eval("document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        browser.eval("document.querySelector('form .primary').scrollIntoView({block: 'center'})");
        browser.screenshot("pattern-phone-run").size(1280, 800);
        open("notifications", "signUp").fill(field("password"), "a secret that I remember");
        browser.fill(field("email"), "no-at-sign").clickText("Run");
        browser.waitFor("document.querySelector('section[aria-label=Answer] .tag')");
        assertThat(browser.eval("location.search").toString()).contains("email").doesNotContain("secret");
    }

    @Test
    void aRecordIsSentAsARecordAndNullTakesAway() {
        open("algoitny", "updateUser");
        browser.clickText("Sample values").waitFor("document.querySelector(\"" + field("userId") + "\").value !== ''");
        browser.eval("document.querySelector('[data-field=googleId] [title=\"Leave it out\"]').click()");
        browser.eval("document.querySelector('[data-field=picture] [title=\"Leave it out\"]')?.click()");
        browser.waitFor("document.querySelector('[data-field=picture] [title^=\"Send null\"]')");
        browser.eval("document.querySelector('[data-field=picture] [title^=\"Send null\"]').click()");
        browser.waitForText("the value is taken away").screenshot("pattern-null");
        browser.eval(
                "window.sent = null; (() => { const real = fetch; window.fetch = (url, options) => { if (String(url).includes('/patterns/')) window.sent = options.body; return real(url, options); }; })()");
        browser.clickText("Run")
                .waitFor("document.querySelector('section[aria-label=Answer] .tag')?.innerText === '200'");
        assertThat(browser.eval("sent").toString())
                .contains("\"picture\": null")
                .doesNotContain("googleId");
    }
}
