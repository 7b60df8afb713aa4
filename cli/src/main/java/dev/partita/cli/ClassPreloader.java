package dev.partita.cli;

import dev.partita.engine.Engine;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.nio.charset.StandardCharsets;

/**
 * Loads what serving needs while the main thread still reads the command line and opens the data: two things that each
 * take a tenth of a second and know nothing of each other.
 */
final class ClassPreloader implements Runnable {

    static void begin() {
        Thread thread = new Thread(new ClassPreloader(), "partita-head-start");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try (Engine engine = Engine.inMemory(Engine.Options.defaults())) {
            Engine.preload();
            Server.preload();
            byte[] body = "{}".getBytes(StandardCharsets.US_ASCII);
            new Wire(engine, false)
                    .handle(new Wire.Request("DynamoDB_20120810.ListTables", null, false, "localhost", body))
                    .join();
        } catch (RuntimeException | LinkageError problem) {
            // The start itself is about to meet the same problem, and reports it better.
            return;
        }
    }
}
