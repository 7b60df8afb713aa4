package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script in a project of stand-ins: a {@code java} that prints its arguments and a {@code mvnw} that counts. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {

    private record Run(int exitCode, String out, String err) {}

    @TempDir
    private Path directory;

    private Path root;
    private Path javaHome;

    @BeforeEach
    void makeProject() throws IOException {
        root = Files.createDirectories(directory.resolve("a project"));
        Files.copy(Path.of("..", "partita"), root.resolve("partita"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createFile(root.resolve("pom.xml"));
        for (String module : List.of("core", "engine", "wire", "server", "cli")) {
            Files.createDirectories(root.resolve(module).resolve("src/main/java"));
            Files.createFile(root.resolve(module).resolve("pom.xml"));
        }
        script(
                root.resolve("mvnw"),
                "echo \"$@\" >> builds; mkdir -p cli/target; sleep 0.2; touch cli/target/partita.jar");
        javaHome = directory.resolve("jdk");
        script(javaHome.resolve("bin/java"), "for a; do echo \"<$a>\"; done");
        script(javaHome.resolve("bin/javac"), "");
        Files.writeString(javaHome.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    }

    @Test
    void itBuildsOnceAndThenOnlyWhenASourceIsNewer() throws Exception {
        Run first = run(root.resolve("partita"), "up", "--data", "a b");
        assertThat(first.err()).contains("Building Partita", "Built Partita in");
        assertThat(first.out()).contains("<" + root.toRealPath() + "/cli/target/partita.jar>\n<up>\n<--data>\n<a b>\n");
        assertThat(builds()).isEqualTo(1);

        assertThat(run(root.resolve("partita"), "up").err()).isEmpty();
        assertThat(builds()).isEqualTo(1);

        Path source = Files.createFile(root.resolve("core/src/main/java/A.java"));
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
        run(root.resolve("partita"), "up");
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void itWorksThroughALinkFromAnywhere() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("a project", "partita"));
        Path second = Files.createSymbolicLink(directory.resolve("second"), link);
        assertThat(run(second, "--version").out()).contains("/a project/cli/target/partita.jar>");
    }

    @Test
    void twoAtOnceBuildOnce() throws Exception {
        Process one = start(root.resolve("partita"), Map.of(), "up");
        Process other = start(root.resolve("partita"), Map.of(), "up");
        assertThat(finish(one).exitCode()).isZero();
        assertThat(finish(other).exitCode()).isZero();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void aLockLeftByADeadBuildIsIgnored() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Files.createDirectories(root.resolve("target/build.lock"));
        Files.writeString(root.resolve("target/build.lock/pid"), dead.pid() + "\n");
        assertThat(run(root.resolve("partita"), "up").exitCode()).isZero();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void aFailedBuildShowsWhy() throws Exception {
        script(root.resolve("mvnw"), "echo the reason; exit 1");
        Run failed = run(root.resolve("partita"), "up");
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.err()).contains("the reason", "The build failed");
        assertThat(failed.out()).isEmpty();
    }

    @Test
    void anOldOrMissingJavaIsExplained() throws Exception {
        Files.writeString(javaHome.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        assertThat(run(root.resolve("partita"), "up").err()).contains("needs Java 17 or newer", "11.0.2");
        Files.writeString(javaHome.resolve("release"), "JAVA_VERSION=\"1.8.0_292\"\n");
        assertThat(run(root.resolve("partita"), "up").err()).contains("needs Java 17 or newer", "1.8.0_292");
        Files.delete(javaHome.resolve("bin/java"));
        assertThat(run(root.resolve("partita"), "up").err()).contains("JAVA_HOME is", "no bin/java");
    }

    @Test
    void optionsForTheJvmArePassedOnAndMayChooseTheCollector() throws Exception {
        assertThat(run(root.resolve("partita"), "up").out()).contains("<-XX:+UseSerialGC>");
        Run run =
                finish(start(root.resolve("partita"), Map.of("PARTITA_JAVA_OPTS", "-Xmx1g -XX:+UseParallelGC"), "up"));
        assertThat(run.out()).contains("<-Xmx1g>\n<-XX:+UseParallelGC>").doesNotContain("UseSerialGC");
    }

    @Test
    void itLooksAtTheSourcesOfEveryModuleThatIsInTheJar() throws Exception {
        Matcher listed = Pattern.compile("(?m)^modules=\"(.*)\"$").matcher(Files.readString(Path.of("..", "partita")));
        assertThat(listed.find()).isTrue();
        List<String> needed = Pattern.compile("<artifactId>partita-([a-z-]+)</artifactId>")
                .matcher(Files.readString(Path.of("pom.xml")))
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(listed.group(1).split(" ")).containsAll(needed).contains("core", "engine", "wire");
    }

    private Run run(Path launcher, String... arguments) throws Exception {
        return finish(start(launcher, Map.of(), arguments));
    }

    private Process start(Path launcher, Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().put("JAVA_HOME", javaHome.toString());
        builder.environment().remove("PARTITA_JAVA_OPTS");
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static Run finish(Process process) throws Exception {
        String out = new String(process.getInputStream().readAllBytes());
        String err = new String(process.getErrorStream().readAllBytes());
        return new Run(process.waitFor(), out, err);
    }

    private long builds() throws IOException {
        try (var lines = Files.lines(root.resolve("builds"))) {
            return lines.count();
        }
    }

    private static void script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        file.toFile().setExecutable(true);
    }
}
