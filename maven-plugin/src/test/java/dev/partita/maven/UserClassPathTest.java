package dev.partita.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application gets with one of our artifacts: all that it needs to run, and nothing that only a server or a build needs. */
@Tag("slow")
class UserClassPathTest {

    private static final Path TEMPLATES = Path.of("src/test/resources/class-path");

    private static final List<String> MODULES = List.of("runtime", "deploy", "service");

    @TempDir
    Path project;

    @Test
    void anApplicationHasNeitherEngineNorRules() throws IOException {
        for (String module : MODULES) {
            Path test = project.resolve(module).resolve("src/test/java/ApplicationTest.java");
            Files.createDirectories(test.getParent());
            Files.copy(TEMPLATES.resolve(module).resolve("ApplicationTest.java"), test);
            Files.writeString(project.resolve(module).resolve("pom.xml"), pom("child.xml", module));
        }
        Files.writeString(project.resolve("pom.xml"), pom("parent.xml", ""));

        Build build = Build.run(project, "test");

        assertThat(build.exitCode()).as(build.log()).isZero();
        assertThat(jars("runtime"))
                .contains("partita-runtime", "partita-plan", "partita-design", "partita-core")
                .doesNotContain("partita-http", "partita-codegen");
        assertThat(jars("service")).contains("partita-service", "partita-http", "partita-runtime");
        for (String module : MODULES) {
            assertThat(jars(module))
                    .doesNotContain("rocksdbjni", "partita-engine", "partita-wire", "partita-server", "partita-check");
        }
    }

    private static String pom(String template, String module) throws IOException {
        return Files.readString(TEMPLATES.resolve(template))
                .replace("@module@", module)
                .replace("@junit@", ours("<junit.version>([^<]+)<"))
                .replace("@compiler@", ours(">maven-compiler-plugin</artifactId>\\s*<version>([^<]+)<"))
                .replace("@surefire@", ours(">maven-surefire-plugin</artifactId>\\s*<version>([^<]+)<"))
                .replace("@resources@", ours(">maven-resources-plugin</artifactId>\\s*<version>([^<]+)<"));
    }

    /** A version that this build uses, and so has. */
    private static String ours(String pattern) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(Path.of("..", "pom.xml")));
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    /** The artifacts on the class path that the application saw when it ran. */
    private List<String> jars(String module) throws IOException {
        String path = Files.readString(project.resolve(module).resolve("target/class-path"));
        return Stream.of(path.split(Pattern.quote(File.pathSeparator)))
                .map(entry -> Path.of(entry).getFileName().toString())
                .filter(name -> name.endsWith(".jar"))
                .map(name -> name.replaceFirst("-[0-9].*", ""))
                .toList();
    }
}
