package dev.partita.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocsPageTest {

    @Test
    void everyFileThePageNamesIsInTheJar() {
        Matcher names = Pattern.compile("(?:src|href)=\"(docs/[^\"]+)\"").matcher(text("docs"));
        List<String> found = new ArrayList<>();
        while (names.find()) {
            found.add(names.group(1));
            assertThat(DocsPage.of(names.group(1))).as(names.group(1)).isNotNull();
        }
        assertThat(found).contains("docs/swagger-ui.css", "docs/swagger-ui-bundle.js", "docs/docs.js", "docs/docs.css");
        assertThat(DocsPage.of("docs/swagger-ui-bundle.js").bytes().length).isGreaterThan(1_000_000);
    }

    @Test
    void thePageHasNoScriptOrStyleOfItsOwnAndNamesNobodyElse() {
        String page = text("docs");
        assertThat(page).doesNotContain("http:", "https:", "<style", "style=", "onclick", "onload");
        assertThat(Pattern.compile("<script[^>]*>(.*?)</script>", Pattern.DOTALL)
                        .matcher(page)
                        .results()
                        .map(script -> script.group(1).strip()))
                .isNotEmpty()
                .allMatch(String::isEmpty);
        assertThat(text("docs/docs.js")).doesNotContain("http:", "https:", "eval(", "innerHTML");
        assertThat(text("docs/docs.css")).doesNotContain("http:", "https:", "@import", "url(");
    }

    @Test
    void thePolicyLetsNothingInFromElsewhere() {
        assertThat(DocsPage.POLICY)
                .contains("default-src 'none'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "*", "http");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs/",
                "docs/index.html",
                "docs/../DocsPage.class",
                "docs/nothing.js",
                "docs/docs/docs.js",
                "document",
                "docs/swagger-ui/swagger-ui.css",
                "docs//docs.js",
                "docs/LICENSE"
            })
    void whatIsNotPartOfThePageIsNotThere(String path) {
        assertThat(DocsPage.of(path)).isNull();
    }

    private static String text(String path) {
        return new String(DocsPage.of(path).bytes(), StandardCharsets.UTF_8);
    }
}
