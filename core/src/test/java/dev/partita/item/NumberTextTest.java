package dev.partita.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How numbers are read, written, ordered and measured. */
class NumberTextTest {

    private static final String OVERFLOW =
            "Number overflow. Attempting to store a number with magnitude larger than supported range";
    private static final String UNDERFLOW =
            "Number underflow. Attempting to store a number with magnitude smaller than supported range";
    private static final String TOO_MANY_DIGITS = "Attempting to store more than 38 significant digits in a Number";
    private static final String NOT_A_NUMBER = "The parameter cannot be converted to a numeric value";

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "-0.0, 0",
        "000, 0",
        "0.000, 0",
        "0e125, 0",
        "0e-130, 0",
        "0.00e-130, 0",
        "5, 5",
        "+5, 5",
        "-5, -5",
        "0042, 42",
        "-0042, -42",
        "5., 5",
        ".5, 0.5",
        "+.5, 0.5",
        "-.5, -0.5",
        "1.e5, 100000",
        "1.0, 1",
        "1.50, 1.5",
        "100, 100",
        "1e3, 1000",
        "1E3, 1000",
        "1e+3, 1000",
        "1e-3, 0.001",
        "12.34e1, 123.4",
        "12.34e2, 1234",
        "12.34e-2, 0.1234",
        "123e-132, 0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000123",
        "1e00000000000000000000001, 10",
        "12345678901234567890123456789012345678, 12345678901234567890123456789012345678",
        "123456789012345678901234567890123456780, 123456789012345678901234567890123456780",
        "0.12345678901234567890123456789012345678, 0.12345678901234567890123456789012345678"
    })
    void readsAndNormalises(String written, String stored) {
        assertThat(NumberText.parse(written)).isEqualTo(new AttributeValue.N(stored));
    }

    @Test
    void expandsTheLargestAndTheSmallest() {
        assertThat(NumberText.parse("1e125")).isEqualTo(new AttributeValue.N("1" + "0".repeat(125)));
        assertThat(NumberText.parse("-9.9999999999999999999999999999999999999E+125"))
                .isEqualTo(new AttributeValue.N("-" + "9".repeat(38) + "0".repeat(88)));
        assertThat(NumberText.parse("1e-130")).isEqualTo(new AttributeValue.N("0." + "0".repeat(129) + "1"));
        assertThat(NumberText.parse("0." + "0".repeat(200))).isEqualTo(AttributeValue.N.of(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " 1",
                "1 ",
                "1 2",
                "0x10",
                "1e",
                "1e+",
                "e5",
                "1.2.3",
                "1+2",
                "--1",
                "NaN",
                "Infinity",
                ".",
                "-",
                "+",
                "१",
                "1e9223372036854775808",
                "1f",
                "1_000",
                "1,5",
                "abc"
            })
    void refusesWhatIsNoNumber(String text) {
        refuses(text, NOT_A_NUMBER + ": " + text, NOT_A_NUMBER + ": " + text);
    }

    @Test
    void refusesNoTextInTwoWordings() {
        refuses("", NOT_A_NUMBER + ": ", NOT_A_NUMBER);
    }

    @Test
    void refusesWhatIsOutOfRange() {
        refuses("1e126", OVERFLOW, OVERFLOW);
        refuses("-10e125", OVERFLOW, OVERFLOW);
        refuses("1e-131", UNDERFLOW, UNDERFLOW);
        refuses("0.9e-130", UNDERFLOW, UNDERFLOW);
        refuses("0e126", OVERFLOW, OVERFLOW);
        refuses("0e-131", UNDERFLOW, UNDERFLOW);
        refuses("1".repeat(39), TOO_MANY_DIGITS, TOO_MANY_DIGITS);
        refuses("1." + "1".repeat(38), TOO_MANY_DIGITS, TOO_MANY_DIGITS);
        refuses("1".repeat(39) + "e100", TOO_MANY_DIGITS, TOO_MANY_DIGITS);
        refuses("1".repeat(39) + "e-170", TOO_MANY_DIGITS, TOO_MANY_DIGITS);
    }

    @Test
    void theOlderLayerHasSmallerExponents() {
        refuses("1e2147483647", OVERFLOW, UNDERFLOW);
        refuses("1e2147483648", OVERFLOW, NOT_A_NUMBER + ": 1e2147483648");
        refuses("1e-2147483649", UNDERFLOW, NOT_A_NUMBER + ": 1e-2147483649");
        refuses("100e9223372036854775807", OVERFLOW, NOT_A_NUMBER + ": 100e9223372036854775807");
        refuses("0.01e-9223372036854775808", UNDERFLOW, NOT_A_NUMBER + ": 0.01e-9223372036854775808");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2",
        "12, 2",
        "123, 3",
        "12345, 4",
        "1234567890123456789, 11",
        "12345678901234567890123456789012345678, 20",
        "100, 2",
        "1010, 3",
        "0, 1",
        "-0, 1",
        "1E125, 2",
        "1E-100, 2",
        "0.0000001, 2",
        "1.5, 3",
        "3.14159, 5",
        "100.5, 4",
        "0.15, 2",
        "-42, 3",
        "-1E125, 3"
    })
    void measuresNumbers(String text, int sizeBytes) {
        assertThat(NumberText.parse(text).sizeBytes()).isEqualTo(sizeBytes);
    }

    @Test
    void agreesWithBigDecimal() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int i = 0; i < 20_000; i++) {
            String left = RandomValues.numberText(random);
            String right = RandomValues.numberText(random);
            AttributeValue.N first = (AttributeValue.N) NumberText.parse(left);
            AttributeValue.N second = (AttributeValue.N) NumberText.parse(right);
            BigDecimal exact = new BigDecimal(left);
            String what = "seed " + seed + ": " + left + ", " + right;
            assertThat(first.value()).as(what).isEqualByComparingTo(exact);
            assertThat(first.text()).as(what).isEqualTo(plain(exact));
            assertThat(NumberText.of(exact)).as(what).isEqualTo(first);
            assertThat(Integer.signum(first.compareTo(second)))
                    .as(what)
                    .isEqualTo(exact.compareTo(new BigDecimal(right)));
            assertThat(first.equals(second)).as(what).isEqualTo(exact.compareTo(new BigDecimal(right)) == 0);
        }
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    private static void refuses(String text, String current, String older) {
        assertThat(NumberText.parse(text))
                .isEqualTo(new AttributeValue.Invalid(new ValueProblem(current, older), AttributeValue.Type.N));
    }
}
