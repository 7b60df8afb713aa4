package dev.partita.design.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "+12", "5.", ".5", "-.5", "1.50", "1e3", "1E-3", "2.5e+10", "007"})
    void whatYamlTakesForANumberIsOne(String text) {
        assertThat(Quantities.number(text)).isEqualTo(new BigDecimal(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", ".", "-", "e3", "1e", "1e1234", "1e+", "1.2.3", "0x10", "1_000", " 1", "1 ", "1e200", "∞", "١"
            })
    void whatItDoesNotIsNone(String text) {
        assertThat(Quantities.number(text)).isNull();
    }

    @Test
    void aQuantityHasANumberAndAUnit() {
        assertThat(Quantities.seconds("90 days")).isEqualTo(7_776_000);
        assertThat(Quantities.seconds("1.5hours")).isEqualTo(5_400);
        assertThat(Quantities.bytes("3 KB")).isEqualTo(3_072);
        assertThat(Quantities.share("90 %")).isEqualTo(0.9);
        for (String text :
                new String[] {"", "days", "90", "90  days", "-1 days", "3. KB", "90 days ", "1.0123456789 days"}) {
            assertThat(Quantities.seconds(text)).as(text).isNull();
        }
    }

    @Test
    void aRangeHasOneBoundAtLeast() {
        assertThat(range("1..200")).isEqualTo("[1, 200]");
        assertThat(range("-1.5..")).isEqualTo("[-1.5, null]");
        assertThat(range("..9")).isEqualTo("[null, 9]");
        for (String text : new String[] {"", "..", "1.200", "1...5", "1 .. 5", "-..5", "1e3..2"}) {
            assertThat(Quantities.range(text)).as(text).isNull();
        }
    }

    private static String range(String text) {
        return Arrays.toString(Quantities.range(text));
    }
}
