package dev.partita.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.engine.Engine;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every block of Java in the documentation, compiled and run in a project that has the dependencies the page names and no others.
 *
 * <p>A block of statements becomes a test of its own, in a class that extends the page's in {@code resources/snippets}: there is
 * what the page takes for granted. A line with nothing but {@code …} stands for whatever the reader does there.
 */
class SnippetsTest {

    private static final Pattern JAVA = Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern XML = Pattern.compile("^```xml\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern ORDERS =
            Pattern.compile("^```yaml\\n(design: orders\\n.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    /**
     * The blocks of a page that are built in one project.
     *
     * @param base the class they extend
     * @param blocks which of the page's, from 0; empty for all
     */
    private record Page(String file, String base, Set<Integer> blocks) {
        Page(String file, String base) {
            this(file, base, Set.of());
        }
    }

    /** A project: by the artifacts that its pages name, and what else its build must know. */
    private record Project(String dependencies, String imports, List<Page> pages) {}

    private static final String IMPORTS = """
            import com.example.orders.*;
            import dev.partita.cache.*;
            import dev.partita.embedded.*;
            import dev.partita.plan.Result;
            import dev.partita.plan.Written;
            import dev.partita.runtime.*;
            import java.math.BigDecimal;
            import java.net.URI;
            import java.nio.file.Path;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.stream.*;
            import org.junit.jupiter.api.Test;
            import org.junit.jupiter.api.extension.RegisterExtension;
            import static org.junit.jupiter.api.Assertions.assertTrue;
            import dev.partita.engine.Engine;
            import software.amazon.awssdk.auth.credentials.*;
            import software.amazon.awssdk.regions.Region;
            import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
            import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
            import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
            """;

    private static Map<String, Project> projects() throws IOException {
        Map<String, Project> projects = new LinkedHashMap<>();
        projects.put(
                "runtime",
                new Project(
                        dependency("dev.partita", "partita-runtime", "0.1.0-SNAPSHOT")
                                + blocks(XML, "docs/in-process.md").get(0),
                        IMPORTS,
                        List.of(
                                new Page("README.md", "ReadmePage"),
                                new Page("docs/java.md", "JavaPage"),
                                new Page("docs/runtime.md", "RuntimePage"),
                                new Page("docs/events.md", "EventsPage"),
                                new Page("docs/in-process.md", "InProcessPage"),
                                new Page("docs/caching.md", "CachingPage", Set.of(0, 2, 3, 4)),
                                new Page("docs/systems.md", "SystemsPage"))));
        projects.put(
                "redis",
                new Project(
                        dependency("dev.partita", "partita-redis", "0.1.0-SNAPSHOT"),
                        "import dev.partita.cache.*;\nimport dev.partita.redis.*;\nimport org.junit.jupiter.api.Test;\n",
                        List.of(new Page("docs/caching.md", "RedisPage", Set.of(1)))));
        projects.put(
                "search",
                new Project(
                        dependency("dev.partita", "partita-search", "0.1.0-SNAPSHOT")
                                + blocks(XML, "docs/in-process.md").get(0),
                        IMPORTS + "import dev.partita.search.*;\n",
                        List.of(new Page("docs/search.md", "SearchPage"))));
        projects.put(
                "service",
                new Project(
                        dependency("dev.partita", "partita-service", "0.1.0-SNAPSHOT")
                                + blocks(XML, "docs/in-process.md").get(0),
                        IMPORTS + "import dev.partita.http.*;\nimport dev.partita.service.*;\n",
                        List.of(new Page("docs/rest.md", "ServicePage"))));
        projects.put(
                "spring",
                new Project(
                        blocks(XML, "docs/spring-boot.md").get(0)
                                + dependency("org.springframework.boot", "spring-boot-autoconfigure", springBoot()),
                        "import com.example.orders.*;\nimport dev.partita.spring.*;\n"
                                + "import org.springframework.context.annotation.Bean;\n",
                        List.of(new Page("docs/spring-boot.md", "SpringPage"))));
        projects.put(
                "enhanced",
                new Project(
                        dependency("dev.partita", "partita-runtime", "0.1.0-SNAPSHOT")
                                + dependency("software.amazon.awssdk", "dynamodb-enhanced", property("aws.version"))
                                        .replace("</dependency>", """
                                                <exclusions>
                                                  <exclusion><groupId>software.amazon.awssdk</groupId><artifactId>netty-nio-client</artifactId></exclusion>
                                                  <exclusion><groupId>software.amazon.awssdk</groupId><artifactId>apache5-client</artifactId></exclusion>
                                                </exclusions></dependency>
                                                """),
                        """
                        import java.math.BigDecimal;
                        import java.time.Instant;
                        import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.*;
                        import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.*;
                        """,
                        List.of(new Page("docs/from-enhanced-client.md", "EnhancedPage"))));
        return projects;
    }

    /** Pages whose blocks another test takes. */
    private static final Map<String, Integer> ELSEWHERE = Map.of("docs/quick-start.md", 1);

    @TempDir
    Path folder;

    @Test
    void everyBlockOfJavaIsTakenByAProject() throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(Path.of("../docs"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".md")).toList()) {
                String name = "docs/" + file.getFileName();
                if (!blocks(JAVA, name).isEmpty()) {
                    found.put(name, blocks(JAVA, name).size());
                }
            }
        }
        found.put("README.md", blocks(JAVA, "README.md").size());
        Map<String, Integer> taken = new TreeMap<>(ELSEWHERE);
        for (Project project : projects().values()) {
            for (Page page : project.pages()) {
                taken.merge(
                        page.file(),
                        page.blocks().isEmpty()
                                ? blocks(JAVA, page.file()).size()
                                : page.blocks().size(),
                        Integer::sum);
            }
        }
        assertThat(taken).isEqualTo(found);
    }

    @Tag("slow")
    @Test
    void everyBlockOfJavaCompilesAndRuns() throws IOException {
        Files.writeString(folder.resolve("pom.xml"), parent());
        int tests = 0;
        for (Map.Entry<String, Project> project : projects().entrySet()) {
            tests += write(folder.resolve(project.getKey()), project.getKey(), project.getValue());
        }
        try (Engine engine = Engine.inMemory(Engine.Options.defaults());
                Server server = Server.start(
                        new Wire(engine, false), Server.Options.defaults().withPort(0))) {
            Build build = Build.run(
                    folder,
                    Map.of(
                            "AWS_ENDPOINT_URL", "http://127.0.0.1:" + server.port(),
                            "AWS_REGION", "us-east-1",
                            "AWS_ACCESS_KEY_ID", "any",
                            "AWS_SECRET_ACCESS_KEY", "any"),
                    "test");
            assertThat(build.exitCode()).as(build.log()).isZero();
            Matcher ran = Pattern.compile("Tests run: (\\d+), .* -- in").matcher(build.log());
            int run = 0;
            while (ran.find()) {
                run += Integer.parseInt(ran.group(1));
            }
            assertThat(run).as(build.log()).isEqualTo(tests);
        }
    }

    /** Not with the blocks: this SDK does not know the variable that leads their clients to the server here. */
    @Tag("slow")
    @Test
    void theOldestSdkThatIsPromisedDoes() throws IOException {
        String oldest = "2.26.0";
        assertThat(Files.readString(Path.of("../docs/build.md"))).contains("another version of the SDK: " + oldest);
        write(
                folder,
                "minimum",
                new Project(
                        dependency("dev.partita", "partita-runtime", "0.1.0-SNAPSHOT")
                                // Its classes are named here, so it is no longer only there to be found.
                                + dependency("software.amazon.awssdk", "url-connection-client", oldest),
                        "",
                        List.of()));
        Path pom = folder.resolve("pom.xml");
        Files.writeString(pom, Files.readString(pom).replace("<dependencies>", """
                        <dependencyManagement><dependencies><dependency>
                          <groupId>software.amazon.awssdk</groupId><artifactId>bom</artifactId>
                          <version>%s</version><type>pom</type><scope>import</scope>
                        </dependency></dependencies></dependencyManagement>
                        <dependencies>""".formatted(oldest)));
        Files.copy(
                Path.of("src/test/resources/snippets/MinimumSdkTest.java"),
                folder.resolve("src/test/java/pages/MinimumSdkTest.java"));
        try (Engine engine = Engine.inMemory(Engine.Options.defaults());
                Server server = Server.start(
                        new Wire(engine, false), Server.Options.defaults().withPort(0))) {
            Build build =
                    Build.run(folder, false, Map.of("AWS_ENDPOINT_URL", "http://127.0.0.1:" + server.port()), "test");
            assertThat(build.log()).contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
            assertThat(build.exitCode()).isZero();
        }
    }

    /** @return how many tests it has */
    private static int write(Path home, String name, Project project) throws IOException {
        Path designs = Files.createDirectories(home.resolve("src/main/partita"));
        // Streams are what some pages are about; the quick start needs none.
        Files.writeString(
                designs.resolve("orders.yaml"),
                blocks(ORDERS, "docs/quick-start.md")
                        .get(0)
                        .replace("sort: sk } }", "sort: sk }, name: \"${ORDERS_TABLE:orders}\", stream: both }"));
        Path sources = Files.createDirectories(home.resolve("src/test/java/pages"));
        if (name.equals("runtime")) {
            Files.copy(Path.of("../codegen/src/test/resources/library.yaml"), designs.resolve("library.yaml"));
            Files.copy(Path.of("../systems/designs/fus-main.yaml"), designs.resolve("fus-main.yaml"));
            Files.copy(Path.of("src/test/resources/snippets/people.yaml"), designs.resolve("people.yaml"));
        }
        Files.writeString(home.resolve("pom.xml"), pom(name, project.dependencies()));
        int tests = 0;
        for (Page page : project.pages()) {
            Files.copy(
                    Path.of("src/test/resources/snippets", page.base() + ".java"),
                    sources.resolve(page.base() + ".java"));
            List<String> blocks = blocks(JAVA, page.file());
            for (int i = 0; i < blocks.size(); i++) {
                if (page.blocks().isEmpty() || page.blocks().contains(i)) {
                    String code = blocks.get(i);
                    String type = page.base() + i + "Test";
                    Files.writeString(
                            sources.resolve(type + ".java"), source(project.imports(), page.base(), type, code));
                    tests += isMember(code) ? 0 : 1;
                }
            }
        }
        return tests;
    }

    private static String source(String imports, String base, String type, String code) {
        String plain = code.replaceAll("(?m)^\\s*…\\s*$", "");
        String head = "package pages;\n"
                + (base.equals("JavaPage") ? imports.replace(".orders.", ".library.") : imports)
                + (base.equals("SystemsPage") ? "import com.example.fusmain.*;\n" : "");
        if (plain.contains("class OrdersTest")) {
            return head + plain.replace("class OrdersTest", "class " + type);
        }
        if (plain.startsWith("@DynamoDbBean")) {
            return head + plain.replace("public class Order", "class " + type);
        }
        String body = isMember(code) ? plain : "@Test\nvoid runs() throws Exception {\n" + plain + "}\n";
        return head + "class " + type + " extends " + base + " {\n" + prepared(code) + body + "}\n";
    }

    /** What a block of docs/java.md needs to find in the table. */
    private static String prepared(String code) {
        return code.contains("library.giveBack(")
                ? "@Override void prepare() {"
                        + "library.lend().readerId(\"ann\").bookId(\"01J0\").due(LocalDate.now()).run();}\n"
                : "";
    }

    private static boolean isMember(String code) {
        return code.startsWith("void ") || code.startsWith("@") && !code.contains("@Test");
    }

    private static List<String> blocks(Pattern kind, String page) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = kind.matcher(Files.readString(Path.of("..", page)));
        while (matcher.find()) {
            blocks.add(matcher.group(1));
        }
        return blocks;
    }

    private static String dependency(String group, String artifact, String version) {
        return "<dependency><groupId>" + group + "</groupId><artifactId>" + artifact + "</artifactId><version>"
                + version + "</version></dependency>\n";
    }

    private static String parent() throws IOException {
        StringBuilder modules = new StringBuilder();
        projects().keySet().forEach(name -> modules.append("<module>" + name + "</module>"));
        return """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId><artifactId>pages</artifactId><version>1</version>
                  <packaging>pom</packaging>
                  <modules>%s</modules>
                </project>
                """.formatted(modules);
    }

    /** The build of the quick start, with other dependencies. */
    private static String pom(String name, String dependencies) throws IOException {
        String quick = blocks(XML, "docs/quick-start.md").get(0);
        int from = quick.indexOf("<dependencies>") + "<dependencies>".length();
        int junit = quick.lastIndexOf("<dependency>", quick.indexOf("<groupId>org.junit.jupiter"));
        return quick.substring(0, from).replace("<artifactId>orders<", "<artifactId>" + name + "<")
                + dependencies
                + quick.substring(junit);
    }

    private static String springBoot() throws IOException {
        return property("spring-boot.version");
    }

    private static String property(String name) throws IOException {
        Matcher matcher = Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)<")
                .matcher(Files.readString(Path.of("../pom.xml")));
        assertThat(matcher.find()).as(name).isTrue();
        return matcher.group(1);
    }
}
