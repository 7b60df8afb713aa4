package dev.partita.packaged;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code ./partita up} as a user has it: the launcher script, the one jar, and a JDK. */
final class Product implements AutoCloseable {

    static final Path LAUNCHER = Path.of("..", "partita").toAbsolutePath().normalize();

    private static final Pattern API = Pattern.compile("API +(http://localhost:\\d+)");
    private static final Pattern SERVICE = Pattern.compile("Service +(http://localhost:\\d+)");
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Process process;
    private final Path out;
    private final Path err;
    private final HttpClient http = HttpClient.newHttpClient();
    private final String api;
    private final String service;

    record Ran(int exitCode, String out, String err) {}

    /** Runs one command to its end. */
    static Ran run(Jdk jdk, Path directory, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(LAUNCHER.toString()));
        command.addAll(List.of(arguments));
        return run(jdk, directory, command);
    }

    static Ran run(Jdk jdk, Path directory, List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "out", ".txt");
        Path err = Files.createTempFile(directory, "err", ".txt");
        Process process = builder(jdk, directory, command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(command + " does not end");
        }
        return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private static ProcessBuilder builder(Jdk jdk, Path directory, List<String> command) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectInput(new File("/dev/null"));
        builder.environment().put("JAVA_HOME", jdk.home().toString());
        builder.environment().remove("PARTITA_JAVA_OPTS");
        return builder;
    }

    /** Starts it on any free ports and waits until the service can be asked, with its samples if they are wanted. */
    static Product up(Jdk jdk, Path directory, String... options) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(LAUNCHER.toString(), "up", "--port", "0", "--service-port", "0"));
        command.addAll(List.of(options));
        Path out = Files.createTempFile(directory, "up", ".out");
        Path err = Files.createTempFile(directory, "up", ".err");
        Process process = builder(jdk, directory, command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        String last = command.contains("--samples") ? "items written" : "Ctrl-C stops it.";
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            String said = Files.readString(out);
            Matcher api = API.matcher(said);
            Matcher service = SERVICE.matcher(said);
            if (said.contains(last) && api.find() && service.find()) {
                return new Product(process, out, err, api.group(1), service.group(1));
            }
            if (process.waitFor(20, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IllegalStateException("it does not start:\n" + said + Files.readString(err));
            }
        }
    }

    private Product(Process process, Path out, Path err, String api, String service) {
        this.process = process;
        this.out = out;
        this.err = err;
        this.api = api;
        this.service = service;
    }

    String api() {
        return api;
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(service + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Asks until the answer has these words, since what is asked for may take a while. */
    String eventually(String path, String words) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        String answer = get(path).body();
        while (!answer.contains(words) && System.nanoTime() < deadline && process.isAlive()) {
            process.waitFor(100, TimeUnit.MILLISECONDS);
            answer = get(path).body();
        }
        return answer;
    }

    String said() throws IOException {
        return Files.readString(out);
    }

    String complained() throws IOException {
        return Files.readString(err);
    }

    /** As Ctrl-C does it. */
    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("it does not stop");
        }
    }
}
