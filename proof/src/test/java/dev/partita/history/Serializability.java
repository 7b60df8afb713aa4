package dev.partita.history;

import dev.partita.history.Transaction.Append;
import dev.partita.history.Transaction.Outcome;
import dev.partita.history.Transaction.Read;
import dev.partita.history.Transaction.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Whether transactions on lists happened as if one after another, and in real time's order: the inference of Elle by Kingsbury and
 * Alvaro.
 *
 * <p>A list tells its own past: the longest read of it is the order of all its versions. From that follows who wrote before
 * whom (ww), who read what somebody wrote (wr), and who read before somebody wrote on (rw). Whoever was answered before
 * another asked came earlier (real time). All that is a graph, and a cycle in it is an anomaly; the kinds of its edges say which.
 */
final class Serializability {

    /** The names are those of Adya's and Elle's papers. */
    enum Anomaly {
        /** A value in a list that nobody appended, or twice. */
        GARBAGE,
        /** Two reads of a list of which neither begins with the other. */
        INCOMPATIBLE_ORDER,
        /** A transaction that does not see what it did itself. */
        INTERNAL,
        /** An acknowledged append that a later read does not show. */
        LOST,
        /** A value of a transaction that was refused. */
        G1A,
        /** A list as it was in the middle of a transaction. */
        G1B,
        /** A cycle of writes. */
        G0,
        /** A cycle of writes and of reads that saw them. */
        G1C,
        /** A cycle with one read of something that was already overwritten. */
        G_SINGLE,
        /** A cycle with several. */
        G2,
        G0_REAL_TIME,
        G1C_REAL_TIME,
        G_SINGLE_REAL_TIME,
        G2_REAL_TIME
    }

    record Violation(Anomaly anomaly, String text) {
        @Override
        public String toString() {
            return anomaly + ": " + text;
        }
    }

    private enum Kind {
        WW,
        WR,
        RW,
        /** From a transaction to the moment of its answer, from moment to moment, and from a moment to a later request. */
        TIME
    }

    private record Edge(int from, int to, Kind kind, String why) {}

    private final List<Transaction> transactions;
    private final List<Violation> violations = new ArrayList<>();
    /** By list and value. */
    private final Map<String, Map<String, Transaction>> writers = new HashMap<>();

    private final Map<String, List<String>> longest = new LinkedHashMap<>();
    /** Numbers of transactions come first, then those of moments. */
    private final Map<Transaction, Integer> numbers = new HashMap<>();

    private final List<List<Edge>> edges = new ArrayList<>();

    private Serializability(List<Transaction> transactions) {
        this.transactions = transactions;
    }

    /** All lists begin empty. */
    static List<Violation> check(List<Transaction> history) {
        Serializability check = new Serializability(history);
        check.readValues();
        check.readOrders();
        if (check.violations.isEmpty()) {
            check.drawEdges();
            check.drawTime();
            check.findCycles();
        }
        return check.violations;
    }

    private void readValues() {
        for (Transaction transaction : transactions) {
            for (Step step : transaction.steps()) {
                if (step instanceof Append append
                        && writers.computeIfAbsent(append.key(), key -> new HashMap<>())
                                        .put(append.value(), transaction)
                                != null) {
                    throw new IllegalArgumentException(append + " twice: not a history to judge");
                }
            }
        }
    }

    private void readOrders() {
        for (Transaction transaction : transactions) {
            if (transaction.outcome() == Outcome.DONE) {
                checkInternal(transaction);
                reads(transaction).forEach(read -> checkRead(transaction, read));
            }
        }
        for (Transaction transaction : transactions) {
            if (transaction.outcome() == Outcome.DONE) {
                for (Read read : reads(transaction)) {
                    List<String> order = longest.get(read.key());
                    if (!order.subList(0, read.values().size()).equals(read.values())) {
                        add(Anomaly.INCOMPATIBLE_ORDER, read + " of " + transaction + " does not begin " + order);
                    }
                }
            }
        }
    }

