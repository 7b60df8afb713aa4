package dev.partita.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.partita.item.ApiException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Input made to exhaust the parser: refused quickly, and on a small stack. */
class HostileInputTest {

    @Test
    void parentheses() throws InterruptedException {
        refuses("(".repeat(10_000), "Expression size has exceeded the maximum allowed size; expression size: 10000");
        refuses("(".repeat(4000), "Syntax error; token: \"<EOF>\", near: \"(\"");
        refuses("(".repeat(3000) + "a", "Syntax error; token: \"<EOF>\", near: \"a\"");
        refuses("(".repeat(2000) + "a = :s" + ")".repeat(2000), "The expression has redundant parentheses;");
        refuses("(".repeat(319) + "a = :s" + ")".repeat(319), "The expression has redundant parentheses;");
        refuses("a = " + "(".repeat(2000) + ":s" + ")".repeat(2000), "The expression has redundant parentheses;");
        refuses("(".repeat(1000) + "a = :s" + ")".repeat(1001), "Syntax error; token: \"<EOF>\", near: \")\"");
    }

    @Test
    void operators() throws InterruptedException {
        refuses("NOT ".repeat(1000) + "a = :s", "The expression contains too many operators; operator count: 301");
        refuses("NOT(".repeat(250) + "a = :s" + ")".repeat(250), null);
        refuses("a=b OR ".repeat(500) + "a=b", "The expression contains too many operators; operator count: 301");
        refuses("f(".repeat(2000), "Syntax error; token: \"<EOF>\", near: \"(\"");
        refuses("f(".repeat(200) + "a" + ")".repeat(200), "Invalid function name; function: f");
        refuses("f(".repeat(1000) + "a" + ")".repeat(1000), "Invalid function name; function: f");
    }

    @Test
    void paths() throws InterruptedException {
        refuses(
                "a" + ".a".repeat(2000) + " = :s",
                "The document path has too many nesting levels; nesting levels: 2001");
        refuses(
                "a" + "[0]".repeat(1300) + " = :s",
                "The document path has too many nesting levels; nesting levels: 1301");
        refuses(
                "a[" + "9".repeat(4000) + "] = :s",
                "List index is not within the allowable range; index: [" + "9".repeat(4000) + "]");
    }

    @Test
    void manyTargetsAreComparedQuickly() {
        String paths = IntStream.range(0, 1000).mapToObj(i -> "a" + i).collect(Collectors.joining(","));
        String same = "a,".repeat(2000) + "a";
        long start = System.nanoTime();
        Parser.projection(paths.substring(0, 4000).replaceAll(",[^,]*$", ""), Sample.placeholders());
        assertThat(catchThrowable(() -> Parser.projection(same, Sample.placeholders())))
                .hasMessage("Invalid ProjectionExpression: Two document paths overlap with each other; must remove or"
                        + " rewrite one of these paths; path one: [a], path two: [a]");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void nestedUpdateFunctions() throws InterruptedException {
        String text = "SET a = " + "if_not_exists(b,".repeat(220) + ":n" + ")".repeat(220);
        assertThat(failure(() -> Parser.update(text, Sample.placeholders(":n")).apply(Sample.ITEM, Sample.KEY)))
                .isNull();
        String both = "SET a = " + "(if_not_exists(b,".repeat(150) + ":n" + "))".repeat(150);
        assertThat(failure(() -> Parser.update(both, Sample.placeholders(":n")).apply(Sample.ITEM, Sample.KEY)))
                .isNull();
        String parentheses = "SET a = " + "(".repeat(2000) + ":n" + ")".repeat(2000);
        assertThat(failure(() -> Parser.update(parentheses, Sample.placeholders(":n"))))
                .hasMessage("Invalid UpdateExpression: The expression has redundant parentheses;");
    }

    private static void refuses(String text, String message) throws InterruptedException {
        Throwable failure = failure(() -> Parser.condition(text, ExpressionKind.FILTER, Sample.placeholders(text))
                .holds(Sample.ITEM));
        if (message == null) {
            assertThat(failure).isNull();
        } else {
            assertThat(failure).isInstanceOf(ApiException.class).hasMessage("Invalid FilterExpression: " + message);
        }
    }

    /** What {@code action} throws on a thread with half of the usual stack, or null. */
    private static Throwable failure(Runnable action) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(null, () -> failure.set(catchThrowable(action::run)), "small stack", 512 * 1024);
        thread.start();
        thread.join();
        return failure.get();
    }
}
