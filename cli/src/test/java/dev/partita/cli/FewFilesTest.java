package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where a process may have 1,024 files open, connections do not take those that writes need. */
@Timeout(120)
class FewFilesTest {

    private static final int VISITORS = 1_200;

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void tooFewFilesAreTold() throws Exception {
        Process process = start(200);
        try (BufferedReader output = output(process)) {
            assertThat(output.readLine()).contains("too few files open, by 628", "ulimit -n 1024");
            assertThat(call(api(output), "ListTables", "{}")).isEqualTo(200);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void writesGoOnHoweverManyConnect() throws Exception {
        Process process = start(1024);
        List<Socket> visitors = new ArrayList<>();
        try (BufferedReader output = output(process)) {
            URI api = api(output);
            assertThat(call(api, "CreateTable", """
                    {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
                     "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],
                     "KeySchema":[{"AttributeName":"p","KeyType":"HASH"}]}""")).isEqualTo(200);
            for (int i = 0; i < VISITORS; i++) {
                visitors.add(new Socket(api.getHost(), api.getPort()));
            }
            for (int i = 0; i < 50; i++) {
                assertThat(call(api, "PutItem", "{\"TableName\":\"things\",\"Item\":{\"p\":{\"S\":\"" + i + "\"}}}"))
                        .isEqualTo(200);
            }
        } finally {
            process.destroyForcibly();
            for (Socket visitor : visitors) {
                visitor.close();
            }
        }
    }

    private Process start(int files) throws IOException {
        return new ProcessBuilder(
                        "bash",
                        "-c",
                        "ulimit -n " + files + " && exec \"$@\"",
                        "bash",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.partita.cli.Main",
                        "up",
                        "--no-service",
                        "--port",
                        "0",
                        "--data",
                        directory.resolve("data").toString())
                .redirectErrorStream(true)
                .start();
    }

    private static BufferedReader output(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static URI api(BufferedReader output) throws Exception {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher url = Pattern.compile("API +(http://localhost:\\d+)").matcher(line);
            if (url.find()) {
                return URI.create(url.group(1));
            }
        }
        throw new AssertionError("it did not start");
    }

    /** As an SDK does it: what is told to come again later, or whose connection was closed for being idle, comes again. */
    private int call(URI api, String operation, String body) throws Exception {
        int status = 503;
        for (int tries = 0; status == 503 && tries < 20; tries++) {
            try {
                status = send(api, operation, body);
            } catch (IOException closed) {
                status = 503;
            }
        }
        return status;
    }

    private int send(URI api, String operation, String body) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(api)
                                .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                                .header("Content-Type", "application/x-amz-json-1.0")
                                .header(
                                        "Authorization",
                                        "AWS4-HMAC-SHA256 Credential=x/20260101/local/dynamodb/aws4_request,"
                                                + " SignedHeaders=host, Signature=x")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }
}
