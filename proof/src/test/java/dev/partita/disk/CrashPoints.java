package dev.partita.disk;

import dev.partita.engine.Engine;
import dev.partita.proof.Budget;
import dev.partita.proof.Directories;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * The process, or the power, ends between any two calls to the system.
 *
 * <p>A script runs once, in a process whose calls are recorded. Then, for each number of calls, the disk is put together as it was
 * after them, and as a power cut could have left it; both are opened, and have to show what the acknowledged steps of the script made,
 * and maybe the one that was under way. Then the script goes on with what was left at one of the points, and the calls of that
 * recovery are among the next.
 */
public final class CrashPoints extends Family {

    private static final String ACKNOWLEDGED = "/acknowledged";
    /** The first line of what is acknowledged: from here on, what was found is there for good. */
    private static final String OPENED = "0\n";

    private static final int STRIDE = 11;
    /** If there are to be so many, none is left out. */
    private static final long EVERY_POINT_FROM = 3000;

    private final Engine.Durability durability;

    public CrashPoints() {
        this(Engine.Durability.FSYNC);
    }

    CrashPoints(Engine.Durability durability) {
        super("R3", "crash between any two calls", "crash points", 480);
        this.durability = durability;
    }

    @Override
    public String lacks() {
        return TapedProcess.lacks();
    }

