package dev.partita.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.partita.engine.internal.table.Table;
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** An engine with a clock and background work that the test moves. Closing it checks that all is consistent. */
final class Fixture implements AutoCloseable {

    final MovableClock clock = new MovableClock();
    final ManualBackground background = new ManualBackground();
    Engine engine;

    /** Null in memory. */
    private final Path directory;

    private Engine.Options options;

    Fixture() {
        this(0);
    }

    Fixture(long ttlDelaySeconds) {
        this(null, ttlDelaySeconds);
    }

    /** On disk, where a restart closes the store and opens it again. */
    Fixture(Path directory) {
        this(directory, 0);
    }

    private Fixture(Path directory, long ttlDelaySeconds) {
        this.directory = directory;
        this.options = Engine.Options.defaults()
                .withClock(clock)
                .withBackground(background)
                .withSeed(7)
                .withTtlDelaySeconds(ttlDelaySeconds)
                .withDurability(Engine.Durability.OS);
        this.engine = directory == null ? Engine.inMemory(options) : Engine.open(directory, options);
    }

    /** Goes on with an engine that knows only what is stored. */
    void restart() {
        Engine old = engine;
        if (directory == null) {
            engine = old.fork();
            old.close();
        } else {
            old.close();
            engine = Engine.open(directory, options);
        }
    }

    Engine.Options options() {
        return options;
    }

    /** On disk only: an engine that was closed. */
    void open(Engine.Options newOptions) {
        options = newOptions;
        engine = Engine.open(directory, options);
    }

    <R> R run(Operation<R> operation) {
        return join(() -> operation.run(engine.database("")).join());
    }

    /** Runs what must be refused with {@code message}. */
    ApiException refused(String message, Operation<?> operation) {
        ApiException refusal = assertThrows(ApiException.class, () -> run(operation));
        assertEquals(message, refusal.getMessage());
        return refusal;
    }

    Table table(String name) {
        return engine.findTable("", name);
    }

    void put(String table, Item item) {
        write(table, item, item, false);
    }

    void delete(String table, Item key) {
        write(table, key, Item.NONE, false);
    }

    /** Lets wall-clock and monotonic time pass together. */
    void pass(Duration duration) {
        clock.advance(duration);
        background.advanceSeconds(duration.toSeconds());
    }

    void check() {
        Consistency.check(engine);
    }

    @Override
    public void close() {
        check();
        engine.close();
    }

    private void write(String name, Item key, Item after, boolean byTimeToLive) {
        join(() -> engine.writer()
                .submit(group -> {
                    Table table = table(name);
                    byte[] rowKey = table.rowKey(key);
                    return group.apply(new Change(table, rowKey, group.read(rowKey), after, byTimeToLive));
                })
                .join());
    }

    private static <R> R join(Supplier<R> call) {
        try {
            return call.get();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** An item of names and values: a number is N, a text S, an AttributeValue itself. */
    static Item item(Object... namesAndValues) {
        Map<String, AttributeValue> attributes = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            attributes.put((String) namesAndValues[i], value(namesAndValues[i + 1]));
        }
        return Item.of(attributes);
    }

    private static AttributeValue value(Object value) {
        if (value instanceof Number number) {
            return AttributeValue.N.of(number.longValue());
        }
        return value instanceof String text ? new AttributeValue.S(text) : (AttributeValue) value;
    }
}
