package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Report;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The designs on the reference page have no error that a rule finds; that they can be read is tested beside the reader. */
class DesignFilePageLintTest {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```yaml\\n(design:.*?)^```");

    @Test
    void noDesignOnThePageHasAnError() throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(Path.of("..", "docs", "design-file.md")));
        int designs = 0;
        while (block.find()) {
            Source source = new Source("design-file.md", block.group(1));
            List<Finding> errors = Linter.lint(Reader.read(source)).stream()
                    .filter(Finding::isError)
                    .toList();
            assertThat(errors).as(new Report(source, false).text(errors)).isEmpty();
            designs++;
        }
        assertThat(designs).isGreaterThan(10);
    }
}