    private void checkRead(Transaction transaction, Read read) {
        Set<String> seen = new HashSet<>();
        for (String value : read.values()) {
            Transaction writer = writer(read.key(), value);
            if (writer == null) {
                add(Anomaly.GARBAGE, value + " in " + transaction + " was never appended");
            } else if (writer.outcome() == Outcome.REFUSED) {
                add(Anomaly.G1A, value + " in " + transaction + " is of " + writer);
            } else if (!seen.add(value)) {
                add(Anomaly.GARBAGE, value + " is twice in " + transaction);
            }
        }
        if (!read.values().isEmpty()) {
            String last = read.values().get(read.values().size() - 1);
            Transaction writer = writer(read.key(), last);
            if (writer != null
                    && writer != transaction
                    && !lastAppend(writer, read.key()).equals(last)) {
                add(Anomaly.G1B, transaction + " saw the middle of " + writer);
            }
        }
        longest.merge(read.key(), read.values(), (a, b) -> a.size() >= b.size() ? a : b);
    }

    /** A read shows, at its end, exactly what its own transaction appended before. */
    private void checkInternal(Transaction transaction) {
        Map<String, List<String>> own = new HashMap<>();
        Map<String, List<String>> known = new HashMap<>();
        for (Step step : transaction.steps()) {
            if (step instanceof Append append) {
                own.computeIfAbsent(append.key(), key -> new ArrayList<>()).add(append.value());
                known.computeIfPresent(append.key(), (key, values) -> {
                    List<String> longer = new ArrayList<>(values);
                    longer.add(append.value());
                    return longer;
                });
            } else if (step instanceof Read read) {
                List<String> appended = own.getOrDefault(read.key(), List.of());
                int from = read.values().size() - appended.size();
                if (known.containsKey(read.key()) && !known.get(read.key()).equals(read.values())
                        || from < 0
                        || !read.values().subList(from, read.values().size()).equals(appended)) {
                    add(Anomaly.INTERNAL, transaction + " does not see itself in " + read);
                }
                known.put(read.key(), read.values());
            }
        }
    }

    private void drawEdges() {
        for (Transaction transaction : transactions) {
            boolean observed = transaction.outcome() == Outcome.UNKNOWN
                    && transaction.steps().stream()
                            .anyMatch(step -> step instanceof Append append
                                    && longest.getOrDefault(append.key(), List.of())
                                            .contains(append.value()));
            if (transaction.outcome() == Outcome.DONE || observed) {
                numbers.put(transaction, edges.size());
                edges.add(new ArrayList<>());
            }
        }
        longest.forEach((key, order) -> {
            for (int i = 1; i < order.size(); i++) {
                draw(writer(key, order.get(i - 1)), writer(key, order.get(i)), Kind.WW, key + " " + order.get(i));
            }
        });
        // What no read shows came after all that one does.
        Map<String, List<Transaction>> unread = new HashMap<>();
        numbers.keySet().forEach(transaction -> transaction.steps().forEach(step -> {
            if (step instanceof Append append
                    && !longest.getOrDefault(append.key(), List.of()).contains(append.value())) {
                unread.computeIfAbsent(append.key(), key -> new ArrayList<>()).add(transaction);
            }
        }));
        for (Transaction transaction : List.copyOf(numbers.keySet())) {
            for (Read read : reads(transaction)) {
                drawRead(transaction, read, unread.getOrDefault(read.key(), List.of()));
            }
        }
    }

    private void drawRead(Transaction reader, Read read, List<Transaction> unread) {
        int size = read.values().size();
        if (size > 0) {
            draw(writer(read.key(), read.values().get(size - 1)), reader, Kind.WR, read.key());
        }
        List<String> order = longest.get(read.key());
        if (size < order.size()) {
            draw(reader, writer(read.key(), order.get(size)), Kind.RW, read.key() + " before " + order.get(size));
            return;
        }
        for (Transaction writer : unread) {
            draw(reader, writer, Kind.RW, read.key() + " before what was never seen");
            if (writer.returned() < reader.invoked()) {
                add(Anomaly.LOST, reader + " should show " + writer);
            }
        }
    }

