package dev.partita.whole;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Takes away from a design and its calls whatever a difference does without. */
final class Shrinker {

    private static final int MOST_TRIES = 700;

    private final String kind;
    private Trial best;
    private final int most;
    private int tries;

    private Shrinker(Trial found, int most) {
        this.most = most;
        this.best = found;
        this.kind = kind(found);
    }

    static Trial shrink(Trial found) {
        return shrink(found, MOST_TRIES);
    }

    static Trial shrink(Trial found, int most) {
        Trial again = Trial.of(found.tree(), found.calls());
        if (again.difference() == null || again.calls().isEmpty()) {
            return found;
        }
        Shrinker shrinker = new Shrinker(again, most);
        shrinker.onlyWhatIsCalled();
        boolean isSmaller = true;
        while (isSmaller && shrinker.tries < most) {
            isSmaller = shrinker.fewerCalls();
            isSmaller |= shrinker.lessDesign();
            isSmaller |= shrinker.fewerArguments();
        }
        return shrinker.best;
    }

    /** What kind of difference it is: another one would lead astray. */
    static String kind(Trial trial) {
        Throwable failure = trial.difference();
        if (failure == null) {
            return null;
        }
        String text = String.valueOf(failure.getMessage());
        String line = text.contains("\n") ? text.substring(text.indexOf('\n') + 1) : text;
        String last = trial.calls().isEmpty()
                ? ""
                : trial.calls().get(trial.calls().size() - 1).pattern();
        String words = line.startsWith("was refused")
                ? line.substring(0, Math.min(110, line.length())).replaceAll("[^A-Za-z ]|= .*", "")
                : line.startsWith("must be refused by ")
                        ? line.replaceAll(" answered ([A-Za-z-]+).*", " answered $1")
                        : line.replaceAll("[^A-Za-z ].*", "");
        return failure.getClass() + words.strip() + last;
    }

    private boolean isStillThere(Map<String, Object> tree, List<Call> calls) {
        if (tries++ > most) {
            return false;
        }
        try {
            Trial trial = Trial.of(tree, calls);
            if (kind.equals(kind(trial))) {
                best = trial;
                return true;
            }
        } catch (RuntimeException e) {
            // Half a design that the model itself cannot read.
            return false;
        }
        return false;
    }

    private boolean fewerCalls() {
        boolean isSmaller = false;
        for (int step = Math.max(1, best.calls().size() / 2); step >= 1; step /= 2) {
            for (int at = best.calls().size() - 1 - step; at >= 0; at -= step) {
                List<Call> calls = new ArrayList<>(best.calls());
                calls.subList(at, Math.min(at + step, calls.size() - 1)).clear();
                isSmaller |= isStillThere(best.tree(), calls);
                at = Math.min(at, best.calls().size() - 1);
            }
        }
        return isSmaller;
    }

    /** At first all at once: the patterns that are not called, and the words that many have. */
    private void onlyWhatIsCalled() {
        Trial last = best;
        isStillThere(
                best.tree(),
                last.calls().subList(last.calls().size() - 1, last.calls().size()));
        fewerCalls();
        Map<String, Object> tree = Tree.map(Tree.copy(best.tree()));
        Set<String> called = new HashSet<>();
        best.calls().forEach(call -> called.add(call.pattern()));
        Map<String, Object> patterns = Tree.map(tree.get("patterns"));
        for (int i = 0; i < 3; i++) {
            List.copyOf(called).forEach(name -> {
                Map<String, Object> words = Tree.map(patterns.get(name));
                for (String word : List.of("then", "gather", "transact")) {
                    called.addAll(Tree.names(words.get(word)));
                }
                if (words.get("each") instanceof Map<?, ?> each) {
                    called.add(((String) each.values().iterator().next()).split("\\.")[0]);
                }
            });
        }
        patterns.keySet().retainAll(called);
        isStillThere(tree, best.calls());
        for (String word :
                List.of("alarms", "samples", "ignore", "roles", "quotas", "types", "identity", "time-zone")) {
            Map<String, Object> less = Tree.map(Tree.copy(best.tree()));
            if (less.remove(word) != null) {
                if (word.equals("roles")) {
                    less.put("allow", "anyone");
                    Tree.map(less.get("patterns")).values().forEach(pattern -> Tree.map(pattern)
                            .remove("allow"));
                    Tree.map(less.get("entities")).values().forEach(entity -> Tree.map(entity)
                            .remove("allow"));
                }
                isStillThere(less, best.calls());
            }
        }
        for (String entity : List.copyOf(Tree.map(best.tree().get("entities")).keySet())) {
            Map<String, Object> less = Tree.map(Tree.copy(best.tree()));
            Tree.map(less.get("entities")).remove(entity);
            isStillThere(less, best.calls());
        }
    }

