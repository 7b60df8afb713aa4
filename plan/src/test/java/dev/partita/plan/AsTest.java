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

class AsTest {

    @Test
    void aValueOfTheRightTypeIsItself() {
        assertThat(As.TEXT.of("a")).isEqualTo("a");
        assertThat(As.INTEGER.of(1L)).isEqualTo(1L);
        assertThat(As.ANYTHING.of(List.of(1L))).isEqualTo(List.of(1L));
    }

    @Test
    void anIntegerIsADecimalToo() {
        assertThat(As.DECIMAL.of(5L)).isEqualTo(new BigDecimal("5"));
    }

    @Test
    void aValueOfAnotherTypeIsRefused() {
        assertThatThrownBy(() -> As.INTEGER.of(new BigDecimal("1e30"))).hasMessage("is not an integer of 64 bits");
        assertThatThrownBy(() -> As.listOf(As.TEXT).of("a")).hasMessage("is not a list");
        assertThatThrownBy(() -> As.mapOf(As.TEXT).of("a")).hasMessage("is not a map");
    }

    @Test
    void collectionsKeepTheirOrderAndTheirNulls() {
        assertThat(As.listOf(As.ANYTHING).of(Arrays.asList("b", null, "a"))).containsExactly("b", null, "a");
        assertThat(As.setOf(As.TEXT).of(new LinkedHashSet<>(List.of("b", "a")))).containsExactly("b", "a");
        assertThat(As.mapOf(As.listOf(As.INTEGER)).of(Map.of("x", List.of(1L)))).isEqualTo(Map.of("x", List.of(1L)));
    }

    @Test
    void plainIsTheWayBack() {
        As<List<String>> loud = As.listOf(As.textOf(text -> text.toUpperCase(Locale.ROOT)));

        List<Object> back = Plain.list(loud.of(List.of("a", "b")), text -> text.toLowerCase(Locale.ROOT));

        assertThat(back).containsExactly("a", "b");
        assertThat(Plain.list(null, Object::toString)).isNull();
    }

    @Test
    void aCopyDoesNotChangeWithTheOriginal() {
        List<String> original = new ArrayList<>(Arrays.asList("a", null));
        List<String> copy = Plain.copy(original);
        original.add("b");

        assertThat(copy).containsExactly("a", null);
        assertThatThrownBy(() -> copy.add("c")).isInstanceOf(UnsupportedOperationException.class);
    }
}
