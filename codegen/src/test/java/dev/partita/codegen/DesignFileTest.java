package dev.partita.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.plan.Compiled;
import dev.partita.plan.Compiler;
import dev.partita.plan.Plan;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class DesignFileTest {

    @ParameterizedTest
    @FieldSource("dev.partita.codegen.Designs#NAMES")
    void theGeneratedDesignIsTheOneThatWasReadAndHasTheSamePlans(String name) throws ReflectiveOperationException {
        Compiled read = Designs.read(name);
        Class<?> loaded = Designs.compiled(name)
                .load()
                .loadClass(Generator.packageOf(read.design()) + "." + new Vocabulary(read.design()).designClass());
        Design generated = (Design) loaded.getField("DESIGN").get(null);

        assertThat(generated).isEqualTo(Blank.of(read.design()));
        assertThat(generated.entities().keySet().stream().toList())
                .isEqualTo(read.design().entities().keySet().stream().toList());
        assertThat(texts(Compiler.compile(generated))).isEqualTo(texts(read));
    }

    private static Map<String, String> texts(Compiled compiled) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, Plan> plan : compiled.plans().entrySet()) {
            texts.put(plan.getKey(), plan.getValue() + "\n" + plan.getValue().data());
        }
        return texts;
    }
}
