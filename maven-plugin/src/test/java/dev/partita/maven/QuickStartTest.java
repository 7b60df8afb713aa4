package dev.partita.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Does what docs/quick-start.md says, to the letter, in an empty folder. */
@Tag("slow")
class QuickStartTest {

    /** The name of a file on a line of its own, and the block below it. */
    private static final Pattern FILE =
            Pattern.compile("^`([^`]+)`:\\n\\n```\\w+\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir
    Path folder;

    @Test
    void thePageLeadsFromAnEmptyFolderToAPassingTest() throws IOException {
        String page = Files.readString(Path.of("../docs/quick-start.md"));
        Matcher matcher = FILE.matcher(page);
        while (matcher.find()) {
            Path file = folder.resolve(matcher.group(1));
            Files.createDirectories(file.getParent());
            Files.writeString(file, matcher.group(2));
        }
        assertThat(page).contains("```sh\nmvn test\n```");

        Build build = Build.run(folder, "test");

        assertThat(build.log()).contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");
        assertThat(build.exitCode()).isZero();
    }
}
