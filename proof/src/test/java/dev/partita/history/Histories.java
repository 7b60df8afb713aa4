package dev.partita.history;

import dev.partita.proof.Budget;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Clients read and write two hundred items at once, over HTTP; every second time the server is killed in their midst. What they saw has
 * to fit one order of all operations.
 */
public final class Histories extends Family {

    private static final int OPERATIONS = 5_000;
    private static final int FEWEST_CLIENTS = 8;
    private static final int MOST_CLIENTS = 16;

    /** Then a new directory is begun. */
    private static final int HISTORIES_PER_DIRECTORY = 50;

    public Histories() {
        super("R7", "single items are linearizable", "histories", 20);
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        long trials = 0;
        long checked = 0;
        long unknown = 0;
        long kills = 0;
        long hangUps = 0;
        List<String> violations = new ArrayList<>();
        while (violations.isEmpty() && budget.allowsMore(trials)) {
            Traffic traffic = new Traffic("registers", RegisterClient.TABLE);
            try (traffic) {
                for (int i = 0; i < HISTORIES_PER_DIRECTORY && violations.isEmpty() && budget.allowsMore(trials); i++) {
                    boolean kill = trials % 2 == 1;
                    List<RegisterClient> clients = clients("t" + trials + "-", random.split());
                    long killAfter = kill ? random.nextInt(OPERATIONS / 5, OPERATIONS * 4 / 5) : -1;
                    traffic.run(clients, OPERATIONS, killAfter);
                    trials++;
                    kills += kill ? 1 : 0;
                    hangUps +=
                            clients.stream().mapToLong(RegisterClient::hangUps).sum();
                    List<Operation> history = clients.stream()
                            .flatMap(client -> client.done().stream())
                            .toList();
                    checked += history.size();
                    unknown += history.stream().filter(op -> !op.isKnown()).count();
                    Optional<Linearizability.Violation> wrong = Linearizability.check(history);
                    if (wrong.isPresent()) {
                        violations.add(wrong.get() + "; its history is in " + write(traffic.directory(), wrong.get())
                                + ", seed " + seed + ", history " + trials);
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
        String remark = String.format("%,d kills, %,d operations whose outcome nobody knows", kills, unknown);
        return new Figures(trials, checked, kills + hangUps, violations, remark);
    }

    private static List<RegisterClient> clients(String prefix, SplittableRandom random) {
        Map<String, Operation.State> hints = new ConcurrentHashMap<>();
        List<RegisterClient> clients = new ArrayList<>();
        for (int i = random.nextInt(FEWEST_CLIENTS, MOST_CLIENTS + 1); i > 0; i--) {
            clients.add(new RegisterClient(i, prefix, random.split(), hints));
        }
        return clients;
    }

    private static Path write(Path directory, Linearizability.Violation violation) throws IOException {
        List<String> lines = violation.history().stream()
                .sorted(Comparator.comparingLong(Operation::invoked))
                .map(Operation::toString)
                .toList();
        return Files.write(directory.resolve("history-of-" + violation.key() + ".txt"), lines);
    }
}
