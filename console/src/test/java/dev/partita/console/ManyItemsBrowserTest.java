package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.AttributeValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** A table of 100,000 items: all of them are there to be scrolled through, and few of them are in the page. */
@Tag("slow")
class ManyItemsBrowserTest {

    private static final int ITEMS = 100_000;
    private static final int MOST_ROWS = 80;
    private static final int FRAMES = 120;

    private static final String TABLE = """
            {"TableName":"things","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
            "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"N"}],
            "BillingMode":"PAY_PER_REQUEST"}""";

    /** One screen after another, each drawn before the next; answers the milliseconds between frames, sorted. */
    private static final String SCROLL = """
            (async () => {
              const grid = document.querySelector('.grid');
              const frame = () => new Promise((done) => requestAnimationFrame(done));
              const took = [];
              for (let i = 0, last = await frame(); i < %d; i++) {
                grid.scrollTop = (i * 7919 %% 100000) * 32;
                const now = await frame();
                took.push(now - last);
                last = now;
              }
              return took.sort((a, b) => a - b);
            })()""".formatted(FRAMES);

    @Test
    void allAreReadAndScrolledThroughWhileThePageStaysSmall(TestReporter reporter) {
        try (Rig rig = new Rig();
                Browser browser = new Browser()) {
            rig.call("CreateTable", TABLE);
            for (int i = 0; i < ITEMS; i++) {
                rig.put(
                        "things",
                        Map.of(
                                "pk", new AttributeValue.S("p"),
                                "sk", AttributeValue.N.of(i),
                                "note", new AttributeValue.S("this is number " + i)));
            }
            browser.open(rig.url("/items/things")).waitForText("200 items so far");
            long began = System.nanoTime();
            browser.clickText("Read all").waitForText("100,000 items");
            reporter.publishEntry("reading all, ms", "" + (System.nanoTime() - began) / 1_000_000);
            assertThat(browser.eval("document.querySelector('.grid table').getAttribute('aria-rowcount')"))
                    .isEqualTo("100001");
            for (int row : List.of(50_000, 99_999, 77_777, 12_345, 0)) {
                shows(browser, row);
            }

            browser.eval(SCROLL);
            Map<String, Double> before = metrics(browser);
            List<?> frames = (List<?>) browser.eval(SCROLL);
            Map<String, Double> after = metrics(browser);
            reporter.publishEntry(Map.of(
                    "frame, median ms", frames.get(FRAMES / 2).toString(),
                    "frame, slowest ms", frames.get(FRAMES - 1).toString(),
                    "script a frame, ms", perFrame("ScriptDuration", before, after),
                    "layout and style a frame, ms",
                            perFrame("LayoutDuration", before, after) + " + "
                                    + perFrame("RecalcStyleDuration", before, after),
                    "heap, MB", megabytes(before) + " then " + megabytes(after)));
            assertThat(rows(browser)).isLessThan(MOST_ROWS);
            assertThat(after.get("Nodes")).isLessThan(before.get("Nodes") + 1_000);
            assertThat(megabytes(after)).isLessThan(megabytes(before) + 20).isLessThan(300);

            shows(browser, 50_000);
            browser.click(".grid tr[aria-rowindex='50002'] button.link")
                    .waitForElement(".editor [data-attribute=note]");
            Object place = browser.eval("document.querySelector('.grid').scrollTop");
            browser.fill(".editor [data-attribute=note] textarea", "half way")
                    .clickText("Save")
                    .waitForText("Saved.");
            assertThat(browser.text(".grid tr[aria-rowindex='50002']")).contains("half way");
            assertThat(browser.eval("document.querySelector('.grid').scrollTop"))
                    .isEqualTo(place);
            browser.screenshot("many-items");
            assertThat(browser.problems()).isEmpty();
        }
    }

    /** Scrolls to a row and looks whether it is the right one. */
    private static void shows(Browser browser, int row) {
        browser.eval("document.querySelector('.grid').scrollTop = " + row * 32L);
        String there = ".grid tr[aria-rowindex='" + (row + 2) + "']";
        browser.waitForElement(there);
        assertThat(browser.text(there)).contains("this is number " + row);
        assertThat(browser.eval("(() => { const r = document.querySelector(" + Browser.quoted(there)
                        + ").getBoundingClientRect(); const g = document.querySelector('.grid').getBoundingClientRect();"
                        + " return r.bottom > g.top && r.top < g.bottom; })()"))
                .as("row %s is in sight", row)
                .isEqualTo(true);
        assertThat(rows(browser)).isLessThan(MOST_ROWS);
    }

    private static int rows(Browser browser) {
        return ((Number) browser.eval("document.querySelectorAll('.grid tbody tr').length")).intValue();
    }

    private static long megabytes(Map<String, Double> metrics) {
        return metrics.get("JSHeapUsedSize").longValue() / 1_000_000;
    }

    /** Of what is left when garbage is gone. */
    private static Map<String, Double> metrics(Browser browser) {
        browser.send("Performance.enable", Map.of());
        browser.send("HeapProfiler.collectGarbage", Map.of());
        Map<String, Double> found = new HashMap<>();
        for (Object metric :
                (List<?>) browser.send("Performance.getMetrics", Map.of()).get("metrics")) {
            Map<?, ?> one = (Map<?, ?>) metric;
            found.put((String) one.get("name"), ((Number) one.get("value")).doubleValue());
        }
        return found;
    }

    private static String perFrame(String metric, Map<String, Double> before, Map<String, Double> after) {
        return "%.1f".formatted((after.get(metric) - before.get(metric)) * 1000 / FRAMES);
    }
}
