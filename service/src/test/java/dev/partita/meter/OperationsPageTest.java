package dev.partita.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/operations.md has every metric that there is, as it is. */
class OperationsPageTest {

    private static final Path PAGE = Path.of("../docs/operations.md");
    private static final String HEAD = "| metric | type | labels | what it says |\n|---|---|---|---|\n";

    @Test
    void theTableOfMetricsIsTheMetricsThereAre() throws IOException {
        String page = Files.readString(PAGE);
        List<String> rows = new ArrayList<>();
        for (MetricFamily family : MetricFamily.values()) {
            rows.add("| `" + family.fullName() + "` | " + family.type().word() + " | "
                    + family.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(" "))
                    + " | " + family.help() + " |");
        }
        int begin = page.indexOf(HEAD) + HEAD.length();
        int end = page.indexOf("\n\n", begin);
        if ("update".equals(System.getProperty("golden"))) {
            Files.writeString(PAGE, page.substring(0, begin) + String.join("\n", rows) + page.substring(end));
        }
        assertThat(List.of(page.substring(begin, end).split("\n", -1))).containsExactlyElementsOf(rows);
    }

    @Test
    void everyMetricOfAnAlarmIsExplained() throws IOException {
        String page = Files.readString(PAGE);
        for (String metric : List.of(
                "throttled-requests",
                "throttled-share",
                "read-latency-p99",
                "write-latency-p99",
                "units-per-day",
                "item-size",
                "ttl-deletions",
                "cache-hit-rate",
                "hot-key")) {
            assertThat(page).contains("| `" + metric + "` |");
        }
    }

    @Test
    void theRulesAskForMetricsThatThereAre() throws IOException {
        String page = Files.readString(PAGE);
        List<String> names = Arrays.stream(MetricFamily.values())
                .flatMap(family -> Stream.of(family.fullName(), family.base()))
                .toList();
        Matcher named = Pattern.compile("\\bpartita_[a-z_]+").matcher(page);
        while (named.find()) {
            assertThat(names).contains(named.group());
        }
    }
}
