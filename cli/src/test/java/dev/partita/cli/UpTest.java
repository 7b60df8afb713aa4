package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code partita up} as a process of its own, from its banner to its last line. */
@Tag("slow")
class UpTest {

    private static final Pattern URL = Pattern.compile("http://(localhost|127\\.0\\.0\\.2):\\d+");

    @TempDir
    private Path directory;

    private final Map<String, String> environment = new HashMap<>();
    private Process process;
    private BufferedReader output;
    private final StringBuilder banner = new StringBuilder();

    @AfterEach
    void kill() {
        process.destroyForcibly();
    }

    @Test
    void itSaysWhereToConnectAndKeepsWhatWasAnsweredWhenStopped() throws Exception {
        String url = up();
        assertThat(banner.toString()).contains("aws dynamodb list-tables --endpoint-url", "DynamoDbClient.builder()");
        assertThat(call(url, "CreateTable", """
                        {"TableName":"table","BillingMode":"PAY_PER_REQUEST",
                         "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],
                         "KeySchema":[{"AttributeName":"p","KeyType":"HASH"}]}""")).contains("\"TableStatus\"");
        assertThat(call(url, "PutItem", "{\"TableName\":\"table\",\"Item\":{\"p\":{\"S\":\"kept\"}}}"))
                .isEqualTo("{}");
        assertThat(stop()).last().asString().startsWith("Stopped");

        String again = up();
        assertThat(call(again, "GetItem", "{\"TableName\":\"table\",\"Key\":{\"p\":{\"S\":\"kept\"}}}"))
                .isEqualTo("{\"Item\":{\"p\":{\"S\":\"kept\"}}}");
        stop();
    }

    @Test
    void theDesignsAreServedBesideTheApiAndTheirSamplesAreWrittenOnce() throws Exception {
        up("--samples", "yes", "url-checks", "notifications");
        assertThat(banner.toString())
                .contains("local mode: no token is asked for", "/api/url-checks  /api/notifications");
        awaitLine("Samples");
        String service = service();
        assertThat(get(service + "/api/url-checks/users/123456"))
                .contains("\"email\":\"user@example.com\"", "\"checkCount\":2");
        assertThat(get(service + "/api/notifications/users/usr_01HQ8X9Y5KNZ4T2B6R"))
                .contains("user@example.com");
        assertThat(delete(service + "/api/url-checks/checks/abcdef")).isEqualTo(204);
        stop();

        up("--samples", "yes", "url-checks", "notifications");
        assertThat(get(service() + "/api/url-checks/users/123456")).contains("\"checkCount\":1");
        assertThat(stop()).doesNotContain("Samples");
    }

    @Test
    void theServiceCanServeTheTablesOfAnotherPartita() throws Exception {
        String api = up("--samples", "yes", "url-checks");
        awaitLine("Samples");
        Process first = process;
        BufferedReader firstOutput = output;

        Path secret = Files.writeString(directory.resolve("secret"), "0123456789abcdef0123456789abcdef");
        up("--endpoint", api, "--secret-file", secret.toString(), "url-checks");
        assertThat(banner.toString()).contains("Tables   " + api).doesNotContain("API ");
        String url = service() + "/api/url-checks/users/123456";
        assertThat(get(url)).contains("user@example.com");
        assertThat(console("where", null, null)).contains("\"here\" : false", "\"production\" : false", api);
        assertThat(console("dynamodb", "DynamoDB_20120810.ListTables", "{}")).contains("TableNames");
        stop();

        process = first;
        output = firstOutput;
        stop();
    }

    @Test
    void tablesOnAnotherMachineAreProductionInTheirRegion() throws Exception {
        // No address of another machine is at hand; this one is not known to be ours.
        String api = up("--bind", "127.0.0.2", "--insecure", "--samples", "no", "url-checks");
        Process first = process;
        BufferedReader firstOutput = output;

        environment.put("AWS_REGION", "eu-north-1");
        environment.put("AWS_ACCESS_KEY_ID", "somebody");
        environment.put("AWS_SECRET_ACCESS_KEY", "secret");
        Path secret = Files.writeString(directory.resolve("secret"), "0123456789abcdef0123456789abcdef");
        up("--endpoint", api, "--samples", "no", "--secret-file", secret.toString(), "url-checks");
        assertThat(console("where", null, null))
                .contains("\"label\" : \"" + api + ", eu-north-1\"", "\"production\" : true");
        assertThat(console("dynamodb", "DynamoDB_20120810.ListTables", "{}")).contains("TableNames");
        stop();

        process = first;
        output = firstOutput;
        stop();
    }

    private String service() {
        Matcher url = Pattern.compile("Service  (http://localhost:\\d+)").matcher(banner);
        assertThat(url.find()).as(banner.toString()).isTrue();
        return url.group(1);
    }

    private void awaitLine(String beginning) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.strip().startsWith(beginning)) {
                return;
            }
        }
        throw new AssertionError("no line begins with " + beginning);
    }

    private static String get(String url) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    /** As a page of the console asks; {@code target} is null for a call of the console's own. */
    private String console(String call, String target, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service() + "/console/api/" + call))
                .header("X-Partita-Console", "1");
        if (target != null) {
            request.header("X-Amz-Target", target)
                    .header("Content-Type", "application/x-amz-json-1.0")
                    .POST(HttpRequest.BodyPublishers.ofString(body));
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static int delete(String url) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).DELETE().build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    /** Starts and returns the first address it prints. */
    private String up(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.partita.cli.Main",
                "up",
                "--port",
                "0",
                "--service-port",
                "0"));
        if (!List.of(options).contains("--endpoint")) {
            command.addAll(List.of("--data", directory.resolve("data").toString()));
        }
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        process = builder.start();
        output = process.inputReader();
        banner.setLength(0);
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            banner.append(line).append('\n');
            if (line.contains("Ctrl-C")) {
                break;
            }
        }
        Matcher url = URL.matcher(banner);
        assertThat(url.find()).isTrue();
        return url.group();
    }

    private List<String> stop() throws Exception {
        // Process.destroy() would close the output, and the last line is what we are after.
        process.toHandle().destroy();
        List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
        }
        process.waitFor();
        return lines;
    }

    private static String call(String url, String operation, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=k/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host,"
                                + " Signature=0")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
