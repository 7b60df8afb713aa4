package dev.partita.history;

import dev.partita.crash.Api;
import dev.partita.history.Serializability.Violation;
import dev.partita.history.Transaction.Append;
import dev.partita.history.Transaction.Outcome;
import dev.partita.history.Transaction.Read;
import dev.partita.history.Transaction.Step;
import dev.partita.proof.Budget;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Clients append to lists and read them in transactions; every second time the server is killed in their midst. What they saw has to fit
 * one order of all transactions that keeps to real time, and no money comes or goes.
 */
public final class Transactions extends Family {

    private static final int TRANSACTIONS = 1_000;
    private static final int FEWEST_CLIENTS = 8;
    private static final int MOST_CLIENTS = 16;
    private static final int HISTORIES_PER_DIRECTORY = 50;
    private static final int LISTS_PER_READ = 50;

    public Transactions() {
        super("R8", "transactions are strictly serializable", "histories", 22);
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        long trials = 0;
        long checked = 0;
        long kills = 0;
        long hangUps = 0;
        long refused = 0;
        long unknown = 0;
        long bankReads = 0;
        List<String> violations = new ArrayList<>();
        while (violations.isEmpty() && budget.allowsMore(trials)) {
            Traffic traffic = new Traffic("lists", ListClient.TABLE);
            try (traffic) {
                for (int i = 0; i < HISTORIES_PER_DIRECTORY && violations.isEmpty() && budget.allowsMore(trials); i++) {
                    boolean kill = trials % 2 == 1;
                    List<ListClient> clients = clients(traffic, "t" + trials + "-", random.split());
                    long killAfter = kill ? random.nextInt(TRANSACTIONS / 5, TRANSACTIONS * 4 / 5) : -1;
                    traffic.run(clients.subList(1, clients.size()), TRANSACTIONS, killAfter);
                    trials++;
                    kills += kill ? 1 : 0;
                    readAll(traffic, clients.get(0));
                    hangUps += clients.stream().mapToLong(ListClient::hangUps).sum();
                    bankReads +=
                            clients.stream().mapToLong(ListClient::bankReads).sum();
                    List<Transaction> history = clients.stream()
                            .flatMap(client -> client.done().stream())
                            .toList();
                    checked += history.size();
                    refused += count(history, Outcome.REFUSED);
                    unknown += count(history, Outcome.UNKNOWN);
                    List<Violation> wrong = Serializability.check(history);
                    if (!wrong.isEmpty()) {
                        violations.add(wrong.get(0) + " (" + wrong.size() + " anomalies; the history is in "
                                + write(traffic.directory(), history, trials) + ", seed " + seed + ", history " + trials
                                + ")");
                    }
                }
            } catch (IllegalStateException e) {
                violations.add(e.getMessage() + " (seed " + seed + ", history " + (trials + 1) + ", files in "
                        + traffic.directory() + ")");
            }
            if (violations.isEmpty()) {
                traffic.removeFiles();
            }
        }
        String remark = String.format(
                "%,d kills, %,d refused, %,d whose outcome nobody knows, %,d times all accounts were read",
                kills, refused, unknown, bankReads);
        return new Figures(trials, checked + bankReads, kills + hangUps, violations, remark);
    }

    /** The first one opens the accounts and reads everything in the end. */
    private static List<ListClient> clients(Traffic traffic, String prefix, SplittableRandom random) throws Exception {
        ListClient.Shared shared = new ListClient.Shared(prefix);
        List<ListClient> clients = new ArrayList<>();
        for (int i = random.nextInt(FEWEST_CLIENTS, MOST_CLIENTS + 1); i >= 0; i--) {
            clients.add(new ListClient(i, shared, random.split()));
        }
        try (Api api = traffic.connect()) {
            clients.get(0).openAccounts(api);
        }
        return clients;
    }

    private static void readAll(Traffic traffic, ListClient client) throws Exception {
        try (Api api = traffic.connect()) {
            List<String> keys = client.touched();
            for (int from = 0; from < keys.size(); from += LISTS_PER_READ) {
                client.read(api, keys.subList(from, Math.min(keys.size(), from + LISTS_PER_READ)));
            }
            client.readAccounts(api);
        }
    }

    private static long count(List<Transaction> history, Outcome outcome) {
        return history.stream()
                .filter(transaction -> transaction.outcome() == outcome)
                .count();
    }

    /** In the format of Elle's own tools, so that somebody else's judge can look at it. */
    private static Path write(Path directory, List<Transaction> history, long trial) throws IOException {
        TreeMap<Long, List<String>> lines = new TreeMap<>();
        for (Transaction transaction : history) {
            String type =
                    switch (transaction.outcome()) {
                        case DONE -> "ok";
                        case REFUSED -> "fail";
                        case UNKNOWN -> "info";
                    };
            lines.computeIfAbsent(transaction.invoked(), time -> new ArrayList<>())
                    .add(line(transaction, "invoke", transaction.invoked()));
            lines.computeIfAbsent(transaction.returned(), time -> new ArrayList<>())
                    .add(line(transaction, type, transaction.returned()));
        }
        return Files.write(
                directory.resolve("history-" + trial + ".edn"),
                lines.values().stream().flatMap(List::stream).toList());
    }

    /** Each transaction is a process of its own: after a lost answer its client goes on, which no process of Elle's may. */
    private static String line(Transaction transaction, String type, long time) {
        String steps = transaction.steps().stream()
                .map(step -> edn(step, type.equals("ok")))
                .collect(Collectors.joining(" "));
        return "{:process " + transaction.id() + ", :type :" + type + ", :f :txn, :time " + time + ", :value [" + steps
                + "]}";
    }

    private static String edn(Step step, boolean isKnown) {
        if (step instanceof Append append) {
            return "[:append \"" + append.key() + "\" \"" + append.value() + "\"]";
        }
        Read read = (Read) step;
        return "[:r \"" + read.key() + "\" "
                + (isKnown
                        ? read.values().stream()
                                .map(value -> "\"" + value + "\"")
                                .collect(Collectors.joining(" ", "[", "]"))
                        : "nil")
                + "]";
    }
}
