package dev.partita.embedded;

import dev.partita.engine.Engine;
import dev.partita.plan.Endpoint;
import dev.partita.wire.Wire;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A DynamoDB inside this process, reached through the AWS SDK's own clients, or by plans without them.
 *
 * <p>The clients are the SDK's, complete with marshalling, paginators, waiters and exceptions; only their transport is the
 * engine instead of a socket. They are made on first use and belong to this object: closing it ends them.
 *
 * <p>Threads may share it, its clients and its endpoint.
 */
public final class Partita implements AutoCloseable {

    static final String HOST = "partita.local";
    static final String CLOSED = "This Partita is closed";

    private final Engine engine;
    private final AtomicReference<Wire> wire;
    private final Endpoint endpoint;
    private DynamoDbClient client;
    private DynamoDbAsyncClient asyncClient;
    private DynamoDbStreamsClient streams;
    private DynamoDbStreamsAsyncClient asyncStreams;

    private Partita(Engine engine) {
        this.engine = engine;
        this.wire = new AtomicReference<>(new Wire(engine, false));
        this.endpoint = new EngineEndpoint(wire::get);
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

    /** Clients and an endpoint on an engine that somebody opened. It belongs to this object from now on. */
    public static Partita on(Engine engine) {
        return new Partita(engine);
    }

    /**
     * A second database that starts with everything this one holds now and then goes its own way. It costs the same
     * however much that is. Only for databases in memory.
     */
    public Partita fork() {
        return new Partita(engine.fork());
    }

    /** For the plans of a design, and code generated from it: the same engine without the SDK, which costs far less. */
    public Endpoint endpoint() {
        return endpoint;
    }

    public synchronized DynamoDbClient client() {
        if (client == null) {
            client = Clients.client(new Transport(wire), region());
        }
        return client;
    }

    public synchronized DynamoDbAsyncClient asyncClient() {
        if (asyncClient == null) {
            asyncClient = Clients.asyncClient(new Transport(wire), region());
        }
        return asyncClient;
    }

    public synchronized DynamoDbStreamsClient streams() {
        if (streams == null) {
            streams = Clients.streams(new Transport(wire), region());
        }
        return streams;
    }

    public synchronized DynamoDbStreamsAsyncClient asyncStreams() {
        if (asyncStreams == null) {
            asyncStreams = Clients.asyncStreams(new Transport(wire), region());
        }
        return asyncStreams;
    }

    /** Why writes are refused at the moment, if they are: the disk is full, or failed. Reads go on. */
    public Optional<String> readOnlyReason() {
        return engine.readOnlyReason();
    }

    /** How many items of a table were deleted because they had expired, since this was opened. */
    public long expiredItems(String table) {
        return engine.expiredItems("", table);
    }

    /** Ends the database; its clients and its endpoint refuse every later call. Closing twice does nothing. */
    @Override
    public void close() {
        if (wire.getAndSet(null) != null) {
            engine.close();
        }
    }

    private String region() {
        return engine.options().region();
    }
}
