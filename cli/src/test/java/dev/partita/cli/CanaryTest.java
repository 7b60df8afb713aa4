package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A password that cannot be overlooked goes through everything a client can do, right and wrong, at the most talkative level of
 * logging. Afterwards neither it nor its hash nor a token stands anywhere but where it was given out.
 */
@Tag("slow")
class CanaryTest {

    private static final String PASSWORD = "canary-Zx7Qw2-sings";
    private static final String NEW_PASSWORD = "canary-Ty4Rm9-again";
    private static final String SECRET = "a secret of this test that is long enough";

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    /** What was answered, by what was asked. */
    private final Map<String, String> answers = new LinkedHashMap<>();

    private final StringBuffer said = new StringBuffer();
    private final CompletableFuture<String> started = new CompletableFuture<>();
    private Process process;
    private Thread reader;
    private volatile String api;
    private String service;

    @BeforeEach
    void start() throws Exception {
        Path secret = Files.writeString(directory.resolve("jwt"), SECRET);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.partita.cli.Main"));
        command.addAll(List.of("up", "--port", "0", "--service-port", "0", "--samples", "no"));
        command.addAll(List.of("--data", directory.resolve("data").toString()));
        command.addAll(List.of("--auth", "required", "--jwt-secret-file", secret.toString()));
        command.addAll(List.of("--log-level", "debug", "--log-format", "json", "notifications"));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        reader = new Thread(this::listen);
        reader.start();
        service = started.get(60, TimeUnit.SECONDS);
    }

