package dev.partita.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.DesignSchema;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The product as it ships, once through everything, on the JDK of this build and on the newest there is. Classes that are
 * found on a class path of many jars may be missing in the one that ships; no other test would notice.
 */
class PackagedProductTest {

    /** For each design that ships, something its samples have. */
    private static final Map<String, List<String>> SAMPLES = Map.of(
            "url-checks", List.of("/users/123456", "user@example.com"),
            "aura-historia", List.of("/shops/example.com", "json-ld"),
            "algoitny", List.of("/plans", "Free"),
            "fus-main", List.of("/sites", "https://example.org"),
            "notifications", List.of("/users/usr_01HQ8X9Y5KNZ4T2B6R/notifications", "Welcome"));

    private static final Pattern ASSET =
            Pattern.compile("(?:src|href)=\"((?:/|\\./)?[\\w./-]+\\.(?:js|css|svg|png))\"");

    private static final Path JAR = Path.of("target", "partita.jar").toAbsolutePath();

    @TempDir
    private Path directory;

    static List<Jdk> toTry() throws IOException {
        return Jdk.toTry();
    }

    /** Maven leaves a jar alone that would come out the same; the launcher would build it again for its age. */
    @BeforeAll
    static void theJarIsNew() throws IOException {
        Files.setLastModifiedTime(JAR, FileTime.from(Instant.now()));
    }

    @ParameterizedTest
    @MethodSource("toTry")
    void everyFeatureWorksAndARestartKeepsEverything(Jdk jdk) throws Exception {
        try (Product product = Product.up(jdk, directory, "--data", "data", "--samples", "yes")) {
            theApiWorks(product);
            everyDesignIsServedWithItsSamples(product);
            searchIsAnsweredByTheIndex(product);
            theConsoleHasItsFiles(product);
            generatedCodeRuns(jdk, product);
            assertThat(product.complained()).isEmpty();
        }
        try (Product again = Product.up(jdk, directory, "--data", "data")) {
            try (DynamoDbClient client = client(again.api())) {
                assertThat(client.getItem(get -> get.tableName("packaged").key(Map.of("id", text("one"))))
                                .item())
                        .containsEntry("says", text("hello"));
            }
            everyDesignIsServedWithItsSamples(again);
            searchIsAnsweredByTheIndex(again);
            assertThat(again.complained()).isEmpty();
        }
    }

    /** A pipe or a file takes all of it; a terminal alone is asked for every line. */
    @ParameterizedTest
    @MethodSource("toTry")
    void whatACommandPrintsArrivesWhole(Jdk jdk) throws Exception {
        String schema = DesignSchema.text();
        assertThat(Product.run(jdk, directory, "schema")).isEqualTo(new Product.Ran(0, schema, ""));
        Product.Ran piped = shell(jdk, "'" + Product.LAUNCHER + "' schema | cat");
        assertThat(piped.out()).isEqualTo(schema);
        for (String command : List.of("rules", "check algoitny --json", "export algoitny --workbench")) {
            Product.Ran whole = Product.run(jdk, directory, command.split(" "));
            assertThat(whole.exitCode()).as(command + whole.err()).isZero();
            assertThat(shell(jdk, "'" + Product.LAUNCHER + "' " + command + " | cat")
                            .out())
                    .as(command)
                    .isEqualTo(whole.out());
        }
    }

    @ParameterizedTest
    @MethodSource("toTry")
    void whatCannotBeWrittenIsAnError(Jdk jdk) throws Exception {
        if (!Files.exists(Path.of("/dev/full"))) {
            return;
        }
        Product.Ran full = shell(jdk, "'" + Product.LAUNCHER + "' schema > /dev/full");
        assertThat(full.exitCode()).isEqualTo(1);
        assertThat(full.err()).contains("Not everything could be written");
        // Who closes a pipe has had enough, and need not be told.
        assertThat(shell(jdk, "'" + Product.LAUNCHER + "' schema | head -n 1").err())
                .isEmpty();
    }

