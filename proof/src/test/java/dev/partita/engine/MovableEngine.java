package dev.partita.engine;

import dev.partita.crash.Api;
import dev.partita.crash.Json;
import dev.partita.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** An engine, in memory or on disk, whose clock and background work somebody else moves; asked in DynamoDB's JSON. */
public final class MovableEngine implements AutoCloseable {

    private final MovableClock clock = new MovableClock();
    private final Path directory;
    private final ManualBackground background = new ManualBackground();
    private Engine engine;
    private Wire wire;
    private final AtomicLong calls = new AtomicLong();

    /** @param directory null for one in memory */
    public MovableEngine(Path directory) {
        this.directory = directory;
        engine = directory == null ? Engine.inMemory(options()) : Engine.open(directory, options());
        wire = new Wire(engine, false);
    }

    /** What the operation answers, whether success or refusal. */
    public Api.Reply send(String operation, Map<String, Object> request) {
        calls.incrementAndGet();
        boolean ofStreams =
                operation.contains("Stream") || operation.contains("Shard") || operation.equals("GetRecords");
        Wire.Response response = wire.handle(new Wire.Request(
                        (ofStreams ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.") + operation,
                        // Signed long ago by any clock but its own; that must not matter.
                        "AWS4-HMAC-SHA256 Credential=key/20200101/us-east-1/dynamodb/aws4_request,"
                                + " SignedHeaders=host;x-amz-date, Signature=0",
                        true,
                        "localhost",
                        Json.write(request).getBytes(StandardCharsets.UTF_8)))
                .join();
        byte[] body = Arrays.copyOf(response.body(), response.length());
        return new Api.Reply(response.status(), body.length == 0 ? Map.of() : Json.read(body));
    }

    /** Calls and expects success. */
    public Map<String, Object> call(String operation, Map<String, Object> request) {
        Api.Reply reply = send(operation, request);
        if (!reply.succeeded()) {
            throw new AssertionError(operation + " answered " + reply + " to " + Json.write(request));
        }
        return reply.body();
    }

    public long calls() {
        return calls.get();
    }

    public long epochSecond() {
        return clock.epochSecond();
    }

    /** Time passes for everybody. */
    public void pass(Duration time) {
        clock.advance(time);
        background.advanceSeconds(time.toSeconds());
    }

    /** Time passes, and the clock stands still. */
    public void freeze(Duration time) {
        background.advanceSeconds(time.toSeconds());
    }

    /** Somebody sets the clock. */
    public void setClock(Duration by) {
        clock.advance(by);
    }

    /** Lets the work in the background do what there is to do. */
    public void tick() {
        background.tick();
    }

    /** One step of the work in the background; false if there is none. */
    public boolean work() {
        return background.runOne();
    }

    public Optional<String> expiryHeldReason() {
        return engine.expiryHeldReason();
    }

    /** Goes on with an engine that knows only what is stored; between the two, {@code closedFor} passes by the clock. */
    public void restart(Duration closedFor) {
        restart(closedFor, false);
    }

    /** @param confirmed whether a person says that the clock is right; on disk only */
    public void restart(Duration closedFor, boolean confirmed) {
        Engine old = engine;
        if (directory == null) {
            engine = old.fork();
            old.close();
            clock.advance(closedFor);
        } else {
            old.close();
            clock.advance(closedFor);
            engine = Engine.open(directory, confirmed ? options().withClockIsRight() : options());
        }
        wire = new Wire(engine, false);
    }

    /** Everything kept beside the items equals what they say, or this throws. */
    public void check() {
        Consistency.check(engine);
    }

    @Override
    public void close() {
        engine.close();
    }

    private Engine.Options options() {
        return Engine.Options.defaults()
                .withClock(clock)
                .withBackground(background)
                .withSeed(7)
                .withDurability(Engine.Durability.OS);
    }
}