    /** Somebody has to read it all the time, or the process waits for it. */
    private void listen() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                said.append(line).append('\n');
                Matcher url = Pattern.compile("(API|Service) +(http://localhost:\\d+)")
                        .matcher(line);
                if (url.find()) {
                    if (url.group(1).equals("API")) {
                        api = url.group(2);
                    } else {
                        started.complete(url.group(2));
                    }
                }
            }
        } catch (IOException e) {
            said.append(e);
        }
        started.completeExceptionally(new AssertionError(said.toString()));
    }

    @AfterEach
    void kill() {
        process.destroyForcibly();
    }

    @Test
    void aPasswordStandsNowhere() throws Exception {
        String users = "/api/notifications/users";
        String login = "/api/notifications/login";
        String made = send(201, "POST", users, null, account("canary@example.com", quoted(PASSWORD)));
        String id = member(made, "id");
        String hash = hash(id);
        assertThat(hash).startsWith("$2a$10$");
        send(409, "POST", users, null, account("canary@example.com", quoted(PASSWORD)));
        send(422, "POST", users, null, account("other@example.com", quoted(PASSWORD.repeat(4))));
        send(422, "POST", users, null, account("other@example.com", "[" + quoted(PASSWORD) + "]"));
        send(422, "POST", users, null, account("other@example.com", "{\"x\":" + quoted(PASSWORD) + "}"));
        send(422, "POST", users, null, account("x", quoted(PASSWORD)));
        send(422, "POST", users, null, "{\"email\":\"a@b.cd\",\"passwort\":" + quoted(PASSWORD) + "}");
        send(400, "POST", users, null, "{\"email\":\"a@b.cd\",\"password\":" + quoted(PASSWORD) + "," + PASSWORD);
        send(400, "POST", users, null, "{\"email\":\"a@b.cd\",\"password\":\"" + PASSWORD);

        String token =
                member(send(200, "POST", login, null, account(" Canary@example.com", quoted(PASSWORD))), "token");
        answers.remove("POST " + login);
        send(401, "POST", login, null, account("canary@example.com", quoted(PASSWORD + "x")));
        send(401, "POST", login, null, account(PASSWORD + "@example.com", quoted(PASSWORD)));
        send(400, "POST", login, null, "{\"password\":" + quoted(PASSWORD) + "}");
        send(400, "POST", login, null, "{\"email\":1,\"password\":" + quoted(PASSWORD) + "}");
        send(400, "POST", login, null, "{\"email\":\"a\",\"password\":" + PASSWORD + "}");
        send(405, "GET", login + "?password=" + PASSWORD, null, null);

        send(200, "GET", users + "/" + id, token, null);
        send(422, "GET", users + "/" + id + "?password=" + PASSWORD, token, null);
        send(401, "GET", users + "/" + id, token + "x", null);
        send(401, "GET", users + "/" + id, PASSWORD, null);
        send(401, "GET", users + "/" + id, null, null);
        send(403, "GET", users + "/usr_other", token, null);
        send(422, "PATCH", users + "/" + id, token, "{\"password\":null}");
        send(422, "PATCH", users + "/" + id, token, "{\"password\":" + quoted(NEW_PASSWORD.repeat(4)) + "}");
        send(422, "PATCH", users + "/" + id, token, "{\"hash\":" + quoted(NEW_PASSWORD) + "}");
        send(200, "PATCH", users + "/" + id, token, "{\"password\":" + quoted(NEW_PASSWORD) + "}");
        send(401, "GET", users + "/" + id, token, null);
        String newHash = hash(id);
        assertThat(newHash).startsWith("$2a$10$").isNotEqualTo(hash);
        send(401, "POST", login, null, account("canary@example.com", quoted(PASSWORD)));
        String newToken =
                member(send(200, "POST", login, null, account("canary@example.com", quoted(NEW_PASSWORD))), "token");
        answers.remove("POST " + login);

        String sender = issued("senders");
        String admin = issued("admins");
        for (int i = 0; i < 3; i++) {
            send(
                    201,
                    "POST",
                    "/api/notifications/notifications",
                    sender,
                    "{\"userId\":\"" + id + "\",\"title\":\"t\",\"content\":\"c\",\"channelName\":\"email\"}");
        }
        String page = send(200, "GET", "/api/notifications/patterns/feed?limit=1", newToken, null);
        String cursor = member(page, "next").replaceFirst(".*cursor=", "");
        send(200, "GET", "/api/notifications/patterns/feed?limit=1&cursor=" + cursor, newToken, null);
        assertThat(new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.ISO_8859_1))
                .doesNotContain(id, "USER#", "NOTIF#");
        send(400, "GET", "/api/notifications/patterns/feed?cursor=" + PASSWORD, newToken, null);
        send(200, "GET", "/api/notifications/patterns/userByEmail?email=canary@example.com", admin, null);
        for (String path : List.of(
                "/",
                "/api",
                "/api/notifications",
                "/api/notifications/openapi.json",
                "/api/notifications/docs",
                "/metrics",
                "/ready",
                "/alarms",
                "/problems")) {
            send(200, "GET", path, null, null);
        }
        String consoleKey =
                Files.readString(directory.resolve("data/service/console-key")).strip();
        theConsoleAsksForItsKey(consoleKey);
        send(204, "DELETE", users + "/" + id, newToken, null);
        send(401, "POST", login, null, account("canary@example.com", quoted(NEW_PASSWORD)));

        stop();
        assertThat(said.toString()).as("the log").contains("\"status\":401");
        for (String secret : List.of(
                PASSWORD, NEW_PASSWORD, hash, newHash, SECRET, consoleKey, signature(token), signature(newToken))) {
            assertThat(said.toString()).as("the log").doesNotContain(secret);
            answers.forEach((asked, answer) -> assertThat(answer).as(asked).doesNotContain(secret));
        }
        assertThat(said.toString()).as("the log").doesNotContain(signature(sender), "canary@example.com");
        // A hash is kept as long as its account; what it was made of never is.
        for (String secret : List.of(PASSWORD, NEW_PASSWORD, SECRET)) {
            assertThat(kept().stream().anyMatch(text -> text.contains(secret)))
                    .as("the data directory has " + secret)
                    .isFalse();
        }
        assertThat(kept().stream().anyMatch(text -> text.contains(id))).isTrue();
    }

    /** A proxy on this machine arrives from this machine, too. */
    private void theConsoleAsksForItsKey(String key) throws Exception {
        HttpRequest.Builder where = HttpRequest.newBuilder(URI.create(service + "/console/api/where"))
                .header("X-Partita-Console", "1");
        assertThat(client.send(where.build(), HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(401);
        HttpResponse<String> entered = client.send(
                HttpRequest.newBuilder(URI.create(service + "/?key=" + key))
                        .header("Accept", "text/html")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(entered.statusCode()).isEqualTo(303);
        String cookie = entered.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        assertThat(client.send(where.header("Cookie", cookie).build(), HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }

    private String send(int status, String method, String path, String token, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service + path))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        String all = answer.statusCode() + " " + answer.headers().map() + "\n" + answer.body();
        assertThat(answer.statusCode()).as(method + " " + path + " " + all).isEqualTo(status);
        answers.merge(method + " " + path, all, (one, other) -> one + "\n" + other);
        return answer.body();
    }

    /** As it is stored, for those who may look into the table itself. */
    private String hash(String id) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(api + "/"))
                .header("X-Amz-Target", "DynamoDB_20120810.GetItem")
                .header("Content-Type", "application/x-amz-json-1.0")
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=x/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=x")
                .POST(HttpRequest.BodyPublishers.ofString("{\"TableName\":\"users-dev\",\"ConsistentRead\":true,"
                        + "\"Key\":{\"PK\":{\"S\":\"USER#" + id + "\"},\"SK\":{\"S\":\"METADATA\"}}}"))
                .build();
        String item = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        Matcher hash =
                Pattern.compile("\"password_hash\":\\{\"S\":\"([^\"]+)\"").matcher(item);
        assertThat(hash.find()).as(item).isTrue();
        return hash.group(1);
    }

    private void stop() throws Exception {
        process.toHandle().destroy();
        reader.join();
    }

    private List<String> kept() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("data"))) {
            List<String> texts = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.add(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
            return texts;
        }
    }

    private static String account(String email, String password) {
        return "{\"email\":" + quoted(email) + ",\"password\":" + password + "}";
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static String member(String json, String name) {
        Matcher member = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
        assertThat(member.find()).as(json).isTrue();
        return member.group(1);
    }

    private static String signature(String token) {
        return token.substring(token.lastIndexOf('.') + 1);
    }

    /** A token of an issuer that shares the secret. */
    private static String issued(String group) throws Exception {
        String claims = "{\"sub\":\"svc\",\"groups\":[\"" + group + "\"],\"exp\":4102444800}";
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        String signed = encoder.encodeToString("{\"alg\":\"HS256\"}".getBytes(StandardCharsets.UTF_8)) + "."
                + encoder.encodeToString(claims.getBytes(StandardCharsets.UTF_8));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return signed + "." + encoder.encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    }
}
