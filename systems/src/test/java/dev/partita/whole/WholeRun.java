package dev.partita.whole;

import dev.partita.plan.internal.compile.Compiled;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Many designs, one after the other, and what is to be told of them. */
final class WholeRun {

    /** Of so many designs Java is generated and compiled: a compiler takes longer than all their calls. */
    private static final int MOST_SOURCES = Integer.getInteger("whole.sources", 25);

    private static final int PORTION = 50;

    private final Map<String, Integer> rules = new TreeMap<>();
    private final Map<String, List<String>> refusals = new TreeMap<>();
    private final Map<String, List<String>> drops = new TreeMap<>();
    private final List<Trial> differences = new ArrayList<>();
    private final Coverage coverage = new Coverage();
    private final Map<String, Compiled> sources = new LinkedHashMap<>();
    private int made;
    private int accepted;
    private int acceptedWhole;

    /** @param most how many differences are enough */
    static WholeRun of(long seed, int designs, int most) {
        WholeRun run = new WholeRun();
        for (int i = 0; i < designs && run.differences.size() < most; i += PORTION) {
            // Side by side, and told in their order.
            LongStream.range(seed + i, seed + Math.min(i + PORTION, designs))
                    .parallel()
                    .mapToObj(Trial::of)
                    .toList()
                    .forEach(run::add);
        }
        return run;
    }

    private void add(Trial trial) {
        made++;
        accepted += trial.isAccepted() ? 1 : 0;
        acceptedWhole += trial.isAccepted() && trial.dropped().isEmpty() ? 1 : 0;
        trial.dropped().forEach(error -> drops.computeIfAbsent(error.split(":")[0], rule -> new ArrayList<>())
                .add(trial.tree().get("design") + " " + error));
        if (trial.isAccepted()) {
            coverage.add(trial);
            if (sources.size() < MOST_SOURCES) {
                sources.put((String) trial.tree().get("design"), trial.compiled());
            }
        }
        trial.findings().forEach(rule -> rules.merge(rule, 1, Integer::sum));
        trial.errors().forEach(error -> refusals.computeIfAbsent(error.split(":")[0], rule -> new ArrayList<>())
                .add(trial.tree().get("design") + " " + error));
        if (trial.difference() != null) {
            differences.add(trial);
        }
    }

    int made() {
        return made;
    }

    int accepted() {
        return accepted;
    }

    Coverage coverage() {
        return coverage;
    }

    /** Designs to generate Java from. */
    Map<String, Compiled> sources() {
        return sources;
    }

    Map<String, Integer> rules() {
        return rules;
    }

    List<Trial> differences() {
        return differences;
    }

    String summary() {
        StringBuilder out = new StringBuilder();
        out.append(made)
                .append(" designs, ")
                .append(accepted)
                .append(" accepted (")
                .append(acceptedWhole)
                .append(" as made up, the others without patterns that were refused), ");
        out.append(differences.size()).append(" differences\n");
        refusals.forEach((rule, all) -> out.append("  refused by ")
                .append(rule)
                .append(" ")
                .append(all.size())
                .append(", as ")
                .append(all.get(0))
                .append('\n'));
        drops.forEach((rule, all) -> out.append("  patterns refused by ")
                .append(rule)
                .append(" ")
                .append(all.size())
                .append(", as ")
                .append(all.get(0))
                .append('\n'));
        return out.toString();
    }

    static String shown(Trial trial) {
        StringWriter text = new StringWriter();
        Throwable failure = trial.difference();
        if (failure instanceof Comparison.Difference) {
            text.append(failure.getMessage());
        } else {
            failure.printStackTrace(new PrintWriter(text, true));
            text.getBuffer().setLength(Math.min(text.getBuffer().length(), 3_000));
        }
        return trial.tree().get("design") + "\n" + Shrinker.text(trial) + "\n" + text + "\n";
    }

    /** What differs, without the names and numbers of this one design. */
    private static String kindOf(Trial trial) {
        return Shrinker.kind(trial)
                .replaceAll("[0-9]", "")
                .replaceAll("(" + String.join("|", DesignMaker.NAMES) + ")(Tag|Copy)?", "X");
    }

    /**
     * {@code seed designs seconds [tries]}: so many designs, or so long. Every difference is named as it is found, with its seed; one
     * of each kind is shrunk and shown at the end. Of every so many designs ({@code whole.java}, 10 unless stated) the generated Java
     * is compiled. Seeds alone, with commas between, are tried one by one and shrunk.
     */
    public static void main(String[] arguments) {
        if (arguments.length == 1) {
            for (String one : arguments[0].split(",")) {
                Trial trial = Trial.of(Long.parseLong(one));
                System.out.println("-----\n"
                        + (trial.difference() == null ? one + " agrees" : shown(Shrinker.shrink(trial, 300))));
            }
            System.exit(0);
        }
        long seed = Long.parseLong(arguments[0]);
        int designs = Integer.parseInt(arguments[1]);
        int share = Integer.getInteger("whole.java", 10);
        long began = System.nanoTime();
        long until = began + Long.parseLong(arguments[2]) * 1_000_000_000L;
        WholeRun run = new WholeRun();
        Map<String, List<Trial>> kinds = new TreeMap<>();
        int compiled = 0;
        List<String> refusedJava = new ArrayList<>();
        for (int i = 0; i < designs && System.nanoTime() < until; i += PORTION) {
            List<Trial> trials = LongStream.range(seed + i, seed + Math.min(i + PORTION, designs))
                    .parallel()
                    .mapToObj(Trial::of)
                    .toList();
            Map<String, Compiled> some = new LinkedHashMap<>();
            for (int at = 0; at < trials.size(); at++) {
                Trial trial = trials.get(at);
                run.add(trial);
                if (trial.difference() != null) {
                    kinds.computeIfAbsent(kindOf(trial), kind -> new ArrayList<>())
                            .add(trial);
                    System.out.println(trial.tree().get("design") + " " + kindOf(trial));
                }
                if (trial.isAccepted() && (i + at) % share == 0) {
                    some.put((String) trial.tree().get("design"), trial.compiled());
                }
            }
            run.sources.clear();
            compiled += some.size();
            refusedJava.addAll(some.isEmpty() ? List.of() : GeneratedJava.compile(some));
            if ((i + PORTION) % 1_000 == 0) {
                System.out.println(run.made + " designs after " + (System.nanoTime() - began) / 1_000_000_000 + " s, "
                        + run.differences.size() + " differences");
            }
        }
        System.out.println("seed " + seed + ": " + run.summary());
        System.out.println((System.nanoTime() - began) / 1_000_000 + " ms");
        System.out.println("never tried: " + run.coverage().zeros());
        System.out.println("rules met: " + run.rules());
        System.out.println("Java of " + compiled + " designs compiled: " + refusedJava);
        int tries = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 150;
        kinds.forEach((kind, trials) -> System.out.println("-----\n" + trials.size() + " of " + kind + ": "
                + trials.stream().map(trial -> trial.tree().get("design")).toList() + "\n"
                + shown(Shrinker.shrink(trials.get(0), tries))));
        System.exit(0);
    }
}