    private void draw(Transaction from, Transaction to, Kind kind, String why) {
        Integer start = numbers.get(from);
        Integer end = numbers.get(to);
        if (start != null && end != null && !start.equals(end)) {
            edges.get(start).add(new Edge(start, end, kind, why));
        }
    }

    /** Each answer is a moment, which all moments before lead to, and which leads to all requests after. */
    private void drawTime() {
        List<Transaction> byAnswer = numbers.keySet().stream()
                .filter(transaction -> transaction.returned() != Operation.NEVER)
                .sorted(Comparator.comparingLong(Transaction::returned))
                .toList();
        int firstMoment = edges.size();
        for (int i = 0; i < byAnswer.size(); i++) {
            edges.add(new ArrayList<>());
            int moment = firstMoment + i;
            int answered = numbers.get(byAnswer.get(i));
            edges.get(answered).add(new Edge(answered, moment, Kind.TIME, ""));
            if (i > 0) {
                edges.get(moment - 1).add(new Edge(moment - 1, moment, Kind.TIME, ""));
            }
        }
        long[] answers = byAnswer.stream().mapToLong(Transaction::returned).toArray();
        numbers.forEach((transaction, number) -> {
            int at = Arrays.binarySearch(answers, transaction.invoked());
            int before = at >= 0 ? at - 1 : -at - 2;
            while (before >= 0 && answers[before] == transaction.invoked()) {
                before--;
            }
            if (before >= 0) {
                int moment = firstMoment + before;
                edges.get(moment).add(new Edge(moment, number, Kind.TIME, ""));
            }
        });
    }

    /** The worst kind of cycle there is. */
    private void findCycles() {
        if (components(EnumSet.allOf(Kind.class)).isEmpty()) {
            return;
        }
        boolean found = cycle(EnumSet.of(Kind.WW), Anomaly.G0)
                || cycle(EnumSet.of(Kind.WW, Kind.WR), Anomaly.G1C)
                || single(EnumSet.of(Kind.WW, Kind.WR), Anomaly.G_SINGLE)
                || cycle(EnumSet.of(Kind.WW, Kind.WR, Kind.RW), Anomaly.G2)
                || cycle(EnumSet.of(Kind.WW, Kind.TIME), Anomaly.G0_REAL_TIME)
                || cycle(EnumSet.of(Kind.WW, Kind.WR, Kind.TIME), Anomaly.G1C_REAL_TIME)
                || single(EnumSet.of(Kind.WW, Kind.WR, Kind.TIME), Anomaly.G_SINGLE_REAL_TIME)
                || cycle(EnumSet.allOf(Kind.class), Anomaly.G2_REAL_TIME);
        if (!found) {
            throw new IllegalStateException("a cycle of no kind");
        }
    }

    private boolean cycle(Set<Kind> kinds, Anomaly anomaly) {
        List<Set<Integer>> components = components(kinds);
        if (components.isEmpty()) {
            return false;
        }
        Set<Integer> nodes = components.get(0);
        int start = nodes.iterator().next();
        // From the start to any of its successors within the component, and the shortest way back.
        for (Edge first : edges.get(start)) {
            if (kinds.contains(first.kind()) && nodes.contains(first.to())) {
                List<Edge> back = path(first.to(), start, edge -> kinds.contains(edge.kind()));
                if (back != null) {
                    report(anomaly, first, back);
                    return true;
                }
            }
        }
        throw new IllegalStateException("a component without a cycle");
    }

