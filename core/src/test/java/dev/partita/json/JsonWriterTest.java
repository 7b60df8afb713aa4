package dev.partita.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

    /** Its buffer has no room for anything at first. */
    private static final class Plain extends JsonWriter<Plain> {

        Plain() {
            super(new byte[0]);
        }

        @Override
        protected Plain self() {
            return this;
        }

        Plain text(String text) {
            separate();
            write('"');
            for (char c : text.toCharArray()) {
                if (c < ' ' || c == '"' || c == '\\') {
                    escape(c);
                } else {
                    write(c);
                }
            }
            return write('"');
        }

        Plain name(String name) {
            return text(name).write(':');
        }
    }

    private final Plain out = new Plain();

    @Test
    void commasStandBetweenAndNowhereElse() {
        out.openObject().name("a").openList().value(1).value(true).openList().closeList();
        out.openObject().closeObject().closeList().name("b").value(false).closeObject();
        assertThat(written()).isEqualTo("{\"a\":[1,true,[],{}],\"b\":false}");
    }

    /** As in a file of one value a line. */
    @Test
    void aLineBeginsWithoutAComma() {
        out.openObject().closeObject().write('\n');
        out.openObject().closeObject();
        assertThat(written()).isEqualTo("{}\n{}");
    }

    @Test
    void wholeNumbersAreWrittenToTheLastDigit() {
        out.openList();
        long power = 1;
        StringBuilder expected = new StringBuilder("[");
        for (int i = 0; i < 19; i++, power *= 10) {
            for (long number : new long[] {power, -power, power - 1, 1 - power}) {
                out.value(number);
                expected.append(number).append(',');
            }
        }
        out.value(Long.MAX_VALUE).value(Long.MIN_VALUE).closeList();
        expected.append(Long.MAX_VALUE).append(',').append(Long.MIN_VALUE).append(']');
        assertThat(written()).isEqualTo(expected.toString());
    }

    @Test
    void whatCannotStandForItselfIsEscaped() {
        out.text("a\"\\\n\r\t\b\f\u0000\u001fz");
        assertThat(written()).isEqualTo("\"a\\\"\\\\\\n\\r\\t\\b\\f\\u0000\\u001fz\"");
    }

    private String written() {
        assertThat(out.toByteArray()).hasSize(out.length());
        return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }
}
