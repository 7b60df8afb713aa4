package dev.partita.load;

import dev.partita.proof.Budget;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;

/** Clients that send slowly, too much, nonsense or nothing, and do not read: each limit holds, and a neighbour is served all the time. */
public final class HostileClients extends Family {

    private static final int ATTACKERS = 6;
    private static final int MIB = 1024 * 1024;
    private static final int MEGABYTES = 20;

    /** Twice the ten seconds of the limits, and more for a busy machine. */
    private static final long SLOW_LIMIT_NANOS = 45_000_000_000L;

    private static final String SCAN = Raw.call("Scan", "{\"TableName\":\"Load\"}");
    private static final String LIST = Raw.call("ListTables", "{}");

    /** One attack; answers what it did not like, or null. */
    private interface Attack {
        String on(int port, SplittableRandom random) throws IOException;
    }

    private static final List<Attack> ATTACKS = List.of(
            HostileClients::slowHeader,
            HostileClients::slowBody,
            HostileClients::unreadAnswers,
            HostileClients::idleConnections,
            HostileClients::garbage,
            HostileClients::garbage,
            HostileClients::mutated,
            HostileClients::mutated,
            HostileClients::pipelining,
            HostileClients::announcedTooLarge,
            HostileClients::chunkedWithoutEnd,
            HostileClients::largeNonsense,
            HostileClients::gzipBomb,
            HostileClients::deepJson,
            HostileClients::leaving);

    public HostileClients() {
        super("R12", "hostile clients", "attacks", 90);
    }

    @Override
    public String lacks() {
        return Memory.lacks();
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
        AtomicLong attacks = new AtomicLong();
        LoadedServer server = new LoadedServer("hostile");
        String remark;
        long served;
        try (server) {
            server.fill(MEGABYTES);
            try (Neighbour neighbour = new Neighbour(server.port())) {
                List<Thread> attackers = new ArrayList<>();
                for (int i = 0; i < ATTACKERS; i++) {
                    SplittableRandom own = random.split();
                    attackers.add(new Thread(() -> attack(server, own, attacks, budget, violations, seed)));
                }
                attackers.forEach(Thread::start);
                for (Thread attacker : attackers) {
                    attacker.join();
                }
                if (neighbour.complaint() != null) {
                    violations.add("a neighbour " + neighbour.complaint() + " (seed " + seed + ", files in "
                            + server.directory() + ")");
                }
                served = neighbour.served();
                remark = "a neighbour was " + neighbour.inWords();
            }
            for (String complaint : Memory.complaints(server.log())) {
                violations.add(complaint + " (seed " + seed + ", in " + server.log() + ")");
            }
            if (!server.isAlive()) {
                violations.add("the server died (seed " + seed + ", see " + server.log() + ")");
            } else if (Memory.peakMb(server.pid()) > Memory.MOST_MB) {
                violations.add("the server took " + Memory.peakMb(server.pid()) + " MB (seed " + seed + ")");
            } else {
                remark += ", the server took " + Memory.peakMb(server.pid()) + " MB";
            }
        }
        if (violations.isEmpty()) {
            server.removeFiles();
        }
        return new Figures(attacks.get(), attacks.get() + served, attacks.get(), List.copyOf(violations), remark);
    }

    private static void attack(
            LoadedServer server,
            SplittableRandom random,
            AtomicLong attacks,
            Budget budget,
            ConcurrentLinkedQueue<String> violations,
            long seed) {
        while (violations.isEmpty() && server.isAlive() && budget.allowsMore(attacks.get())) {
            // Each kind comes once before chance decides, so that a short run has them all.
            long number = attacks.getAndIncrement();
            int kind = number < ATTACKS.size() ? (int) number : random.nextInt(ATTACKS.size());
            String wrong;
            try {
                wrong = ATTACKS.get(kind).on(server.port(), random);
            } catch (SocketTimeoutException e) {
                wrong = "got no answer in a minute";
            } catch (IOException refused) {
                // To be turned away is what a hostile client has to expect.
                wrong = null;
            }
            if (wrong != null) {
                violations.add("attack " + number + " of kind " + kind + " " + wrong + " (seed " + seed + ", files in "
                        + server.directory() + ")");
            }
        }
    }

