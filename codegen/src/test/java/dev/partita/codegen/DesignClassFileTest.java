package dev.partita.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.read.Plan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class DesignClassFileTest {

    @ParameterizedTest
    @FieldSource("dev.partita.codegen.Designs#NAMES")
    void theGeneratedDesignIsTheOneThatWasReadAndHasTheSamePlans(String name) throws ReflectiveOperationException {
        Compiled read = Designs.read(name);
        Class<?> loaded = Designs.compiled(name)
                .load()
                .loadClass(Generator.packageOf(read.design()) + "." + new ClassNames(read.design()).designClass());
        Design generated = (Design) loaded.getMethod("design").invoke(null);

        assertThat(generated.name()).isEqualTo(read.design().name());
        assertThat(generated.tables()).isEqualTo(read.design().tables());
        assertThat(List.copyOf(generated.entities().entrySet()))
                .isEqualTo(List.copyOf(read.design().entities().entrySet()));
        assertThat(List.copyOf(generated.patterns().entrySet()))
                .isEqualTo(List.copyOf(read.design().patterns().entrySet()));
        assertThat(texts(Compiler.compile(generated))).isEqualTo(texts(read));
    }

    /** A constant of a class has at most 65,535 bytes, and a text block knows some escapes of its own. */
    @Test
    void aLongDesignWithHardTextIsCarriedInPieces() throws ReflectiveOperationException {
        String hard = "\"\"\" \\\\u0041 \\\\s ' ä 日本 ";
        Compiled read = Designs.of("far.yaml", """
                design: far
                about: '%s'
                tables:
                  main: { key: { partition: pk } }
                entities:
                  User: { about: '%s', key: { pk: "{userId}" }, attributes: { userId: string } }
                patterns:
                %s
                """.formatted(
                hard.replace("'", "''").repeat(4_000),
                hard.replace("'", "''"),
                IntStream.range(0, 300)
                        .mapToObj(i -> "  user" + i + ": { get: User, by: userId, about: \"Number " + i + "\" }")
                        .collect(Collectors.joining("\n"))));
        Map<String, String> file = new TreeMap<>(Generator.generate(read, new Generator.Options("far")));
        file.keySet().removeIf(path -> !path.endsWith("Design.java"));
        Class<?> loaded = Javac.compile(file).load().loadClass("far.FarDesign");

        Design generated = (Design) loaded.getMethod("design").invoke(null);
        assertThat(generated.about()).isEqualTo(read.design().about());
        assertThat(generated.entities()).isEqualTo(read.design().entities());
        assertThat(generated.patterns()).isEqualTo(read.design().patterns());
    }

    private static Map<String, String> texts(Compiled compiled) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, Plan> plan : compiled.plans().entrySet()) {
            texts.put(plan.getKey(), plan.getValue() + "\n" + plan.getValue().data());
        }
        return texts;
    }
}
