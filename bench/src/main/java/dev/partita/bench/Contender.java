package dev.partita.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server under measurement, as a process of its own. */
final class Contender implements AutoCloseable {

    /** Which server, and how it is started. */
    enum Kind {
        PARTITA("Partita"),
        DYNAMODB_LOCAL("DynamoDB Local"),
        /** Not a database: what one connection could reach at most. */
        BARE("bare server");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    private static final long START_SECONDS_AT_MOST = 60;

    private final Kind kind;
    private final Process process;
    private final int port;
    private final int servicePort;
    private final double startSeconds;
    private final Requests requests;

    private Contender(Kind kind, Process process, int port, int servicePort, double startSeconds) {
        this.kind = kind;
        this.process = process;
        this.port = port;
        this.servicePort = servicePort;
        this.startSeconds = startSeconds;
        this.requests = new Requests(port, servicePort);
    }

    /**
     * Starts a server with the given extra JVM options and waits for the first answer of its API.
     *
     * @param serving whether Partita serves designs over REST, too, as it does unless told otherwise
     */
    static Contender start(Kind kind, Setup setup, List<String> jvmOptions, boolean serving) {
        try {
            Path directory =
                    Files.createTempDirectory(setup.runDirectory(), kind.name().toLowerCase(java.util.Locale.ROOT));
            int port = freePort();
            int servicePort = freePort();
            ProcessBuilder builder = new ProcessBuilder();
            List<String> command = builder.command();
            switch (kind) {
                case PARTITA -> {
                    // The launcher as users have it; it becomes the server's process.
                    builder.environment().put("PARTITA_JAVA_OPTS", String.join(" ", jvmOptions));
                    command.addAll(List.of(setup.partita().toString(), "up", "--port", "" + port));
                    command.addAll(List.of("--data", directory.resolve("data").toString()));
                    command.addAll(
                            serving
                                    ? List.of("--service-port", "" + servicePort, "--samples", "no")
                                    : List.of("--no-service"));
                }
                case DYNAMODB_LOCAL -> {
                    command.add(setup.java().toString());
                    command.addAll(jvmOptions);
                    String libraries = setup.dynamoDbLocal().toString();
                    command.addAll(List.of("-Djava.library.path=" + libraries, "-cp", libraries + "/*"));
                    command.add("software.amazon.dynamodb.services.local.main.ServerRunner");
                    command.addAll(List.of("-inMemory", "-disableTelemetry", "-port", "" + port));
                }
                case BARE -> {
                    command.add(setup.java().toString());
                    command.addAll(jvmOptions);
                    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Bare.class.getName()));
                    command.addAll(List.of("" + port, directory.resolve("file").toString()));
                }
            }
            Path log = directory.resolve("log");
            long start = System.nanoTime();
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            awaitFirstAnswer(process, port, start, log);
            return new Contender(kind, process, port, servicePort, (System.nanoTime() - start) / 1e9);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Kind kind() {
        return kind;
    }

    long pid() {
        return process.pid();
    }

    /** From the start of the process to its first answer. */
    double startSeconds() {
        return startSeconds;
    }

    Requests requests() {
        return requests;
    }

    Load connect(int connections) {
        return new Load(port, connections);
    }

    Load connect(Workload workload, int connections) {
        return new Load(workload == Workload.HISTORY_REST ? servicePort : port, connections);
    }

    /** Writes histories into the table of their design, which our service has made. */
    void loadHistories(long count) {
        if (kind == Kind.PARTITA) {
            awaitService();
        }
        try (Load load = connect(8)) {
            if (kind == Kind.DYNAMODB_LOCAL) {
                load.ask(new RequestTemplate("CreateTable", port, Histories.createTable()).newBuffer());
            }
            awaitActive(load, Histories.TABLE);
            load.run(1e6, requests.loadingHistories(count));
        }
    }

    /** Makes the table and fills it up to {@code count} orders. */
    void load(long count) {
        try (Load load = connect(8)) {
            if (requests.loaded() == 0) {
                load.ask(new RequestTemplate("CreateTable", port, Orders.createTable()).newBuffer());
                awaitActive(load, Orders.TABLE);
            }
            load.run(1e6, requests.loading(count));
        }
    }

    /** Processor time the server has used so far, in user and kernel mode. */
    double cpuSeconds() {
        return cpuSeconds(read("stat"));
    }

    private static double cpuSeconds(String stat) {
        // The second field is the command in parentheses and may contain spaces.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / Machine.TICKS_PER_SECOND;
    }

    /** Processor time so far by the name of the thread, JIT compilers and native threads included; in milliseconds. */
    Map<String, Long> threadMillis() {
        Map<String, Long> millis = new HashMap<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc", "" + pid(), "task"))) {
            for (Path task : tasks.toList()) {
                String stat = Files.readString(task.resolve("stat"));
                String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
                millis.merge(name, Math.round(cpuSeconds(stat) * 1000), Long::sum);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return millis;
    }

    /** What the server holds in memory now. */
    double residentMegabytes() {
        return read("status")
                        .lines()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                        .sum()
                / 1024.0;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    private void awaitActive(Load load, String table) {
        ByteBuffer describe =
                new RequestTemplate("DescribeTable", port, "{\"TableName\":\"" + table + "\"}").newBuffer();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS_AT_MOST);
        while (!load.ask(describe.rewind()).contains("\"TableStatus\":\"ACTIVE\"")) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(kind.title() + ": the table did not become active");
            }
            Thread.onSpinWait();
        }
    }

    private void awaitService() {
        ByteBuffer request = RequestTemplate.get(servicePort, "/ready").newBuffer();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS_AT_MOST);
        while (true) {
            try (Load load = new Load(servicePort, 1)) {
                load.ask(request.rewind());
                return;
            } catch (UncheckedIOException notYet) {
                if (System.nanoTime() > deadline) {
                    throw notYet;
                }
                Thread.onSpinWait();
            }
        }
    }

    private String read(String file) {
        try {
            return Files.readString(Path.of("/proc", "" + pid(), file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitFirstAnswer(Process process, int port, long start, Path log) throws IOException {
        ByteBuffer request = new RequestTemplate("ListTables", port, "{}").newBuffer();
        while (true) {
            try (Load load = new Load(port, 1)) {
                load.ask(request.rewind());
                return;
            } catch (UncheckedIOException notYet) {
                boolean late = System.nanoTime() - start > TimeUnit.SECONDS.toNanos(START_SECONDS_AT_MOST);
                if (late || !process.isAlive()) {
                    process.destroyForcibly();
                    throw new IOException("the server did not start:\n" + Files.readString(log), notYet);
                }
                pause();
            }
        }
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