    /** Runs under the library: does a script in a directory, and notes each step once it is done. */
    static final class Runner {
        public static void main(String[] arguments) throws IOException {
            Control control = Control.here();
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                Path root = Path.of(words[2]);
                control.record(root, Path.of(words[3]));
                int done = Integer.parseInt(words[4]);
                long seconds = Long.parseLong(words[5]);
                Engine.Durability durability = Engine.Durability.valueOf(words[6]);
                List<Script.Step> steps =
                        script(words[0], Long.parseLong(words[1])).steps();
                try (FileChannel acknowledged = FileChannel.open(
                                root.resolve(ACKNOWLEDGED.substring(1)),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.APPEND);
                        World world = World.onDisk(root.resolve("data"), seconds, durability)) {
                    acknowledged.write(ByteBuffer.wrap(OPENED.getBytes(StandardCharsets.UTF_8)));
                    for (Script.Step step : steps.subList(done, steps.size())) {
                        String status = world.perform(step) + "\n";
                        acknowledged.write(ByteBuffer.wrap(status.getBytes(StandardCharsets.UTF_8)));
                    }
                }
                TapedProcess.say("done");
            }
        }
    }

    private static Script script(String kind, long seed) {
        return kind.equals("whole") ? Script.whole(seed) : Script.any(seed);
    }

    /** What a caller sees after so many steps, and what time it is then. */
    private record Expected(List<Script.Step> steps, List<String> settled, List<Integer> statuses, List<Long> seconds) {

        static Expected of(Script script) {
            Expected expected = new Expected(script.steps(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (int done = 0; done <= script.steps().size(); done++) {
                // Anew for each, since to look at the settled state is to settle it.
                try (World world = World.inMemory()) {
                    int status = 0;
                    for (Script.Step step : script.steps().subList(0, done)) {
                        status = world.perform(step);
                    }
                    if (done > 0) {
                        expected.statuses.add(status);
                    }
                    expected.settled.add(world.settled());
                    expected.seconds.add(world.seconds());
                }
            }
            return expected;
        }

        /**
         * Whether it is a part of what the step does, and the step is one that may be done in parts: items of a batch, and those that
         * expire, are written each for itself.
         */
        boolean isPartOf(int step, String found) {
            if (!List.of("BatchWriteItem", Script.WAIT).contains(steps.get(step).operation())) {
                return false;
            }
            Set<String> before = withoutCounts(settled.get(step));
            Set<String> after = withoutCounts(settled.get(step + 1));
            Set<String> between = withoutCounts(found);
            return between.stream().allMatch(line -> before.contains(line) || after.contains(line))
                    && before.stream().filter(after::contains).allMatch(between::contains);
        }

        private static Set<String> withoutCounts(String settled) {
            return settled.lines().map(line -> line.replaceFirst(" \\d+$", "")).collect(Collectors.toSet());
        }
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        return new Run(seed, budget, durability).all();
    }

    /** All the scripts of a run. */
    private static final class Run {

        /** Within a step. */
        private static final int PARTLY = -1;

        /**
         * A disk that a script goes on with, after so many of its steps.
         *
         * @param kept so many of them are there also if the power is cut before anybody has opened the disk: one that was under way
         *     when its process was killed may be with the system only
         */
        private record Start(TapedDisk disk, int steps, int kept) {

            Start(TapedDisk disk, int steps) {
                this(disk, steps, steps);
            }
        }

        private final long seed;
        private final Budget budget;
        private final Engine.Durability durability;
        private final Path directory = Scratch.make("crash-points");
        private final List<String> violations = new ArrayList<>();
        private final boolean everyPoint;
        private long trials;
        private long checked;
        private long tapes;
        private long calls;
        private long underWay;

        Run(long seed, Budget budget, Engine.Durability durability) throws IOException {
            this.seed = seed;
            this.durability = durability;
            this.budget = budget;
            this.everyPoint = budget.allowsMore(EVERY_POINT_FROM);
        }

        Figures all() throws IOException, InterruptedException {
            try (TapedProcess process = TapedProcess.start(directory, Runner.class)) {
                for (int number = 0; violations.isEmpty() && budget.allowsMore(trials); number++) {
                    Start left = script(process, number, false, new Start(new TapedDisk(), 0));
                    if (violations.isEmpty() && budget.allowsMore(trials)) {
                        script(process, number, true, left);
                    }
                }
            }
            if (violations.isEmpty()) {
                Directories.remove(directory);
            }
            return new Figures(
                    trials,
                    checked,
                    trials,
                    violations,
                    tapes + " scripts of " + calls / tapes + " calls, the step under way was there " + underWay
                            + " times");
        }

        /** Answers what a kill or a power cut left, at one of the points. */
        private Start script(TapedProcess process, int number, boolean goesOn, Start start) throws IOException {
            SplittableRandom random = new SplittableRandom(seed + 2L * number + (goesOn ? 1 : 0));
            String kind = number == 0 ? "whole" : "any";
            Script script = CrashPoints.script(kind, seed + number);
            Expected expected = Expected.of(script);
            Path root = Files.createDirectory(directory.resolve("root"));
            Path tape = directory.resolve("tape");
            TapedDisk disk = start.disk();
            TapedDisk.write(disk.shown(), root);
            disk.moveTo(root);
            String where = "script " + number + (goesOn ? ", gone on with after a crash" : "");
            String answer = process.ask("%s %d %s %s %d %d %s"
                    .formatted(
                            kind,
                            seed + number,
                            root,
                            tape,
                            start.steps(),
                            expected.seconds().get(start.steps()),
                            durability));
            Tape recorded = Tape.read(tape);
            tapes++;
            calls += recorded.calls().size();
            if (!answer.equals("done")) {
                violate(where, answer);
            }
            int stride = everyPoint ? 1 : STRIDE;
            int first = random.nextInt(stride);
            int leftAfter = random.nextInt(recorded.calls().size() / stride) * stride + first;
            Start left = new Start(new TapedDisk(), 0);
            for (int count = 0; count <= recorded.calls().size() && violations.isEmpty(); count++) {
                if (count > 0) {
                    disk.perform(recorded.calls().get(count - 1));
                }
                if (count % stride == first && budget.allowsMore(trials)) {
                    String point = where + ", after " + count + " calls, the last of them: "
                            + (count == 0 ? "none" : recorded.calls().get(count - 1));
                    Map<String, byte[]> killed = disk.shown();
                    int lines = lines(killed.remove(ACKNOWLEDGED));
                    int acknowledged = start.steps() + Math.max(0, lines - 1);
                    int seen = requireShown(killed, acknowledged, acknowledged, expected, point + ", process killed");
                    Map<String, byte[]> cut = disk.cut(random);
                    cut.remove(ACKNOWLEDGED);
                    int kept = lines == 0 ? start.kept() : acknowledged;
                    int seenAfterCut = requireShown(cut, kept, acknowledged, expected, point + ", power cut");
                    if (count == leftAfter && !goesOn && seen != PARTLY && seenAfterCut != PARTLY) {
                        left = random.nextBoolean()
                                ? new Start(TapedDisk.of(cut), seenAfterCut)
                                : new Start(unsynced(recorded, count), seen, acknowledged);
                    }
                }
            }
            if (violations.isEmpty()) {
                requireWholeTape(recorded, disk, root, expected, start.steps(), where);
                Directories.remove(root);
                Files.delete(tape);
            }
            return left;
        }

        /** What a killed process left, part of it only with the system: a power cut may come while the next one runs. */
        private static TapedDisk unsynced(Tape recorded, int count) {
            TapedDisk disk = new TapedDisk();
            recorded.calls().subList(0, count).forEach(disk::perform);
            disk.perform(new Tape.Call('u', 0, 0, ACKNOWLEDGED, new byte[0]));
            return disk;
        }

        /** Answers after how many steps the disk is, or {@link #PARTLY}. */
        private int requireShown(Map<String, byte[]> files, int kept, int acknowledged, Expected expected, String where)
                throws IOException {
            trials++;
            if (!violations.isEmpty()) {
                return 0;
            }
            Path image = Files.createDirectory(directory.resolve("image"));
            TapedDisk.write(files, image);
            int later = Math.min(acknowledged + 1, expected.settled().size() - 1);
            String found;
            try (World world =
                    World.onDisk(image.resolve("data"), expected.seconds().get(later), durability)) {
                found = world.settled();
            } catch (RuntimeException e) {
                found = e.toString();
            }
            Directories.remove(image);
            checked += found.lines().count();
            for (int steps = acknowledged; steps >= kept; steps--) {
                if (found.equals(expected.settled().get(steps))) {
                    return steps;
                }
            }
            if (found.equals(expected.settled().get(later))) {
                underWay++;
                return later;
            }
            if (later > acknowledged && expected.isPartOf(acknowledged, found)) {
                underWay++;
                return PARTLY;
            }
            TapedDisk.write(files, image);
            violate(
                    where,
                    acknowledged + " steps were acknowledged. "
                            + difference(expected.settled().get(acknowledged), found));
            return 0;
        }

        /** If the process did something that the tape does not know, the images would be wrong. */
        private void requireWholeTape(
                Tape recorded, TapedDisk disk, Path root, Expected expected, int steps, String where)
                throws IOException {
            Map<String, byte[]> shown = disk.shown();
            List<Integer> statuses = new String(shown.get(ACKNOWLEDGED), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(Integer::parseInt)
                    .toList();
            if (!statuses.equals(
                    expected.statuses().subList(steps, expected.statuses().size()))) {
                violate(where, "on disk the steps answered " + statuses + ", in memory " + expected.statuses());
            }
            Map<String, byte[]> real = Scratch.read(root);
            // Written by stdio, and read by nobody.
            shown.keySet().removeIf(path -> path.startsWith("/data/rocks/LOG"));
            real.keySet().removeIf(path -> path.startsWith("/data/rocks/LOG"));
            if (!shown.keySet().equals(real.keySet())) {
                throw new IllegalStateException(
                        "the tape ends with " + shown.keySet() + ", the disk has " + real.keySet());
            }
            shown.forEach((path, bytes) -> {
                if (!Arrays.equals(bytes, real.get(path))) {
                    throw new IllegalStateException(path + " is not what the tape made of it");
                }
            });
        }

        private void violate(String where, String what) {
            violations.add("trial %d: %s: %s. Files are kept in %s; repeat with -Dproof.family=R3 -Dseed=%d"
                    .formatted(trials, where, what, directory, seed));
        }

        private static String difference(String expected, String found) {
            List<String> one = expected.lines().toList();
            List<String> other = found.lines().toList();
            for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
                String wanted = i < one.size() ? one.get(i) : "nothing";
                String got = i < other.size() ? other.get(i) : "nothing";
                if (!wanted.equals(got)) {
                    return "Line " + i + " should be " + Scratch.head(wanted) + " and is " + Scratch.head(got);
                }
            }
            return "No difference";
        }

        private static int lines(byte[] text) {
            return text == null
                    ? 0
                    : (int) new String(text, StandardCharsets.UTF_8).lines().count();
        }
    }
}
