package dev.partita.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.model.Build;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.build.DefaultBuildContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The goals, run without a Maven around them. */
class GenerateTest {

    private static final String NOTES = """
            design: notes
            tables:
              main: { key: { partition: pk } }
            entities:
              Note:
                key: { pk: "NOTE#{noteId}" }
                attributes: { noteId: { type: string, required: true }, text: string }
            patterns:
              note: { get: Note, by: noteId }
            """;

    private static final String DONE = "Nothing to generate: no design has changed.";

    @TempDir
    Path directory;

    private final Log log = new Log();
    private Path designs;
    private Path output;
    private MavenProject project;

    @BeforeEach
    void aProject() throws IOException {
        designs = Files.createDirectories(directory.resolve("src/main/partita"));
        output = directory.resolve("target/generated-sources/partita");
        project = new MavenProject();
        project.setFile(directory.resolve("pom.xml").toFile());
        project.setBuild(new Build());
        project.getBuild().setDirectory(directory.resolve("target").toString());
        Files.writeString(designs.resolve("notes.yaml"), NOTES);
    }

    @Test
    void codeIsWrittenAndCompiledWithTheProject() throws Exception {
        generate().execute();

        assertThat(output.resolve("notes/Note.java")).exists();
        assertThat(output.resolve("notes/NotesDesign.java")).exists();
        assertThat(project.getCompileSourceRoots()).containsExactly(output.toString());
    }

    @Test
    void codeCanGoToTheTests() throws Exception {
        Generate generate = generate();
        generate.testSources = true;
        generate.execute();

        assertThat(project.getTestCompileSourceRoots()).containsExactly(output.toString());
        assertThat(project.getCompileSourceRoots()).isEmpty();
    }

    @Test
    void nothingIsDoneWhenNothingChanged() throws Exception {
        generate().execute();
        project.getCompileSourceRoots().clear();
        log.lines.clear();
        generate().execute();

        assertThat(log.lines).containsExactly(DONE);
        assertThat(project.getCompileSourceRoots()).containsExactly(output.toString());
    }

    @Test
    void aChangedDesignOrOptionIsNoticed() throws Exception {
        generate().execute();
        Files.writeString(designs.resolve("notes.yaml"), NOTES.replace("text: string", "text: integer"));
        generate().execute();
        Generate elsewhere = generate();
        elsewhere.packageName = "com.example.{design}";
        elsewhere.execute();

        assertThat(log.lines).doesNotContain(DONE);
        assertThat(output.resolve("com/example/notes/Note.java")).content().contains("package com.example.notes;");
        assertThat(output.resolve("notes")).doesNotExist();
    }

    @Test
    void codeOfADesignThatIsGoneGoesToo() throws Exception {
        Files.writeString(designs.resolve("memos.yaml"), NOTES.replace("design: notes", "design: memos"));
        generate().execute();
        assertThat(files()).anyMatch(file -> file.startsWith("memos/"));

        Files.delete(designs.resolve("memos.yaml"));
        generate().execute();

        assertThat(files()).isNotEmpty().noneMatch(file -> file.startsWith("memos/"));
    }

    @Test
    void errorsFailTheBuildAtTheirPlaceAndLeaveTheCodeAlone() throws Exception {
        generate().execute();
        List<String> before = files();
        Files.writeString(designs.resolve("notes.yaml"), NOTES.replace("by: noteId", "by: noteid"));

        assertThatThrownBy(generate()::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageStartingWith("1 error");
        assertThat(log.lines)
                .anyMatch(line -> line.startsWith("src/main/partita/notes.yaml:9:26: error[unknown-name]"));
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void warningsFailOnlyAStrictBuild() throws Exception {
        Files.writeString(designs.resolve("notes.yaml"), NOTES + "ignore: { scan-access-pattern: There is none. }\n");
        check(false).execute();

        assertThatThrownBy(check(true)::execute)
                .hasMessageContaining("1 warning")
                .hasMessageContaining("strict");
    }

    @Test
    void adviceCanBeLeftOut() throws Exception {
        Check check = check(false);
        check.advice = false;
        check.execute();

        assertThat(log.lines).isEmpty();
    }

    @Test
    void twoDesignsCannotShareAPackageIfTheyMakeTheSameClass() throws IOException {
        Files.writeString(designs.resolve("memos.yaml"), NOTES.replace("design: notes", "design: memos"));
        Generate generate = generate();
        generate.packageName = "com.example";

        assertThatThrownBy(generate::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageContaining("memos.yaml and ")
                .hasMessageContaining("<packageName>com.example.{design}</packageName>");
    }

    @Test
    void whatIsNoPackageIsRefused() {
        Generate generate = generate();
        generate.packageName = "com.example.class";

        assertThatThrownBy(generate::execute).hasMessageContaining("com.example.class cannot be the name of a package");
    }

    @Test
    void aProjectWithoutDesignsIsToldSo() throws Exception {
        Files.delete(designs.resolve("notes.yaml"));
        generate().execute();

        assertThat(log.lines).anyMatch(line -> line.startsWith("There is no design (*.yaml) in "));
    }

    @Test
    void itCanBeSkipped() throws MojoExecutionException, MojoFailureException {
        Generate generate = generate();
        generate.skip = true;
        generate.execute();

        assertThat(output).doesNotExist();
    }

    private Generate generate() {
        Generate generate =
                new Generate(new DefaultBuildContext(new org.sonatype.plexus.build.incremental.DefaultBuildContext()));
        generate.packageName = "{design}";
        generate.output = output.toFile();
        return prepared(generate);
    }

    private Check check(boolean strict) {
        Check check = prepared(new Check());
        check.strict = strict;
        return check;
    }

    private <T extends DesignGoal> T prepared(T goal) {
        goal.project = project;
        goal.designs = designs.toFile();
        goal.setLog(log);
        return goal;
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(output)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> output.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    /** Keeps what is said. */
    private static final class Log extends SystemStreamLog {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void info(CharSequence text) {
            lines.add(text.toString());
        }

        @Override
        public void warn(CharSequence text) {
            lines.add(text.toString());
        }

        @Override
        public void error(CharSequence text) {
            lines.add(text.toString());
        }
    }
}
