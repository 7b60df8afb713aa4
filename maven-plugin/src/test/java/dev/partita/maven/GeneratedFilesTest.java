package dev.partita.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedFilesTest {

    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

    @TempDir
    Path directory;

    private Path output;
    private GeneratedFiles files;

    @BeforeEach
    void onDisk() {
        output = directory.resolve("out");
        files = new GeneratedFiles(output, directory.resolve("state/default.generated"));
    }

    @Test
    void nothingIsUpToDateBeforeTheFirstTime() throws IOException {
        assertThat(files.areMadeFrom("v1")).isFalse();
    }

    @Test
    void whatWasWrittenIsUpToDateForTheSameInputsOnly() throws IOException {
        files.replace("v1", Map.of("a/A.java", "class A {}"));

        assertThat(output.resolve("a/A.java")).hasContent("class A {}");
        assertThat(files.areMadeFrom("v1")).isTrue();
        assertThat(files.areMadeFrom("v2")).isFalse();
    }

    @Test
    void aFileChangedOrRemovedByHandIsNoticed() throws IOException {
        files.replace("v1", Map.of("a/A.java", "class A {}"));
        Files.writeString(output.resolve("a/A.java"), "class A { int mine; }");
        assertThat(files.areMadeFrom("v1")).isFalse();

        Files.delete(output.resolve("a/A.java"));
        assertThat(files.areMadeFrom("v1")).isFalse();
    }

    @Test
    void whatIsNoLongerMadeIsRemovedWithItsEmptyDirectoriesAndNothingElse() throws IOException {
        files.replace("v1", Map.of("a/A.java", "class A {}", "b/c/B.java", "class B {}"));
        Files.writeString(output.resolve("a/Mine.java"), "class Mine {}");

        assertThat(files.replace("v2", Map.of("d/D.java", "class D {}"))).isEqualTo(3);

        assertThat(output.resolve("a/A.java")).doesNotExist();
        assertThat(output.resolve("a/Mine.java")).exists();
        assertThat(output.resolve("b")).doesNotExist();
        assertThat(output.resolve("d/D.java")).exists();
    }

    @Test
    void aFileThatStaysTheSameKeepsItsAge() throws IOException {
        files.replace("v1", Map.of("A.java", "class A {}", "B.java", "class B {}"));
        Files.setLastModifiedTime(output.resolve("A.java"), LONG_AGO);

        int changed = files.replace("v2", Map.of("A.java", "class A {}", "B.java", "class B { }"));

        assertThat(changed).isEqualTo(1);
        assertThat(Files.getLastModifiedTime(output.resolve("A.java"))).isEqualTo(LONG_AGO);
    }
}
