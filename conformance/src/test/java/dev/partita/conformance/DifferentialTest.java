package dev.partita.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.oracle.DynamoDbLocal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The same random requests to DynamoDB Local and to us: every answer that differs must be a known difference. */
class DifferentialTest {

    private static final int REQUESTS = Integer.getInteger("conformance.requests", 20_000);
    private static final long SEED = Long.getLong("conformance.seed", 1);
    private static final int ROUND = Integer.getInteger("conformance.round", -1);
    private static final int REQUESTS_PER_ROUND = 1_000;
    private static final Path REPORT = Path.of("target", "differences.txt");

    /** Findings that look alike, and the first of them. */
    private static final class Group {
        final Differential.Finding first;
        final int round;
        int count;

        Group(Differential.Finding first, int round) {
            this.first = first;
            this.round = round;
        }
    }

    private final Map<String, Group> groups = new LinkedHashMap<>();

    @Test
    void randomRequestsAreAnsweredAsDynamoDbLocalAnswersThem() throws IOException {
        System.out.printf("conformance: seed %d, %d requests%n", SEED, REQUESTS);
        KnownDifferences known = KnownDifferences.read(Path.of("known-differences.yaml"));
        Map<String, Integer> counts = new TreeMap<>();
        try (DynamoDbLocal local = DynamoDbLocal.start(List.of("-Xmx1g"));
                UnderTest underTest = UnderTest.start()) {
            Endpoint theirs = new Endpoint(local.endpoint());
            Endpoint ours = new Endpoint(underTest.uri());
            int rounds = (REQUESTS + REQUESTS_PER_ROUND - 1) / REQUESTS_PER_ROUND;
            for (int round = 0; round < rounds; round++) {
                if (ROUND >= 0 && ROUND != round) {
                    continue;
                }
                int thisRound = round;
                Differential differential =
                        new Differential(theirs, ours, known, finding -> add(finding, thisRound), SEED, round);
                differential.run(Math.min(REQUESTS_PER_ROUND, REQUESTS - round * REQUESTS_PER_ROUND));
                differential.counts.forEach((operation, count) -> counts.merge(operation, count, Integer::sum));
            }
        }
        System.out.println("conformance: compared " + counts);
        System.out.println("conformance: known differences met are counted in " + REPORT + "; not met in this run: "
                + known.unmatched().size());
        Files.writeString(REPORT, report(Integer.MAX_VALUE) + "\nKnown differences met:\n" + known.counts());
        assertThat(groups).as("%s", report(10)).isEmpty();
    }

    private void add(Differential.Finding finding, int round) {
        Comparison.Difference difference = finding.differences().get(0);
        String key = finding.step().request().operation() + " " + shape(difference.path()) + " "
                + shape(difference.theirs()) + " " + shape(difference.ours());
        groups.computeIfAbsent(key, unused -> new Group(finding, round)).count++;
    }

    /** A text without what varies from one request to the next, so that one cause is one group. */
    private static String shape(String text) {
        String shape = text.replaceAll("\"[^\"]*\"", "\"\"")
                .replaceAll("[:#][A-Za-z0-9_]+", ":x")
                .replaceAll("[0-9]+", "0")
                .replaceAll("\\[[^\\]]*\\]", "[]")
                .replaceAll("\\{.*\\}", "{}");
        return shape.length() > 160 ? shape.substring(0, 160) : shape;
    }

    private String report(int limit) {
        StringBuilder out = new StringBuilder();
        out.append(groups.size())
                .append(" kinds of unexplained differences; all of them in ")
                .append(REPORT);
        List<Group> sorted = new ArrayList<>(groups.values());
        sorted.sort((a, b) -> b.count - a.count);
        for (Group group : sorted.subList(0, Math.min(limit, sorted.size()))) {
            out.append("\n\n")
                    .append(group.count)
                    .append(" x ")
                    .append(group.first.step().request());
            if (group.first.before() != null) {
                out.append("\n    before: ").append(Json.print(group.first.before()));
            }
            out.append("\n    mode: ").append(group.first.step().mode());
            group.first.differences().stream().limit(5).forEach(difference -> out.append("\n    ")
                    .append(difference));
            out.append("\n    replay: -Dtest=DifferentialTest -Dconformance.seed=")
                    .append(SEED);
            out.append(" -Dconformance.requests=")
                    .append(REQUESTS)
                    .append(" -Dconformance.round=")
                    .append(group.round);
        }
        return out.append('\n').toString();
    }
}
