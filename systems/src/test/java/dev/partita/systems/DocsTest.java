package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.write.WritePlan;
import dev.partita.runtime.Database;
import dev.partita.runtime.Page;
import dev.partita.systems.fusmain.FusMain;
import dev.partita.systems.fusmain.FusMainDesign;
import dev.partita.systems.fusmain.Site;
import dev.partita.systems.fusmain.SiteSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    @Test
    void theJavaOnThePageRuns() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf("```java\n") + "```java\n".length();
        Path test = Path.of("src", "test", "java", "dev", "partita", "systems", "DocsTest.java");
        String source = Files.readString(test).replaceAll("(?m)^ {8}", "");
        assertThat(source).contains(page.substring(from, page.indexOf("```", from)));

        FusMain sites = FusMain.on(Database.builder(FusMainDesign.design(), Endpoints.PARTITA)
                .environment(Tables.ENVIRONMENT)
                .build());
        Tables.create(FusMainDesign.design(), Endpoints.PARTITA);
        Site site = sites.createSite()
                .url("https://example.com")
                .title("Example")
                .tags(List.of("java"))
                .run();
        sites.rate().userId("ann").siteId(site.siteId()).stars(5).run();
        sites.updateSite(site.siteId())
                .setTags(List.of("java", "docs"))
                .whenVersion(site.version())
                .run();
        Map<Long, Long> stars = sites.ratingDistribution(site.siteId());
        Page<SiteSummary> tagged = sites.sitesByTag("docs");
        assertThat(stars).containsEntry(5L, 1L).containsEntry(4L, 0L);
        assertThat(tagged.items()).extracting(SiteSummary::title).containsExactly("Example");
        Tables.drop(FusMainDesign.design(), Endpoints.PARTITA);
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
            words.add(pattern.order().text().equals("newest-first") ? "newest first" : "sorted by " + pattern.order());
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
