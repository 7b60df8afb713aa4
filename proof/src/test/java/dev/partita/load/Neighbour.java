package dev.partita.load;

import dev.partita.crash.Api;
import java.io.IOException;
import java.util.Map;

/** A client who keeps to all rules and writes and reads all the time, whatever others do: it has to be served. */
final class Neighbour implements AutoCloseable {

    /** On a machine that is busy with other things, too. */
    private static final long PATIENCE_NANOS = 20_000_000_000L;

    private final int port;
    private final Thread thread;
    private volatile boolean leaving;
    private volatile String complaint;
    private volatile long served;
    private volatile long throttled;
    private volatile long cutOff;
    private volatile long longestNanos;

    Neighbour(int port) {
        this.port = port;
        thread = new Thread(this::live, "neighbour");
        thread.start();
    }

    private void live() {
        long number = 0;
        Api api = null;
        try {
            while (!leaving && complaint == null) {
                String value = "v" + number++;
                Map<String, Object> key = Map.of("pk", Map.of("S", "neighbour"), "sk", Map.of("N", "1"));
                Map<String, Object> item = Map.of("pk", key.get("pk"), "sk", key.get("sk"), "val", Map.of("S", value));
                long asked = System.nanoTime();
                boolean done = false;
                while (!done && !leaving && complaint == null) {
                    try {
                        api = api == null ? new Api(port) : api;
                        Api.Reply put = api.send("PutItem", Map.of("TableName", LoadedServer.TABLE, "Item", item));
                        Api.Reply get = !put.succeeded()
                                ? put
                                : api.send(
                                        "GetItem",
                                        Map.of("TableName", LoadedServer.TABLE, "Key", key, "ConsistentRead", true));
                        if (get.succeeded()) {
                            done = true;
                            if (!item.equals(get.body().get("Item"))) {
                                complaint = "wrote " + item + " and read " + get;
                            }
                        } else if (isThrottling(get)) {
                            throttled++;
                        } else {
                            complaint = "was refused: " + get;
                        }
                    } catch (IOException gone) {
                        cutOff++;
                        api = null;
                    }
                    if (System.nanoTime() - asked > PATIENCE_NANOS) {
                        complaint = "was not served for 20 s";
                    }
                }
                longestNanos = Math.max(longestNanos, System.nanoTime() - asked);
                served += done ? 1 : 0;
            }
        } catch (RuntimeException e) {
            complaint = e.toString();
        } finally {
            if (api != null) {
                try {
                    api.close();
                } catch (IOException e) {
                    // It leaves anyway.
                }
            }
        }
    }

    /** What tells a client to come again, by an SDK's or by HTTP's rules. */
    static boolean isThrottling(Api.Reply reply) {
        return reply.status() == 503
                || reply.error().equals("ThrottlingException")
                || reply.error().equals("RequestLimitExceeded")
                || reply.error().equals("ProvisionedThroughputExceededException");
    }

    long served() {
        return served;
    }

    /** Null if all was well. */
    String complaint() {
        return complaint;
    }

    String inWords() {
        return String.format(
                "%,d times served, at most after %d ms, %,d times told to come again, %,d times cut off",
                served, longestNanos / 1_000_000, throttled, cutOff);
    }

    @Override
    public void close() throws InterruptedException {
        leaving = true;
        thread.join();
    }
}
