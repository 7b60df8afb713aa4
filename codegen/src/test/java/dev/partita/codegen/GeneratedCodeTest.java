package dev.partita.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.internal.compile.Compiled;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class GeneratedCodeTest {

    @ParameterizedTest
    @FieldSource("dev.partita.codegen.Designs#NAMES")
    void theCodeOfEveryDesignCompilesWithoutAWarning(String name) {
        assertThat(Designs.compiled(name).messages()).isEmpty();
    }

    @Test
    void theCodeOfEveryExampleInTheDocumentationCompilesWithoutAWarning() {
        Map<String, String> files = new TreeMap<>();
        for (String block :
                Designs.text(Path.of("..", "docs", "design-file.md")).split("```yaml\n")) {
            if (block.startsWith("design:")) {
                Compiled example = Designs.of("example.yaml", block.substring(0, block.indexOf("```")));
                files.putAll(Generator.generate(example, new Generator.Options(null)));
            }
        }
        assertThat(files).hasSizeGreaterThan(50);
        assertThat(Javac.compile(files).messages()).isEmpty();
    }

    @Test
    void aBuilderWithEverythingThatIsRequiredCompiles() {
        assertThat(compile("Page.builder().stringId(\"1\").text(\"t\").build()").messages())
                .isEmpty();
    }

    @Test
    void aBuilderWithoutARequiredAttributeDoesNotCompile() {
        assertThat(compile("Page.builder().text(\"t\").build()").messages())
                .singleElement()
                .asString()
                .contains("cannot find symbol")
                .contains("NeedsStringId");
    }

    @Test
    void aDesignWithErrorsIsRefusedWithWhatIsWrong() {
        Compiled unserved = Designs.of("bad.yaml", """
                design: bad
                tables:
                  main: { key: { partition: pk } }
                entities:
                  User: { key: { pk: "{userId}" }, attributes: { userId: string, email: string } }
                patterns:
                  byEmail: { get: User, by: email }
                """);

        assertThatThrownBy(() -> Generator.generate(unserved, new Generator.Options(null)))
                .isInstanceOfSatisfying(Generator.Refused.class, refused -> assertThat(refused.findings())
                        .singleElement()
                        .satisfies(finding -> assertThat(finding.subject()).isEqualTo("byEmail")))
                .hasMessageContaining("nothing serves");
    }

    private static Javac.Outcome compile(String expression) {
        Map<String, String> files = new TreeMap<>(Map.of(
                "rich/Page.java",
                Designs.files("rich").get("rich/Page.java"),
                "rich/Use.java",
                "package rich; class Use { Page page() { return " + expression + "; } }"));
        return Javac.compile(files);
    }
}