    private static String slowHeader(int port, SplittableRandom random) throws IOException {
        try (Raw client = new Raw(port)) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\n");
            return slowly(client, "X".getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static String slowBody(int port, SplittableRandom random) throws IOException {
        try (Raw client = new Raw(port)) {
            client.send(Raw.head("PutItem", 1_000_000));
            return slowly(client, " ".getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** A byte now and then, until the other side has enough. */
    private static String slowly(Raw client, byte[] bite) {
        long started = System.nanoTime();
        while (client.trySend(bite)) {
            if (System.nanoTime() - started > SLOW_LIMIT_NANOS) {
                return "was let in for 45 s";
            }
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
        }
        return System.nanoTime() - started < 5_000_000_000L
                ? "was cut off after " + (System.nanoTime() - started) + " ns"
                : null;
    }

    private static String unreadAnswers(int port, SplittableRandom random) throws IOException {
        List<Raw> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 30; i++) {
                Raw client = new Raw(port);
                clients.add(client);
                client.send(SCAN.repeat(6));
            }
            // The last one reads, and gets an answer of some kind.
            Raw.Answer answer = clients.get(29).answer();
            return answer.status() == 200 || answer.status() == 0 || answer.tellsToComeAgain() ? null : "got " + answer;
        } finally {
            clients.forEach(Raw::close);
        }
    }

    private static String idleConnections(int port, SplittableRandom random) throws IOException {
        List<Raw> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                Raw client = new Raw(port);
                clients.add(client);
                if (random.nextBoolean()) {
                    client.trySend("POST / HTTP/1.1\r\nHo".getBytes(StandardCharsets.US_ASCII));
                }
            }
            return null;
        } finally {
            clients.forEach(Raw::close);
        }
    }

    /** Bytes by chance. */
    private static String garbage(int port, SplittableRandom random) throws IOException {
        byte[] bytes = new byte[random.nextInt(1, 40_000)];
        random.nextBytes(bytes);
        try (Raw client = new Raw(port)) {
            client.trySend(bytes);
            client.trySend("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            int status = client.status();
            return status == 0 || status >= 400 ? null : "sent nonsense and got " + status;
        }
    }

    /** A proper request with a few bytes changed; any answer but an internal error will do. */
    private static String mutated(int port, SplittableRandom random) throws IOException {
        byte[] bytes = Raw.call(
                        "GetItem", "{\"TableName\":\"Load\",\"Key\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}}")
                .getBytes(StandardCharsets.US_ASCII);
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        try (Raw client = new Raw(port)) {
            client.trySend(bytes);
            // What it still waits for, if anything.
            client.trySend(" ".repeat(200).getBytes(StandardCharsets.US_ASCII));
            client.trySend("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            int status = client.status();
            return status == 500 ? "got 500 for " + new String(bytes, StandardCharsets.ISO_8859_1) : null;
        }
    }

    private static String pipelining(int port, SplittableRandom random) throws IOException {
        byte[] many = LIST.repeat(500).getBytes(StandardCharsets.US_ASCII);
        try (Raw client = new Raw(port)) {
            Thread reader = new Thread(() -> {
                for (int i = 0; i < 10; i++) {
                    client.trySend(many);
                }
            });
            reader.setDaemon(true);
            reader.start();
            for (int i = 0; i < 50; i++) {
                Raw.Answer answer = client.answer();
                if (answer.status() != 200 && answer.status() != 0 && !answer.tellsToComeAgain()) {
                    return "pipelined and got " + answer;
                }
            }
            return null;
        }
    }

    private static String announcedTooLarge(int port, SplittableRandom random) throws IOException {
        try (Raw client = new Raw(port)) {
            client.send(Raw.head("PutItem", 16L * MIB + 1));
            return expect(client, 413);
        }
    }

    private static String chunkedWithoutEnd(int port, SplittableRandom random) throws IOException {
        try (Raw client = new Raw(port)) {
            client.send(Raw.head("PutItem", -1));
            byte[] chunk = ("100000\r\n" + " ".repeat(MIB) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 17 && client.trySend(chunk); i++) {}
            return expect(client, 413);
        }
    }

    private static String largeNonsense(int port, SplittableRandom random) throws IOException {
        byte[] body = new byte[16 * MIB];
        Arrays.fill(body, (byte) '[');
        try (Raw client = new Raw(port)) {
            client.send(Raw.head("PutItem", body.length));
            client.trySend(body);
            return expect(client, 400);
        }
    }

    private static String gzipBomb(int port, SplittableRandom random) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(new byte[64 * MIB]);
        }
        try (Raw client = new Raw(port)) {
            client.send(Raw.head("PutItem", packed.size()).replace("\r\n\r\n", "\r\nContent-Encoding: gzip\r\n\r\n"));
            client.trySend(packed.toByteArray());
            return expect(client, 413);
        }
    }

    private static String deepJson(int port, SplittableRandom random) throws IOException {
        String deep = "{\"M\":{\"a\":".repeat(20_000);
        try (Raw client = new Raw(port)) {
            client.trySend(Raw.call("PutItem", "{\"TableName\":\"Load\",\"Item\":" + deep)
                    .getBytes(StandardCharsets.US_ASCII));
            return expect(client, 400);
        }
    }

    private static String leaving(int port, SplittableRandom random) throws IOException {
        for (int i = 0; i < 30; i++) {
            try (Raw client = new Raw(port)) {
                client.send(SCAN.substring(0, random.nextInt(SCAN.length())));
            }
        }
        return null;
    }

    /** That status; or to be told to come again, or turned away, where there is no room. */
    private static String expect(Raw client, int wanted) throws IOException {
        Raw.Answer answer = client.answer();
        return answer.status() == wanted || answer.status() == 0 || answer.tellsToComeAgain()
                ? null
                : "got " + answer + " instead of " + wanted;
    }
}
