package dev.partita.deploy;

import dev.partita.item.Item;
import dev.partita.sdk.SdkItems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Reads a whole table in segments side by side, page by page.
 *
 * <p>Threads may share it; each run has threads of its own, which also handle the pages.
 */
public final class ParallelScan {

    /** As DynamoDB allows. */
    public static final int MOST_SEGMENTS = 1_000_000;

    /** More would only wait for each other. */
    private static final int MOST_THREADS = 64;

    private static final AtomicInteger NUMBER = new AtomicInteger();

    /**
     * One page of one segment.
     *
     * @param last where the segment goes on; null when it ends here
     */
    public record Page(
            int segment, List<Map<String, AttributeValue>> items, Map<String, AttributeValue> last, double units) {
        public Page {
            items = List.copyOf(items);
            last = last == null ? null : Map.copyOf(last);
        }
    }

    /** Handles pages; those of one segment come one after another, those of several side by side. */
    @FunctionalInterface
    public interface Pages {
        void take(Page page);
    }

    private final DynamoDbClient client;
    private final String table;
    private final int segments;
    private final Pace pace;
    private final RetriedCalls persistent;

    public ParallelScan(DynamoDbClient client, String table, int segments, Pace pace, RetriedCalls persistent) {
        this.client = client;
        this.table = table;
        this.segments = segments;
        this.pace = pace;
        this.persistent = persistent;
    }

    /**
     * An item in its canonical form.
     *
     * @throws IllegalStateException when it holds what no item can
     */
    public static Item item(Map<String, AttributeValue> attributes) {
        Item item = Item.of(SdkItems.fromSdk(attributes));
        if (item.problem() != null) {
            // To go on would be to take it for an empty one.
            throw new IllegalStateException("An item holds a value that cannot be understood: "
                    + item.problem().current());
        }
        return item;
    }

    /** Reads all of it; the first failure ends everything and is thrown. */
    public void run(Pages pages) {
        List<Start> all = new ArrayList<>();
        for (int i = 0; i < segments; i++) {
            all.add(new Start(i, null));
        }
        run(all, pages);
    }

    /** Where to go on in a segment; {@code after} is null at its beginning. */
    public record Start(int segment, Map<String, AttributeValue> after) {
        public Start {
            after = after == null ? null : Map.copyOf(after);
        }
    }

    /** The same for some segments only, each from where it stands. */
    public void run(List<Start> starts, Pages pages) {
        if (starts.isEmpty()) {
            return;
        }
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(starts.size(), MOST_THREADS), task -> {
            Thread thread = new Thread(task, "partita-scan-" + NUMBER.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        AtomicReference<RuntimeException> failure = new AtomicReference<>();
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (Start start : starts) {
                futures.add(threads.submit(() -> {
                    try {
                        segment(start, pages, failure);
                    } catch (RuntimeException e) {
                        failure.compareAndSet(null, e);
                    }
                }));
            }
            for (Future<?> future : futures) {
                future.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure.compareAndSet(null, new CancellationException("interrupted"));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private void segment(Start start, Pages pages, AtomicReference<RuntimeException> failure) {
        Map<String, AttributeValue> from = start.after();
        do {
            if (failure.get() != null || Thread.currentThread().isInterrupted()) {
                return;
            }
            Page page = page(start.segment(), from);
            pages.take(page);
            pace.took(page.units());
            from = page.last();
        } while (from != null);
    }

    private Page page(int segment, Map<String, AttributeValue> from) {
        ScanRequest.Builder request = ScanRequest.builder()
                .tableName(table)
                .consistentRead(true)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .exclusiveStartKey(from);
        if (segments > 1) {
            request.segment(segment).totalSegments(segments);
        }
        ScanResponse answer = persistent.call(() -> client.scan(request.build()));
        return new Page(
                segment,
                answer.items(),
                answer.hasLastEvaluatedKey() && !answer.lastEvaluatedKey().isEmpty() ? answer.lastEvaluatedKey() : null,
                answer.consumedCapacity() == null
                        ? 0
                        : answer.consumedCapacity().capacityUnits());
    }
}
