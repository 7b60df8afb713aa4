package dev.partita.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Every difference that was found once, as a small design with calls: what they must answer, and that the model agrees. */
class CasesTest {

    private static final Path CASES = Path.of("src/test/resources/whole/cases");

    static List<Path> cases() throws IOException {
        try (Stream<Path> files = Files.list(CASES)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void answersAsItMust(Path file) throws IOException {
        Map<String, Object> tree =
                Tree.map(new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file)));
        Map<String, Object> design = Tree.map(tree.get("design"));
        List<Map<String, Object>> steps =
                Tree.list(tree.get("calls")).stream().map(Tree::map).toList();
        Product.Checked checked = Product.check(Tree.yaml(design));
        assertThat(checked.passes()).as("%s", checked.findings()).isTrue();
        Sketch sketch = new Sketch(design);
        Model model = new Model(sketch);
        try (Product product = new Product(sketch, checked.compiled())) {
            Comparison comparison = new Comparison(model, product, checked.untied());
            for (Map<String, Object> step : steps) {
                comparison.make(Call.of(step));
                if (step.containsKey("expect")) {
                    assertThat(told(comparison.last())).as("%s", step).isEqualTo(Values.free(step.get("expect")));
                }
            }
        }
    }

    /** The rule that refused it, what a write left, or the items of a read. */
    private static Object told(Answer answer) {
        Object told = answer.refused() != null
                ? answer.refused()
                : answer.outcome() != null
                        ? answer.values()
                        : answer.items().stream().map(Answer.Found::values).toList();
        return Values.free(CallMaker.json(told));
    }
}
