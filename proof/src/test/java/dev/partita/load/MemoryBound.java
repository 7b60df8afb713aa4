package dev.partita.load;

import dev.partita.crash.Api;
import dev.partita.proof.Budget;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server with a heap of 256 MB: two hundred connections with batches of sixteen megabytes, scans of a table of a hundred, a thousand iterators and
 * pages that nobody goes on with. It never runs out of memory, takes no more than it says, and no more after hours.
 */
public final class MemoryBound extends Family {

    private static final int MEGABYTES = 100;
    private static final int CONNECTIONS = 200;
    private static final int BATCH_BYTES = 16 * 1024 * 1024 - 4096;
    private static final int SCANNERS = 8;
    private static final int ITERATORS = 1_000;

    /** From then on the last rounds are compared with the first. */
    private static final int ROUNDS_TO_COMPARE = 12;

    private static final long GROWTH_MB = 80;

    public MemoryBound() {
        super("R17", "memory stays within its bound", "rounds", 2);
    }

    @Override
    public String lacks() {
        return Memory.lacks();
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
        List<Long> resident = new ArrayList<>();
        AtomicLong answers = new AtomicLong();
        AtomicLong throttled = new AtomicLong();
        LoadedServer server = new LoadedServer("memory");
        long peak;
        long rounds = 0;
        try (server) {
            server.fill(MEGABYTES);
            while (violations.isEmpty() && server.isAlive() && budget.allowsMore(rounds)) {
                rounds++;
                large(server, random.split(), answers, throttled, violations);
                together(SCANNERS, number -> scan(server, answers), violations);
                idle(server, answers);
                resident.add(Memory.residentMb(server.pid()));
            }
            if (!server.isAlive()) {
                violations.add("the server died; see " + server.log());
                peak = 0;
            } else {
                peak = Memory.peakMb(server.pid());
            }
            if (peak > Memory.MOST_MB) {
                violations.add("the server took " + peak + " MB, more than " + Memory.MOST_MB);
            }
            violations.addAll(Memory.complaints(server.log()));
        }
        if (resident.size() >= ROUNDS_TO_COMPARE) {
            int third = resident.size() / 3;
            // The first round warms up.
            long first = most(resident.subList(1, third));
            long last = most(resident.subList(resident.size() - third, resident.size()));
            if (last > first + GROWTH_MB) {
                violations.add("memory grows: " + resident + " MB after each round");
            }
        }
        if (violations.isEmpty()) {
            server.removeFiles();
        }
        List<String> all = violations.stream()
                .map(violation -> violation + " (seed " + seed + ", round " + resident.size() + ", files in "
                        + server.directory() + ")")
                .toList();
        String remark = String.format(
                "at most %d MB, %,d batches told to come again, %s MB after the last round",
                peak, throttled.get(), resident.isEmpty() ? "?" : resident.get(resident.size() - 1));
        return new Figures(rounds, answers.get(), 0, all, remark);
    }

    private static long most(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private interface Task {
        void run(int number) throws IOException;
    }

    private static void together(int count, Task task, ConcurrentLinkedQueue<String> violations)
            throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            threads.add(new Thread(() -> {
                try {
                    task.run(number);
                } catch (IOException e) {
                    // Turned away where there is no room, which is allowed; whether the server lives is asked
                    // afterwards.
                } catch (RuntimeException e) {
                    violations.add(e.toString());
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Each connection sends one body of nearly sixteen megabytes, all at once. */
    private static void large(
            LoadedServer server,
            SplittableRandom random,
            AtomicLong answers,
            AtomicLong throttled,
            ConcurrentLinkedQueue<String> violations)
            throws InterruptedException {
        byte[] body = batch(random.nextInt(1000));
        byte[] head = Raw.head("BatchWriteItem", body.length).getBytes(StandardCharsets.US_ASCII);
        together(
                CONNECTIONS,
                number -> {
                    try (Raw client = new Raw(server.port())) {
                        client.trySend(head);
                        client.trySend(body);
                        Raw.Answer answer = client.answer();
                        answers.incrementAndGet();
                        if (answer.tellsToComeAgain()) {
                            throttled.incrementAndGet();
                        } else if (answer.status() != 200 && answer.status() != 0) {
                            throw new IllegalStateException("a batch got " + answer);
                        }
                    }
                },
                violations);
    }

    /** Twenty-five items of 390 kB, and blanks up to sixteen megabytes. */
    private static byte[] batch(int first) {
        StringBuilder text = new StringBuilder(BATCH_BYTES);
        text.append("{\"RequestItems\":{\"Load\":[");
        String pad = "y".repeat(390_000);
        for (int i = 0; i < 25; i++) {
            text.append(i == 0 ? "" : ",")
                    .append("{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"large\"},\"sk\":{\"N\":\"")
                    .append((first + i) % 100)
                    .append("\"},\"pad\":{\"S\":\"")
                    .append(pad)
                    .append("\"}}}}");
        }
        text.append("]}}");
        text.append(" ".repeat(BATCH_BYTES - text.length()));
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void scan(LoadedServer server, AtomicLong answers) throws IOException {
        try (Raw client = new Raw(server.port())) {
            String start = "";
            do {
                client.send(Raw.call("Scan", "{\"TableName\":\"Load\"" + start + "}"));
                Raw.Answer answer = client.answerWithItsEnd();
                answers.incrementAndGet();
                if (answer.status() == 0) {
                    return;
                }
                if (answer.status() != 200) {
                    if (!answer.tellsToComeAgain()) {
                        throw new IllegalStateException("a scan got " + answer);
                    }
                    continue;
                }
                int at = answer.text().indexOf("\"LastEvaluatedKey\":");
                start = at < 0
                        ? null
                        : ",\"ExclusiveStartKey\":"
                                + answer.text()
                                        .substring(
                                                at + "\"LastEvaluatedKey\":".length(),
                                                answer.text().indexOf("}}", at) + 2);
            } while (start != null);
        }
    }

    /** What a server could be tempted to keep for clients that never come back. */
    private static void idle(LoadedServer server, AtomicLong answers) throws IOException {
        try (Api api = new Api(server.port())) {
            Map<String, Object> table = map(api.call("DescribeTable", Map.of("TableName", LoadedServer.TABLE))
                    .get("Table"));
            Object arn = table.get("LatestStreamArn");
            Map<String, Object> stream =
                    map(api.call("DescribeStream", Map.of("StreamArn", arn)).get("StreamDescription"));
            Object shard = map(((List<?>) stream.get("Shards")).get(0)).get("ShardId");
            for (int i = 0; i < ITERATORS; i++) {
                api.send(
                        "GetShardIterator",
                        Map.of("StreamArn", arn, "ShardId", shard, "ShardIteratorType", "TRIM_HORIZON"));
                api.send(
                        "Query",
                        Map.of(
                                "TableName",
                                LoadedServer.TABLE,
                                "Limit",
                                1,
                                "KeyConditionExpression",
                                "pk = :pk",
                                "ProjectionExpression",
                                "sk",
                                "ExpressionAttributeValues",
                                Map.of(":pk", Map.of("S", "fill" + i % 7))));
                answers.addAndGet(2);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
