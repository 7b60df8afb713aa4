package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code partita up} as a process of its own, from its banner to its last line. */
class UpTest {

    private static final Pattern URL = Pattern.compile("http://localhost:\\d+");

    @TempDir
    private Path directory;

    private Process process;
    private BufferedReader output;

    @AfterEach
    void kill() {
        process.destroyForcibly();
    }

    @Test
    void itSaysWhereToConnectAndKeepsWhatWasAnsweredWhenStopped() throws Exception {
        String url = up();
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

    /** Starts and returns the address it prints. */
    private String up() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.partita.cli.Main",
                        "up",
                        "--port",
                        "0",
                        "--data",
                        directory.resolve("data").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        output = process.inputReader();
        StringBuilder banner = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            banner.append(line).append('\n');
            if (line.contains("Ctrl-C")) {
                break;
            }
        }
        assertThat(banner.toString()).contains("aws dynamodb list-tables --endpoint-url", "DynamoDbClient.builder()");
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
