package dev.partita.embedded;

import dev.partita.engine.Engine;
import java.nio.file.Path;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A DynamoDB inside this process, reached through the AWS SDK's own clients.
 *
 * <p>The clients are the SDK's, complete with marshalling, paginators, waiters and exceptions; only their transport is the
 * engine instead of a socket. They are made on first use and belong to this object: closing it ends them.
 */
public final class Partita implements AutoCloseable {

    private final Engine engine;
    private final Transport transport;
    private DynamoDbClient client;
    private DynamoDbAsyncClient asyncClient;
    private DynamoDbStreamsClient streams;
    private DynamoDbStreamsAsyncClient asyncStreams;

    private Partita(Engine engine) {
        this.engine = engine;
        this.transport = new Transport(engine);
    }

    /** Everything is gone after {@link #close()}. */
    public static Partita inMemory() {
        return inMemory(Engine.Options.defaults());
    }

    /** As {@link #inMemory()}, with a clock, region or seed of one's own. */
    public static Partita inMemory(Engine.Options options) {
        return new Partita(Engine.inMemory(options));
    }

    /** Opens or creates a data directory, the same that {@code partita up --data} uses. */
    public static Partita open(Path directory) {
        return open(directory, Engine.Options.defaults());
    }

    /** As {@link #open(Path)}, with a clock, region or durability of one's own. */
    public static Partita open(Path directory, Engine.Options options) {
        return new Partita(Engine.open(directory, options));
    }

    /**
     * A second database that starts with everything this one holds now and then goes its own way. It costs the same
     * however much that is. Only for databases in memory.
     */
    public Partita fork() {
        return new Partita(engine.fork());
    }

    public synchronized DynamoDbClient client() {
        if (client == null) {
            client = Clients.client(transport, region());
        }
        return client;
    }

    public synchronized DynamoDbAsyncClient asyncClient() {
        if (asyncClient == null) {
            asyncClient = Clients.asyncClient(transport, region());
        }
        return asyncClient;
    }

    public synchronized DynamoDbStreamsClient streams() {
        if (streams == null) {
            streams = Clients.streams(transport, region());
        }
        return streams;
    }

    public synchronized DynamoDbStreamsAsyncClient asyncStreams() {
        if (asyncStreams == null) {
            asyncStreams = Clients.asyncStreams(transport, region());
        }
        return asyncStreams;
    }

    /** Ends the database; its clients refuse every later call. Closing twice does nothing. */
    @Override
    public void close() {
        if (transport.shut()) {
            engine.close();
        }
    }

    private String region() {
        return engine.options().region();
    }
}
