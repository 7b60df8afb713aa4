package dev.partita.systems;

import dev.partita.design.Pattern;
import dev.partita.design.Template;
import dev.partita.plan.Compiled;
import dev.partita.plan.Plan;
import dev.partita.plan.ReadPlan;
import dev.partita.plan.Step;
import dev.partita.plan.Target;
import dev.partita.plan.WritePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of patterns in {@code docs/systems.md} are those of the designs. */
class DocsTest {

    private static final Path PAGE = Path.of("..", "docs", "systems.md");
    private static final String END = "<!-- end -->";

    @Test
    void thePageListsThePatternsAsTheyAre() throws IOException {
        String page = Files.readString(PAGE);
        for (String name : Systems.names()) {
            String begin = "<!-- patterns of " + name + " -->\n";
            int from = page.indexOf(begin) + begin.length();
            page = page.substring(0, from) + table(Systems.compiled(name)) + page.substring(page.indexOf(END, from));
        }
        Golden.checkFile(PAGE, page);
    }

    private static String table(Compiled compiled) {
        StringBuilder table = new StringBuilder("\n| pattern | what it does | requests | for |\n|---|---|---|---|\n");
        for (Plan plan : compiled.plans().values()) {
            Pattern pattern = plan.pattern();
            table.append("| `")
                    .append(pattern.name())
                    .append("` | ")
                    .append(purpose(pattern))
                    .append(" | ")
                    .append(requests(plan))
                    .append(" | ")
                    .append(String.join(", ", pattern.ids()))
                    .append(" |\n");
        }
        return table.append('\n').toString();
    }

    /** {@code list Check by userId}, {@code gather planUsage, jobCounts}. */
    private static String purpose(Pattern pattern) {
        List<String> words = new ArrayList<>();
        words.add(pattern.verb().word());
        words.add(String.join(", ", pattern.entities()));
        if (!pattern.by().isEmpty()) {
            words.add("by "
                    + pattern.by().stream().map(Template.Variable::attribute).collect(Collectors.joining(", ")));
        }
        if (pattern.range() != null) {
            words.add("in a range of " + pattern.range().attribute());
        }
        if (pattern.order() != null) {
            words.add(pattern.order().equals("newest-first") ? "newest first" : "sorted by " + pattern.order());
        }
        return String.join(" ", words);
    }

    private static String requests(Plan plan) {
        if (plan instanceof WritePlan write) {
            return write.requests();
        }
        return ((ReadPlan) plan).steps().stream().map(DocsTest::step).collect(Collectors.joining(", then "));
    }

    private static String step(Step step) {
        if (step instanceof Step.Query query) {
            Target target = query.target();
            return target.isTable() ? "Query" : "Query " + target.index().name();
        }
        if (step instanceof Step.Then then) {
            return "`" + then.pattern() + "`";
        }
        return step.word();
    }
}
