package dev.partita.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.Seed;
import dev.partita.codegen.Component.Presence;
import dev.partita.design.Design;
import dev.partita.plan.UnreadableValue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class RoundTripTest {

    private static final int ITEMS = 20;

    private final Seed seed = Seed.draw();

    @ParameterizedTest
    @FieldSource("dev.partita.codegen.Designs#NAMES")
    void whatIsMadeOfLogicalValuesGivesThemBack(String name) throws ReflectiveOperationException {
        Design design = Designs.read(name).design();
        ClassLoader loader = Designs.compiled(name).load();
        ClassNames vocabulary = new ClassNames(design);
        RandomValues random = new RandomValues(seed.random());
        for (var entity : design.entities().values()) {
            Class<?> type = loader.loadClass(Generator.packageOf(design) + "." + vocabulary.entity(entity));
            List<Component> components = Component.of(entity);
            for (int i = 0; i < ITEMS; i++) {
                Map<String, Object> values = random.of(components);
                Object made = type.getMethod("of", Map.class).invoke(null, values);
                Map<?, ?> back = (Map<?, ?>) type.getMethod("values").invoke(made);

                assertThat(back).as("seed %s", seed).containsAllEntriesOf(wild(values));
                assertThat(back.keySet()).as("seed %s", seed).allSatisfy(key -> assertThat(
                                values.containsKey(key) || presence(components, key) == Presence.DEFAULTED)
                        .isTrue());
                assertThat(type.getMethod("of", Map.class).invoke(null, back)).isEqualTo(made);
                assertWithKeeps(type, made);
            }
        }
    }

    @Tag("slow")
    @Test
    void aStoredValueThatIsNotWhatTheDesignSaysIsNamed() {
        assertUnreadable(
                Map.of("platform", "leetcode", "number", "1", "title", "t", "registeredBy", "1"),
                "Problem.platform is stored as `leetcode`, which is not one of baekjoon, codeforces");
        assertUnreadable(
                Map.of("platform", "baekjoon", "number", 1L, "title", "t", "registeredBy", "1"),
                "Problem.number is stored as `1`, which is not text");
        assertUnreadable(
                Map.of("platform", "baekjoon", "number", "1", "title", "t"),
                "Problem.registeredBy is required by the design, and the item has none");
    }

    private static void assertUnreadable(Map<String, Object> values, String message) {
        assertThatThrownBy(() -> {
                    Class<?> problem = Designs.compiled("algoitny").load().loadClass("algoitny.Problem");
                    try {
                        problem.getMethod("of", Map.class).invoke(null, values);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                })
                .isInstanceOf(UnreadableValue.class)
                .hasMessage(message);
    }

    private static void assertWithKeeps(Class<?> type, Object made) throws ReflectiveOperationException {
        for (RecordComponent component : type.getRecordComponents()) {
            Object value = component.getAccessor().invoke(made);
            Object same = type.getMethod("with" + JavaNames.behind(component.getName()), component.getType())
                    .invoke(made, value);
            assertThat(same).isEqualTo(made);
        }
    }

    private static Presence presence(List<Component> components, Object attribute) {
        return components.stream()
                .filter(component -> component.attribute().name().equals(attribute))
                .findFirst()
                .orElseThrow()
                .presence();
    }

    // AssertJ's wildcards want a map of what the other one holds.
    private static <K, V> Map<K, V> wild(Map<String, Object> values) {
        @SuppressWarnings("unchecked")
        Map<K, V> wild = (Map<K, V>) new LinkedHashMap<>(values);
        return wild;
    }
}
