package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JavaTypeTest {

    @Test
    void aValueOfTheRightTypeIsItself() {
        assertThat(JavaType.TEXT.of("a")).isEqualTo("a");
        assertThat(JavaType.INTEGER.of(1L)).isEqualTo(1L);
        assertThat(JavaType.ANYTHING.of(List.of(1L))).isEqualTo(List.of(1L));
    }

    @Test
    void anIntegerIsADecimalToo() {
        assertThat(JavaType.DECIMAL.of(5L)).isEqualTo(new BigDecimal("5"));
    }

    @Test
    void aValueOfAnotherTypeIsRefused() {
        assertThatThrownBy(() -> JavaType.INTEGER.of(new BigDecimal("1e30")))
                .hasMessage("is not an integer of 64 bits");
        assertThatThrownBy(() -> JavaType.listOf(JavaType.TEXT).of("a")).hasMessage("is not a list");
        assertThatThrownBy(() -> JavaType.mapOf(JavaType.TEXT).of("a")).hasMessage("is not a map");
    }

    @Test
    void collectionsKeepTheirOrderAndTheirNulls() {
        assertThat(JavaType.listOf(JavaType.ANYTHING).of(Arrays.asList("b", null, "a")))
                .containsExactly("b", null, "a");
        assertThat(JavaType.setOf(JavaType.TEXT).of(new LinkedHashSet<>(List.of("b", "a"))))
                .containsExactly("b", "a");
        assertThat(JavaType.mapOf(JavaType.listOf(JavaType.INTEGER)).of(Map.of("x", List.of(1L))))
                .isEqualTo(Map.of("x", List.of(1L)));
    }

    @Test
    void plainIsTheWayBack() {
        JavaType<List<String>> loud = JavaType.listOf(JavaType.textOf(text -> text.toUpperCase(Locale.ROOT)));

        List<Object> back = LogicalValues.list(loud.of(List.of("a", "b")), text -> text.toLowerCase(Locale.ROOT));

        assertThat(back).containsExactly("a", "b");
        assertThat(LogicalValues.list(null, Object::toString)).isNull();
    }

    @Test
    void aCopyDoesNotChangeWithTheOriginal() {
        List<String> original = new ArrayList<>(Arrays.asList("a", null));
        List<String> copy = LogicalValues.copy(original);
        original.add("b");

        assertThat(copy).containsExactly("a", null);
        assertThatThrownBy(() -> copy.add("c")).isInstanceOf(UnsupportedOperationException.class);
    }
}