    private void theApiWorks(Product product) {
        try (DynamoDbClient client = client(product.api())) {
            client.createTable(table -> table.tableName("packaged")
                    .attributeDefinitions(AttributeDefinition.builder()
                            .attributeName("id")
                            .attributeType(ScalarAttributeType.S)
                            .build())
                    .keySchema(KeySchemaElement.builder()
                            .attributeName("id")
                            .keyType(KeyType.HASH)
                            .build())
                    .billingMode("PAY_PER_REQUEST"));
            client.putItem(put -> put.tableName("packaged").item(Map.of("id", text("one"), "says", text("hello"))));
            assertThat(client.query(query -> query.tableName("packaged")
                                    .keyConditionExpression("id = :id")
                                    .expressionAttributeValues(Map.of(":id", text("one"))))
                            .items())
                    .containsExactly(Map.of("id", text("one"), "says", text("hello")));
        }
    }

    private void everyDesignIsServedWithItsSamples(Product product) throws Exception {
        String designs = product.get("/api").body();
        for (Map.Entry<String, List<String>> sample : SAMPLES.entrySet()) {
            String base = "/api/" + sample.getKey();
            assertThat(designs).contains("\"" + base + "\"");
            HttpResponse<String> answer = product.get(base + sample.getValue().get(0));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).contains(sample.getValue().get(1));
            assertThat(product.get(base + "/openapi.json").body()).contains("\"openapi\"");
        }
    }

    private void searchIsAnsweredByTheIndex(Product product) throws Exception {
        assertThat(product.eventually("/ready", "caught up"))
                .contains("\"name\":\"search of algoitny\",\"ready\":true,\"detail\":\"caught up\"");
        assertThat(product.get("/metrics").body())
                .contains("partita_search_ready{design=\"algoitny\",index=\"main\"} 1");
        assertThat(product.get("/api/algoitny/problems/search?title=A%2BB").body())
                .contains("\"problemId\":\"5\"");
    }

    private void theConsoleHasItsFiles(Product product) throws Exception {
        HttpResponse<String> page = product.get("/", "Accept", "text/html");
        assertThat(page.statusCode()).isEqualTo(200);
        List<String> assets = new ArrayList<>();
        Matcher asset = ASSET.matcher(page.body());
        while (asset.find()) {
            assets.add(asset.group(1));
        }
        assertThat(assets).isNotEmpty();
        for (String path : assets) {
            String absolute = URI.create("/").resolve(path).toString();
            assertThat(product.get(absolute).statusCode()).as(absolute).isEqualTo(200);
        }
    }

    private void generatedCodeRuns(Jdk jdk, Product product) throws Exception {
        Product.Ran generated = Product.run(jdk, directory, "generate", "notifications", "--out", "src");
        assertThat(generated.exitCode()).as(generated.err()).isZero();
        Path program = Files.writeString(directory.resolve("src/Program.java"), """
                import java.net.URI;
                import notifications.Notifications;
                import software.amazon.awssdk.auth.credentials.*;
                import software.amazon.awssdk.regions.Region;
                import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

                class Program {
                    public static void main(String[] arguments) {
                        try (DynamoDbClient client = DynamoDbClient.builder()
                                .endpointOverride(URI.create(arguments[0]))
                                .region(Region.US_EAST_1)
                                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                                .build()) {
                            Notifications notifications = Notifications.on(client);
                            System.out.println(notifications.user("usr_01HQ8X9Y5KNZ4T2B6R").orElseThrow().email());
                        }
                    }
                }
                """);
        String jar = JAR.toString();
        List<String> compile = new ArrayList<>(
                List.of(jdk.tool("javac").toString(), "-d", "classes", "-proc:none", "-cp", jar, program.toString()));
        try (Stream<Path> sources = Files.walk(directory.resolve("src").resolve("notifications"))) {
            sources.filter(file -> file.toString().endsWith(".java"))
                    .sorted(Comparator.naturalOrder())
                    .forEach(file -> compile.add(file.toString()));
        }
        Product.Ran compiled = Product.run(jdk, directory, compile);
        assertThat(compiled.exitCode()).as(compiled.err()).isZero();
        Product.Ran ran = Product.run(
                jdk,
                directory,
                List.of(
                        jdk.tool("java").toString(),
                        "-cp",
                        jar + File.pathSeparator + "classes",
                        "Program",
                        product.api()));
        assertThat(ran.out().strip()).as(ran.err()).isEqualTo("user@example.com");
    }

    private Product.Ran shell(Jdk jdk, String command) throws Exception {
        return Product.run(jdk, directory, List.of("sh", "-c", command));
    }

    private static DynamoDbClient client(String endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create(endpoint))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build();
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }
}
