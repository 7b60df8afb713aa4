package dev.partita.conformance;

import dev.partita.engine.Engine;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.net.URI;

/** What is being tested: our server with an engine in memory, or whatever {@code -Dconformance.endpoint} names. */
record UnderTest(URI uri, Engine engine, Server server) implements AutoCloseable {

    static UnderTest start() {
        String endpoint = System.getProperty("conformance.endpoint");
        if (endpoint != null && !endpoint.isEmpty()) {
            return new UnderTest(URI.create(endpoint), null, null);
        }
        Engine engine = Engine.inMemory(Engine.Options.defaults());
        Server server =
                Server.start(new Wire(engine, false), Server.Options.defaults().withPort(0));
        return new UnderTest(URI.create("http://127.0.0.1:" + server.port()), engine, server);
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
            engine.close();
        }
    }
}
