package dev.partita.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadTest {

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final AtomicLong answered = new AtomicLong();
    private HttpServer server;
    private int status = 200;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            answered.incrementAndGet();
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdown();
    }

    @Test
    void everyOrderIsSentOnceByWhicheverConnectionIsFree() {
        Requests requests = new Requests(server.getAddress().getPort(), 0);
        try (Load load = new Load(server.getAddress().getPort(), 3)) {
            Load.Outcome outcome = load.run(1e6, requests.loading(1_000));
            assertThat(outcome.latencies().total()).isEqualTo(40);
            assertThat(answered).hasValue(40);
            assertThat(requests.loaded()).isEqualTo(1_000);
        }
    }

    @Test
    void aRefusalEndsTheRunWithTheServersWords() {
        status = 400;
        try (Load load = new Load(server.getAddress().getPort(), 1)) {
            RequestTemplate template =
                    new RequestTemplate("ListTables", server.getAddress().getPort(), "{\"why\":1}");
            assertThatThrownBy(() -> load.ask(template.newBuffer()))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("{\"why\":1}");
        }
    }
}
