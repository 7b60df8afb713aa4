package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.model.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The five designs hold everything that the five documents ask for. */
class RequirementsTest {

    static List<String> names() {
        return Systems.names();
    }

    @Test
    void thereAre20EntitiesAnd99PatternsAnd68Behaviours() {
        assertThat(count("E")).isEqualTo(20);
        assertThat(count("A")).isEqualTo(99);
        assertThat(count("B")).isEqualTo(68);
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyEntityIsThereByName(String name) {
        Design design = Systems.design(name);
        assertThat(design.entities().keySet())
                .containsAll(requirements(name, "E").values());
        assertThat(mentioned(name, "E"))
                .isEqualTo(new TreeSet<>(requirements(name, "E").keySet()));
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyAccessPatternHasAPattern(String name) {
        Set<String> met = Systems.design(name).patterns().values().stream()
                .map(Pattern::ids)
                .flatMap(List::stream)
                .filter(id -> id.contains("-A"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(met).isEqualTo(new TreeSet<>(requirements(name, "A").keySet()));
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyBehaviourStandsBesideWhatGivesIt(String name) {
        assertThat(mentioned(name, "B"))
                .isEqualTo(new TreeSet<>(requirements(name, "B").keySet()));
    }

    @ParameterizedTest
    @MethodSource("names")
    void noPatternNamesARequirementTwice(String name) {
        for (Pattern pattern : Systems.design(name).patterns().values()) {
            assertThat(pattern.ids()).as(pattern.name()).doesNotHaveDuplicates();
        }
    }

    private static Map<String, String> requirements(String name, String kind) {
        return Systems.requirements(Systems.SEEDS.get(name) + "-" + kind);
    }

    /** Ids of one kind in the text of a design; after {@code 002-B4} a mere {@code B5} will do. */
    private static Set<String> mentioned(String name, String kind) {
        String seed = Systems.SEEDS.get(name);
        return java.util.regex.Pattern.compile("(?<![A-Za-z0-9-])(?:" + seed + "-)?(" + kind + "\\d+)\\b")
                .matcher(Systems.source(name).text())
                .results()
                .map(match -> seed + "-" + match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static long count(String kind) {
        return Systems.SEEDS.values().stream()
                .mapToLong(seed -> Systems.requirements(seed + "-" + kind).size())
                .sum();
    }
}
