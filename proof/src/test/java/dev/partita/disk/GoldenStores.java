package dev.partita.disk;

import dev.partita.crash.Json;
import dev.partita.engine.Engine;
import dev.partita.proof.Budget;
import dev.partita.proof.Directories;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import dev.partita.store.StoreException;
import dev.partita.store.StoreFormat;
import dev.partita.wire.Wire;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Stores that were written by the code of their time. This build reads all of them and answers what they answered, also if it dies
 * while it brings one up to date; what a later build has written it refuses by its version, and changes nothing.
 */
public final class GoldenStores extends Family {

    /** By format, how they were left, and what else sets them apart. */
    static final List<String> NAMES = List.of(
            "format-1-closed",
            "format-1-killed",
            "format-2-without-mark-closed",
            "format-2-without-mark-killed",
            "format-2-closed",
            "format-2-killed");

    private static final int CRASHES = 12;

    public GoldenStores() {
        super("R14", "stores of every format", "openings", NAMES.size() * (2 + CRASHES));
    }

    /** Runs under the library: opens and closes a store. */
    static final class Opener {
        public static void main(String[] arguments) throws IOException {
            Control control = Control.here();
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                control.record(Path.of(words[0]), Path.of(words[1]));
                open(Path.of(words[0])).close();
                TapedProcess.say("done");
            }
        }
    }

    private static Engine open(Path directory) {
        return Engine.open(
                directory, Engine.Options.defaults().withClock(Clock.fixed(GoldenWriter.THEN, ZoneOffset.UTC)));
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        Path directory = Scratch.make("golden");
        Run run = new Run(directory, seed);
        boolean taped = TapedProcess.lacks() == null;
        try (TapedProcess process = taped ? TapedProcess.start(directory, Opener.class) : null) {
            for (long trial = 0; run.violations.isEmpty() && budget.allowsMore(trial); trial++) {
                run.trial(process, trial);
            }
        }
        if (run.violations.isEmpty()) {
            Directories.remove(directory);
        }
        return new Figures(
                run.trials,
                run.checked,
                run.crashes,
                run.violations,
                NAMES.size() + " stores, " + run.crashes + " crashes while one was opened"
                        + (taped ? "" : "; those need gcc"));
    }

    private static final class Run {
        private final Path directory;
        private final long seed;
        private final List<String> violations = new ArrayList<>();
        private final List<String> answers;
        private long trials;
        private long checked;
        private long crashes;

        Run(Path directory, long seed) throws IOException {
            this.directory = directory;
            this.seed = seed;
            try (InputStream in = GoldenStores.class.getResourceAsStream("/golden-stores/answers.txt")) {
                answers = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
            }
        }

        void trial(TapedProcess process, long trial) throws IOException {
            trials++;
            String name = NAMES.get((int) (trial % NAMES.size()));
            long round = trial / NAMES.size();
            Path data = Files.createDirectory(directory.resolve("data"));
            String problem;
            if (round == 0 || process == null && round % 2 == 0) {
                TapedDisk.write(files(name), data);
                problem = openAndGoOn(data);
            } else if (round == 1 || process == null) {
                Map<String, byte[]> files = files(name);
                files.put("/FORMAT", ("partita " + (StoreFormat.VERSION + 1) + "\n").getBytes(StandardCharsets.UTF_8));
                TapedDisk.write(files, data);
                problem = refusal(data, files);
            } else {
                problem = crash(process, name, data, new SplittableRandom(seed + trial));
            }
            if (problem != null) {
                violations.add(
                        "trial %d: %s: %s. Files are kept in %s; repeat with -Dproof.family=R14 -Dseed=%d -Dproof.trials=%d"
                                .formatted(trial, name, problem, directory, seed, trial + 1));
                return;
            }
            Directories.remove(data);
        }

        private String openAndGoOn(Path data) throws IOException {
            try (Engine engine = open(data)) {
                String problem = difference(engine);
                if (problem != null) {
                    return problem;
                }
                ask(
                        engine,
                        "PutItem",
                        "{\"TableName\":\"Orders\",\"Item\":{\"pk\":{\"S\":\"later\"},\"sk\":{\"N\":\"1\"}}}");
                ask(
                        engine,
                        "DeleteItem",
                        "{\"TableName\":\"Orders\",\"Key\":{\"pk\":{\"S\":\"later\"},\"sk\":{\"N\":\"1\"}}}");
            }
            String format = Files.readString(data.resolve("FORMAT")).strip();
            if (!format.equals("partita " + StoreFormat.VERSION)) {
                return "it was not brought up to date, but is " + format;
            }
            try (Engine engine = open(data)) {
                return difference(engine);
            }
        }

        private static String refusal(Path data, Map<String, byte[]> before) throws IOException {
            try {
                open(data).close();
                return "a later format was opened";
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.CANNOT_OPEN
                        || !e.getMessage().contains("format " + (StoreFormat.VERSION + 1))
                        || !e.getMessage().contains("reads format " + StoreFormat.VERSION)) {
                    return "the refusal does not name the versions: " + e.getMessage();
                }
            }
            Map<String, byte[]> after = Scratch.read(data);
            after.keySet().removeIf(path -> path.startsWith("/LOCK"));
            if (!after.keySet().equals(before.keySet())) {
                return "refused, but there were " + before.keySet() + " and are " + after.keySet();
            }
            for (Map.Entry<String, byte[]> file : before.entrySet()) {
                if (!Arrays.equals(file.getValue(), after.get(file.getKey()))) {
                    return "refused, but " + file.getKey() + " was changed";
                }
            }
            return null;
        }

        /** Dies at some point of an opening; half of the time the power is gone, too. */
        private String crash(TapedProcess process, String name, Path data, SplittableRandom random) throws IOException {
            TapedDisk disk = TapedDisk.of(files(name));
            Path tape = directory.resolve("tape");
            Path root = Files.createDirectory(directory.resolve("root"));
            TapedDisk.write(disk.shown(), root);
            disk.moveTo(root);
            process.ask(root + " " + tape);
            List<Tape.Call> calls = Tape.read(tape).calls();
            Directories.remove(root);
            Files.delete(tape);
            int count = random.nextInt(calls.size() + 1);
            calls.subList(0, count).forEach(disk::perform);
            boolean cut = random.nextBoolean();
            TapedDisk.write(cut ? disk.cut(random) : disk.shown(), data);
            crashes++;
            String when = (cut ? "power cut" : "killed") + " after call " + count + " of " + calls.size();
            try {
                String problem = openAndGoOn(data);
                return problem == null ? null : when + ": " + problem;
            } catch (StoreException e) {
                return when + ": " + e.getMessage();
            }
        }

        private String difference(Engine engine) {
            for (int i = 0; i < answers.size(); i += 3) {
                checked++;
                Object expected = Json.read(answers.get(i + 2).getBytes(StandardCharsets.UTF_8));
                Object found = ask(engine, answers.get(i), answers.get(i + 1));
                if (!found.equals(expected)) {
                    return answers.get(i) + " " + answers.get(i + 1) + " answers " + Scratch.head(found.toString())
                            + " instead of " + Scratch.head(expected.toString());
                }
            }
            return null;
        }

        private static Object ask(Engine engine, String operation, String body) {
            Wire.Response response = new Wire(engine, false)
                    .handle(new Wire.Request(
                            "DynamoDB_20120810." + operation,
                            null,
                            false,
                            "localhost",
                            body.getBytes(StandardCharsets.UTF_8)))
                    .join();
            return Json.read(Arrays.copyOf(response.body(), response.length()));
        }
    }

    /** What is in a store, by path; directories end in a slash. */
    static Map<String, byte[]> files(String name) throws IOException {
        Map<String, byte[]> files = new TreeMap<>(Map.of("/", new byte[0]));
        try (ZipInputStream in =
                new ZipInputStream(GoldenStores.class.getResourceAsStream("/golden-stores/" + name + ".zip"))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                String path = "/" + entry.getName();
                for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
                    files.put(path.substring(0, slash + 1), new byte[0]);
                }
                if (!entry.isDirectory()) {
                    files.put(path, in.readAllBytes());
                }
            }
        }
        return files;
    }
}