    private boolean lessDesign() {
        boolean isSmaller = false;
        List<List<Object>> paths = new ArrayList<>();
        paths(best.tree(), new ArrayList<>(), paths);
        paths.sort(Comparator.comparingInt(List::size));
        for (List<Object> path : paths) {
            Map<String, Object> tree = Tree.map(Tree.copy(best.tree()));
            if (remove(tree, path)) {
                isSmaller |= isStillThere(tree, best.calls());
            }
        }
        return isSmaller;
    }

    private static void paths(Object node, List<Object> at, List<List<Object>> paths) {
        if (node instanceof Map<?, ?> map) {
            for (Object name : map.keySet()) {
                List<Object> path = new ArrayList<>(at);
                path.add(name);
                paths.add(path);
                paths(map.get(name), path, paths);
            }
        } else if (node instanceof List<?> list) {
            for (int i = list.size() - 1; i >= 0; i--) {
                List<Object> path = new ArrayList<>(at);
                path.add(i);
                paths.add(path);
            }
        }
    }

    private static boolean remove(Map<String, Object> tree, List<Object> path) {
        Object node = tree;
        for (int i = 0; i < path.size(); i++) {
            boolean isLast = i == path.size() - 1;
            Object step = path.get(i);
            if (node instanceof Map<?, ?> map && map.containsKey(step)) {
                node = isLast ? map.remove(step) : map.get(step);
            } else if (node instanceof List<?> list && step instanceof Integer at && at < list.size()) {
                node = isLast ? list.remove((int) at) : list.get(at);
            } else {
                return false;
            }
        }
        return true;
    }

    private boolean fewerArguments() {
        boolean isSmaller = false;
        for (int i = 0; i < best.calls().size(); i++) {
            for (String name : List.copyOf(best.calls().get(i).arguments().keySet())) {
                Call call = best.calls().get(i);
                Map<String, Object> less = new LinkedHashMap<>(call.arguments());
                less.remove(name);
                isSmaller |= replaced(
                        i,
                        new Call(
                                call.number(),
                                call.pattern(),
                                less,
                                call.at(),
                                call.way(),
                                call.caller(),
                                call.limit()));
            }
            Call call = best.calls().get(i);
            if (call.way() != Call.Way.DATABASE || !call.caller().isEmpty() || call.limit() != null) {
                isSmaller |= replaced(
                        i,
                        new Call(
                                call.number(),
                                call.pattern(),
                                call.arguments(),
                                call.at(),
                                Call.Way.DATABASE,
                                List.of(),
                                null));
            }
        }
        return isSmaller;
    }

    private boolean replaced(int at, Call call) {
        List<Call> calls = new ArrayList<>(best.calls());
        calls.set(at, call);
        return isStillThere(best.tree(), calls);
    }

    /** As a case for the folder of cases. */
    static String text(Trial trial) {
        StringBuilder out = new StringBuilder();
        out.append(Tree.yaml(Tree.of("design", trial.tree())));
        out.append("calls:\n");
        trial.calls().forEach(call -> out.append("  - ")
                .append(Tree.yaml(Tree.of("x", call.tree()))
                        .replaceFirst("x:\\s+", "")
                        .replaceAll("\n(?!$)", "\n    ")));
        return out.toString();
    }
}
