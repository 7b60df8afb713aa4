package dev.partita.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import dev.partita.item.ApiException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a parsed expression prints is read as the same expression; and no text makes the parser fail otherwise than by refusing. */
class RoundTripPropertyTest {

    private static final String[] PATHS = {"s", "n", "#s", "m.b.c", "#m.b", "l[0]", "l[2][0]", "#dot", "zz.#dot[3].q"};
    private static final String[] TOKENS = {
        "s",
        "n",
        "#s",
        "#zz",
        ":s",
        ":n",
        ":zz",
        ":bo",
        "(",
        ")",
        "((",
        "))",
        ",",
        ".",
        "[0]",
        "[",
        "]",
        "=",
        "<>",
        "<",
        "<=",
        "+",
        "-",
        "AND",
        "or",
        "NOT",
        "BETWEEN",
        "IN",
        "SET",
        "REMOVE",
        "ADD",
        "DELETE",
        "size(",
        "contains(",
        "attribute_exists(",
        "if_not_exists(",
        "list_append(",
        "foo(",
        "abort",
        "7",
        "!",
        "é",
        "\uD83D",
        "_",
        "#",
        ":"
    };

    private final Seed seed = Seed.draw();
    private final Random random = seed.random();

    @Test
    void conditions() {
        for (int i = 0; i < 3_000; i++) {
            String text = condition(4);
            Condition condition = Sample.condition(text);
            Condition again = Sample.condition(condition.toString());
            assertThat(again)
                    .as("seed " + seed + ": " + text + " printed " + condition)
                    .isEqualTo(condition);
            assertThat(again.holds(Sample.ITEM))
                    .as("seed " + seed + ": " + text)
                    .isEqualTo(condition.holds(Sample.ITEM));
            assertThat(again).hasSameHashCodeAs(condition);
        }
    }

    @Test
    void updates() {
        for (int i = 0; i < 3_000; i++) {
            String text = "SET s = " + assigned() + ", l[0] = " + assigned()
                    + (random.nextBoolean() ? " REMOVE #m.b, zz" : "")
                    + (random.nextBoolean() ? " ADD n :n, ns :ns" : "")
                    + (random.nextBoolean() ? " DELETE ss :ss" : "");
            Update update = Sample.update(text);
            assertThat(Sample.update(update.toString()))
                    .as("seed " + seed + ": " + text)
                    .isEqualTo(update);
        }
    }

    @Test
    void projections() {
        String text = "#s, m.b.c, l[0], l[2][0], #dot";
        Projection projection = Parser.projection(text, Sample.placeholders(text));
        assertThat(Parser.projection(projection.toString(), Sample.placeholders(text)))
                .isEqualTo(projection);
    }

    @Test
    void anyTextIsReadOrRefused() {
        for (int i = 0; i < 30_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(14); length >= 0; length--) {
                text.append(TOKENS[random.nextInt(TOKENS.length)]).append(random.nextInt(3) == 0 ? "" : " ");
            }
            String expression = text.toString();
            Placeholders placeholders = Sample.placeholders(expression);
            try {
                switch (random.nextInt(4)) {
                    case 0 -> Parser.update(expression, placeholders).apply(Sample.ITEM, Sample.KEY);
                    case 1 -> Parser.projection(expression, placeholders).of(Sample.ITEM);
                    case 2 -> Parser.keyCondition(expression, placeholders);
                    default ->
                        Parser.condition(expression, ExpressionKind.FILTER, placeholders)
                                .holds(Sample.ITEM);
                }
            } catch (ApiException refusal) {
                assertThat(refusal.getMessage()).isNotBlank();
            } catch (RuntimeException failure) {
                throw new AssertionError("seed " + seed + ": " + expression, failure);
            }
        }
    }

    private String condition(int depth) {
        switch (random.nextInt(depth > 0 ? 12 : 8)) {
            case 0:
                return path() + " " + comparator() + " " + ordered();
            case 1:
                return ordered() + " " + comparator() + " size(" + path() + ")";
            case 2:
                return path() + " BETWEEN :one AND :n";
            case 3:
                return "size(" + path() + ") IN (" + any() + ", " + any() + ", " + any() + ")";
            case 4:
                return (random.nextBoolean() ? "attribute_exists(" : "attribute_not_exists(") + path() + ")";
            case 5:
                return "attribute_type(" + path() + ", :tS)";
            case 6:
                return "begins_with(" + path() + ", :h)";
            case 7:
                return "contains(" + path() + ", " + value() + ")";
            case 8:
                return condition(depth - 1) + " AND " + condition(depth - 1);
            case 9:
                return condition(depth - 1) + " or " + condition(depth - 1);
            case 10:
                return "(" + condition(depth - 1) + ") AND (" + condition(depth - 1) + " OR " + condition(depth - 1)
                        + ")";
            default:
                return "NOT (" + condition(depth - 1) + " AND " + condition(depth - 1) + ")";
        }
    }

    private String assigned() {
        return switch (random.nextInt(6)) {
            case 0 -> any();
            case 1 -> path() + " + :n";
            case 2 -> "if_not_exists(" + path() + ", :n) - n";
            case 3 -> "list_append(l, if_not_exists(zz, :l))";
            case 4 -> "(n + :n)";
            default -> "if_not_exists(" + path() + ", if_not_exists(yy, :s))";
        };
    }

    private String path() {
        return PATHS[random.nextInt(PATHS.length)];
    }

    private String any() {
        return random.nextBoolean() ? path() : value();
    }

    private String value() {
        return new String[] {":s", ":n", ":bo", ":ss", ":l", ":m", ":nu", ":b"}[random.nextInt(8)];
    }

    private String ordered() {
        return new String[] {":s", ":n", ":one", ":b"}[random.nextInt(4)];
    }

    private String comparator() {
        return new String[] {"=", "<>", "<", "<=", ">", ">="}[random.nextInt(6)];
    }
}
