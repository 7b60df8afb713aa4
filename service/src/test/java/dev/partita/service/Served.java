package dev.partita.service;

import dev.partita.access.MovableClock;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.http.HttpServer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.internal.value.Ids;
import dev.partita.runtime.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Designs served over real HTTP, on an engine in memory. */
final class Served implements AutoCloseable {

    static final byte[] SECRET = "a secret of this test, no other".getBytes(StandardCharsets.US_ASCII);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final MovableClock clock = new MovableClock();
    final Partita partita;
    final List<Database> databases = new ArrayList<>();
    final Service service;
    final HttpServer server;
    final HttpClient client = HttpClient.newHttpClient();

    private Served(List<Design> designs, UnaryOperator<Service.Builder> setting, UnaryOperator<Endpoint> endpoint) {
        this.partita = Partita.inMemory(Engine.Options.defaults().withClock(clock));
        Service.Builder builder = Service.builder().clock(clock).secret(SECRET).environment(Map.of());
        for (Design design : designs) {
            Database database = Database.builder(design, endpoint.apply(partita.endpoint()))
                    .clock(clock)
                    .ids(new Ids(new Random(7)))
                    .environment(Map.of())
                    .build();
            database.createTables();
            databases.add(database);
            builder.design(database);
        }
        this.service = setting.apply(builder).build();
        this.server = HttpServer.start(service, HttpServer.Options.defaults().withPort(0));
    }

    /** What is not as always. */
    static final class Setting {
        private UnaryOperator<Service.Builder> service = builder -> builder;
        private UnaryOperator<Endpoint> endpoint = same -> same;

        Setting with(UnaryOperator<Service.Builder> change) {
            this.service = change;
            return this;
        }

        /** Something between the service and the engine. */
        Setting through(UnaryOperator<Endpoint> between) {
            this.endpoint = between;
            return this;
        }

        Served serve(String yaml) {
            return new Served(List.of(read(yaml)), service, endpoint);
        }

        Served serve(List<Design> designs) {
            return new Served(designs, service, endpoint);
        }
    }

    static Served design(String yaml) {
        return new Setting().serve(yaml);
    }

    static Served through(String yaml, UnaryOperator<Endpoint> endpoint) {
        return new Setting().through(endpoint).serve(yaml);
    }

    static Design read(String yaml) {
        Reading reading = Reader.read(new Source("test.yaml", yaml));
        if (reading.findings().stream().anyMatch(finding -> finding.isError())) {
            throw new IllegalArgumentException(reading.findings().toString());
        }
        return reading.design();
    }

    Answer get(String path, String... headers) {
        return send(request(path, headers).GET());
    }

    Answer post(String path, String json, String... headers) {
        return withBody("POST", path, json, headers);
    }

    Answer withBody(String method, String path, String json, String... headers) {
        return send(request(path, headers)
                .setHeader("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(json)));
    }

    Answer call(String method, String path, String... headers) {
        return send(request(path, headers).method(method, HttpRequest.BodyPublishers.noBody()));
    }

    HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path))
                .timeout(PATIENCE);
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request;
    }

    Answer send(HttpRequest.Builder request) {
        try {
            return Answer.of(client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        service.stop();
        server.close();
        service.close();
        partita.close();
    }

    /** Sends a path that no client would. */
    Answer raw(String path) {
        try (Socket socket = new Socket("localhost", server.port())) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            String[] parts =
                    new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\r\n\r\n", 2);
            String[] lines = parts[0].split("\r\n");
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (String line : List.of(lines).subList(1, lines.length)) {
                headers.put(
                        line.substring(0, line.indexOf(':')),
                        line.substring(line.indexOf(':') + 1).strip());
            }
            return new Answer(Integer.parseInt(lines[0].split(" ")[1]), headers, parts[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What came back. */
    record Answer(int status, Map<String, String> headers, String body) {

        static Answer of(HttpResponse<String> response) {
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            response.headers().map().forEach((name, values) -> headers.put(name, String.join(", ", values)));
            return new Answer(response.statusCode(), headers, response.body());
        }

        /** Null when there is none. */
        String header(String name) {
            return headers.get(name);
        }

        Map<String, Object> json() {
            return JsonBody.read(body().getBytes(StandardCharsets.UTF_8));
        }

        /** The name of the problem. */
        String problem() {
            return String.valueOf(json().get("type")).replaceFirst("^/problems/", "");
        }

        @Override
        public String toString() {
            return status + " " + headers + "\n" + body;
        }
    }
}
