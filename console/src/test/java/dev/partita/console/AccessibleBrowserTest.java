package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class AccessibleBrowserTest {

    private static final String RULES = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

    /** Pages with what is seen once they are there. */
    private static final Map<String, String> PAGES = Map.ofEntries(
            Map.entry("/", "algoitny-main"),
            Map.entry("/designs", "algoitny"),
            Map.entry("/designs/algoitny", "PROB#"),
            Map.entry("/designs/algoitny?tab=patterns", "userByEmail"),
            Map.entry("/designs/algoitny?tab=entities", "Seen in"),
            Map.entry("/designs/algoitny?tab=findings", "Findings"),
            Map.entry("/designs/algoitny?tab=file", "algoitny.yaml"),
            Map.entry("/designs/algoitny/patterns/user", "The plan"),
            Map.entry("/items/algoitny-main", " items"),
            Map.entry("/items/algoitny-main?p=nobody", "Nothing found"),
            Map.entry("/items/nowhere", "not there"),
            Map.entry("/tables", "algoitny-main"),
            Map.entry("/tables/algoitny-main", "Deletion protection"),
            Map.entry("/live", "Busiest partitions"),
            Map.entry("/rest?design=algoitny", "OpenAPI"),
            Map.entry("/nowhere", "no such page"));

    @Test
    void noPageHasASeriousFault() throws IOException {
        String axe;
        try (InputStream in = AccessibleBrowserTest.class.getResourceAsStream(RULES)) {
            axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        try (Rig rig = new Rig("algoitny");
                Browser browser = new Browser()) {
            Map<String, List<?>> faults = new LinkedHashMap<>();
            for (boolean dark : new boolean[] {false, true}) {
                browser.dark(dark);
                for (Map.Entry<String, String> page : PAGES.entrySet()) {
                    browser.open(rig.url(page.getKey())).waitForText(page.getValue());
                    String where = page.getKey() + (dark ? " in the dark" : "");
                    if (page.getKey().equals("/items/algoitny-main")) {
                        browser.clickText("New item")
                                .click(".menu-list .entity")
                                .waitForElement(".editor .entity-form");
                        browser.clickText("Create").waitForElement(".editor .wrong-text");
                        check(browser, axe, where + ", a new one", faults);
                        browser.click(".grid tbody button.link").waitForText("nothing changed");
                    }
                    check(browser, axe, where, faults);
                }
            }
            assertThat(faults).isEmpty();
        }
    }

    private static void check(Browser browser, String axe, String where, Map<String, List<?>> faults) {
        browser.eval(axe + "; true");
        List<?> found = (List<?>)
                browser.eval(
                        "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations"
                                + ".filter(v => v.impact === 'serious' || v.impact === 'critical').map(v => v.id + ': ' + v.nodes.map(n => n.html).slice(0, 3).join(' | ')))");
        if (!found.isEmpty()) {
            faults.put(where, found);
        }
    }
}