    /** A cycle of these and exactly one rw. */
    private boolean single(Set<Kind> others, Anomaly anomaly) {
        Set<Kind> all = EnumSet.copyOf(others);
        all.add(Kind.RW);
        for (Set<Integer> nodes : components(all)) {
            for (int node : nodes) {
                for (Edge edge : edges.get(node)) {
                    if (edge.kind() == Kind.RW && nodes.contains(edge.to())) {
                        List<Edge> back = path(edge.to(), node, other -> others.contains(other.kind()));
                        if (back != null) {
                            report(anomaly, edge, back);
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    private void report(Anomaly anomaly, Edge first, List<Edge> back) {
        List<Transaction> byNumber = new ArrayList<>(Collections.nCopies(numbers.size(), null));
        numbers.forEach((transaction, number) -> byNumber.set(number, transaction));
        StringBuilder text = new StringBuilder();
        List<Edge> all = new ArrayList<>(List.of(first));
        all.addAll(back);
        for (Edge edge : all) {
            if (edge.from() < numbers.size()) {
                text.append(byNumber.get(edge.from())).append(" -> ");
            }
            if (edge.kind() != Kind.TIME) {
                text.append(edge.kind()).append(' ').append(edge.why()).append(" -> ");
            } else if (edge.from() < numbers.size()) {
                text.append("ended before -> ");
            }
        }
        add(anomaly, text + "the first");
    }

    private List<Edge> path(int from, int to, Predicate<Edge> allowed) {
        Map<Integer, Edge> cameBy = new HashMap<>();
        Deque<Integer> waiting = new ArrayDeque<>(List.of(from));
        while (!waiting.isEmpty()) {
            int node = waiting.poll();
            if (node == to) {
                List<Edge> path = new ArrayList<>();
                for (int at = to; at != from; at = path.get(path.size() - 1).from()) {
                    path.add(cameBy.get(at));
                }
                Collections.reverse(path);
                return path;
            }
            for (Edge edge : edges.get(node)) {
                if (allowed.test(edge) && edge.to() != from && cameBy.putIfAbsent(edge.to(), edge) == null) {
                    waiting.add(edge.to());
                }
            }
        }
        return null;
    }

    /** Sets of more than one node that all lead to each other, by Tarjan's algorithm, without recursion. */
    private List<Set<Integer>> components(Set<Kind> kinds) {
        int size = edges.size();
        int[] index = new int[size];
        int[] low = new int[size];
        int[] nextEdge = new int[size];
        boolean[] onStack = new boolean[size];
        Deque<Integer> stack = new ArrayDeque<>();
        Deque<Integer> work = new ArrayDeque<>();
        List<Set<Integer>> components = new ArrayList<>();
        int counter = 0;
        for (int root = 0; root < size; root++) {
            if (index[root] != 0) {
                continue;
            }
            work.push(root);
            while (!work.isEmpty()) {
                int node = work.peek();
                if (index[node] == 0) {
                    index[node] = ++counter;
                    low[node] = counter;
                    stack.push(node);
                    onStack[node] = true;
                }
                if (nextEdge[node] < edges.get(node).size()) {
                    Edge edge = edges.get(node).get(nextEdge[node]++);
                    if (!kinds.contains(edge.kind())) {
                        continue;
                    }
                    if (index[edge.to()] == 0) {
                        work.push(edge.to());
                    } else if (onStack[edge.to()]) {
                        low[node] = Math.min(low[node], index[edge.to()]);
                    }
                    continue;
                }
                work.pop();
                if (!work.isEmpty()) {
                    low[work.peek()] = Math.min(low[work.peek()], low[node]);
                }
                if (low[node] == index[node]) {
                    Set<Integer> component = new HashSet<>();
                    int member;
                    do {
                        member = stack.pop();
                        onStack[member] = false;
                        component.add(member);
                    } while (member != node);
                    if (component.size() > 1) {
                        components.add(component);
                    }
                }
            }
        }
        return components;
    }

    private Transaction writer(String key, String value) {
        return writers.getOrDefault(key, Map.of()).get(value);
    }

    private static String lastAppend(Transaction transaction, String key) {
        String last = null;
        for (Step step : transaction.steps()) {
            if (step instanceof Append append && append.key().equals(key)) {
                last = append.value();
            }
        }
        return last;
    }

    /** Those that show what was there before the transaction, or at its end. */
    private static List<Read> reads(Transaction transaction) {
        return transaction.steps().stream()
                .filter(step -> step instanceof Read)
                .map(step -> (Read) step)
                .toList();
    }

    private void add(Anomaly anomaly, String text) {
        violations.add(new Violation(anomaly, text));
    }
}
