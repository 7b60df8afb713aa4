package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RulesPageTest {

    private static final Path PAGE = Path.of("..", "docs", "rules.md");

    @Test
    void thePageInTheDocumentationIsTheOneTheRulesMake() throws IOException {
        if ("update".equals(System.getProperty("golden"))) {
            Files.writeString(PAGE, page());
        }
        assertThat(Files.readString(PAGE))
                .as(PAGE + " (-Dgolden=update rewrites it)")
                .isEqualTo(page());
    }

    /** The rules, and the table of mistakes planted to see which of them finds it. */
    private static String page() throws IOException {
        return RulesPage.markdown() + PlantedMistakes.markdown();
    }
}
