package dev.partita.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How sets are put in order, and what is refused. */
class SetsTest {

    private static final String PREFIX = "One or more parameter values were invalid: ";

    @Test
    void membersAreSorted() {
        assertThat(Sets.ofStrings(List.of("b", "\uD83D\uDE00", "\uFFFD", "", "a")))
                .isEqualTo(new AttributeValue.SS(List.of("", "a", "b", "\uFFFD", "\uD83D\uDE00")));
        assertThat(numbers("10", "9", "-1", "0.5"))
                .isEqualTo(new AttributeValue.NS(List.of(n("-1"), n("0.5"), n("9"), n("10"))));
        assertThat(Sets.ofBinaries(List.of(bytes(255), bytes(), bytes(0, 1))))
                .isEqualTo(new AttributeValue.BS(List.of(bytes(), bytes(0, 1), bytes(255))));
    }

    @Test
    void emptySetsAreRefusedInThreeWordings() {
        refuses(Sets.ofStrings(List.of()), PREFIX + "An string set  may not be empty", null);
        refuses(Sets.ofNumbers(List.of()), PREFIX + "An number set  may not be empty", null);
        refuses(Sets.ofBinaries(List.of()), PREFIX + "Binary sets should not be empty", null);
    }

    @Test
    void duplicatesAreShownInOrderUpToTheRepeat() {
        refuses(
                Sets.ofStrings(List.of("b", "a", "b")),
                PREFIX + "Input collection [\"a\", \"b\", \"b\"] contains duplicates.",
                PREFIX + "Input collection [b, a, b] contains duplicates.");
        refuses(
                Sets.ofStrings(List.of("c", "a", "c", "b", "a")),
                PREFIX + "Input collection [\"a\", \"c\", \"c\", \"b\", \"a\"] contains duplicates.",
                PREFIX + "Input collection [c, a, c, b, a] contains duplicates.");
        refuses(
                Sets.ofBinaries(List.of(bytes(255), bytes(0), bytes(0))),
                PREFIX + "Input collection [\"AA==\",\"/w==\",\"AA==\"]of type BS contains duplicates.",
                PREFIX + "Input collection [/w==, AA==, AA==]of type BS contains duplicates.");
        refuses(
                numbers("1", "2", "1.0"),
                PREFIX + "Input collection contains duplicates.",
                "Input collection contains duplicates");
    }

    @Test
    void aMemberThatIsNoNumberSpoilsTheSet() {
        refuses(numbers("1", "x"), "The parameter cannot be converted to a numeric value: x", null);
    }

    private static void refuses(AttributeValue set, String current, String older) {
        assertThat(set).isInstanceOf(AttributeValue.Invalid.class);
        assertThat(((AttributeValue.Invalid) set).problem())
                .isEqualTo(new ValueProblem(current, older == null ? current : older));
    }

    private static AttributeValue numbers(String... texts) {
        return Sets.ofNumbers(List.of(texts).stream().map(NumberText::parse).toList());
    }

    private static AttributeValue.N n(String text) {
        return new AttributeValue.N(text);
    }

    private static Bytes bytes(int... values) {
        byte[] array = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            array[i] = (byte) values[i];
        }
        return Bytes.of(array);
    }
}
