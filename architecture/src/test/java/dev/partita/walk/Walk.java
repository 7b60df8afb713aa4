package dev.partita.walk;

import dev.partita.lint.rule.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A walk of ARCHITECTURE.md: the files that a request passes, in their order, with the thread that each runs on.
 * {@code known} are those of the walks before it on the page, which it need not name again.
 */
record Walk(List<Stop> stops, Set<String> known) {

    /** A line of the walk. {@code file} is {@code engine/PutItem}; {@code thread} is a word of the second column. */
    record Stop(String file, String thread) {}

    /** The words of the second column, and the names of such threads. */
    static final Map<String, String> THREADS = Map.of(
            "loop", "partita-http-.*",
            "slow", "partita-slow-.*",
            "performer", "partita-http-.*|partita-commit",
            "committer", "partita-commit",
            "worker", "partita-service-.*",
            "command", "main",
            "follower", "partita-changes-.*");

    /** A file for which more than so many others work is a main part, also when it stands beside the way and not on it. */
    private static final int MAIN_PART = 12;

    /** What a request meets beside the stops of its walk, by the end of its path, and why the page does without it. */
    private static final Map<String, String> HELPERS = Map.of(
            "cli/Main", "reads the command line",
            "/EntityReader", "reads one construct for the Reader",
            "/PatternReader", "reads one construct for the Reader",
            "http/HttpServer", "opens the connection",
            "engine/Database", "one namespace of the engine, which hands on what an operation asks of it",
            "up/PendingHandler", "lets requests wait while the designs are loaded",
            "console/Console", "answers its own pages, and hands on all else",
            "console/WatchedEndpoint", "shows requests on a page of the console");

    static Walk under(String heading) throws IOException {
        String page = Files.readString(Path.of("..", "ARCHITECTURE.md"));
        Set<String> known = new LinkedHashSet<>();
        for (String section : page.split("(?m)^(?=## )")) {
            if (section.startsWith(heading)) {
                return new Walk(stops(section), known);
            }
            if (section.lines().findFirst().orElse("").contains(" walk")) {
                stops(section).forEach(stop -> known.add(stop.file()));
            }
        }
        throw new IllegalArgumentException("no walk is called " + heading);
    }

    /** The lines between the fences. */
    private static List<Stop> stops(String section) {
        return section.split("```")[1]
                .strip()
                .lines()
                .map(line -> line.split("\\s+"))
                .map(words -> new Stop(words[0], words[1]))
                .toList();
    }

    /** The same walk with other lines. */
    Walk with(List<Stop> others) {
        return new Walk(others, known);
    }

    Set<String> files() {
        return stops.stream().map(Stop::file).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** What is wrong with it when this is what really happened. */
    List<String> faults(Trace trace) {
        List<String> faults = new ArrayList<>();
        Set<String> way = new LinkedHashSet<>();
        List<Trace.Step> steps = trace.steps();
        int from = 0;
        for (Stop stop : stops) {
            if (!THREADS.containsKey(stop.thread())) {
                throw new IllegalArgumentException("no thread is called " + stop.thread());
            }
            int at = from;
            while (at < steps.size() && !isAt(stop, steps.get(at))) {
                at++;
            }
            if (at == steps.size()) {
                faults.add(stop + " is not entered after what stands before it, but " + seen(stop, steps));
            } else {
                way.addAll(steps.get(at).place().way());
                from = at + 1;
            }
        }
        Map<String, String> main = new LinkedHashMap<>();
        trace.weights(this::isOurs, Walk::isRule).forEach((file, weight) -> {
            if (weight > MAIN_PART) {
                main.put(file, weight + " other files work for it");
            }
        });
        way.forEach(file -> main.put(file, "a stop is called from it"));
        main.forEach((file, why) -> {
            boolean isNamed = files().contains(file) || known.contains(file);
            if (!isNamed && HELPERS.keySet().stream().noneMatch(file::endsWith)) {
                faults.add(file + " is left out, although " + why);
            }
        });
        return faults;
    }

    /** Whether it runs on such a thread; others do their own work meanwhile. */
    private boolean isOurs(String thread) {
        return stops.stream().anyMatch(stop -> thread.matches(THREADS.get(stop.thread())));
    }

    /** Rules are an open list, of which no page names the members, and what one does is its own business. */
    private static boolean isRule(String file) {
        try {
            return Rule.class.isAssignableFrom(Class.forName("dev.partita." + file.replace('/', '.')));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isAt(Stop stop, Trace.Step step) {
        return step.place().file().equals(stop.file()) && step.thread().matches(THREADS.get(stop.thread()));
    }

    private static List<String> seen(Stop stop, List<Trace.Step> steps) {
        return steps.stream()
                .filter(step -> step.place().file().equals(stop.file()))
                .map(Trace.Step::thread)
                .distinct()
                .toList();
    }
}
