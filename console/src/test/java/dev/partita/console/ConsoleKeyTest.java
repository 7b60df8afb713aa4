package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where callers need tokens, the console's own calls need its key, whoever they come from. */
class ConsoleKeyTest {

    private static final String KEY = "abcdefgh-ijklmnop_0123456789-abcdefgh-ijk";
    private static final Map<String, String> OURS = Map.of("X-Partita-Console", "1");

    private final Console console = new Console(
            null,
            new EndpointDescription("here", null, null, null, true, false, false, "0.1.0"),
            List::of,
            null,
            new Traffic(Clock.systemUTC(), () -> {}, () -> {}),
            new ConsoleKey(KEY));

    @ParameterizedTest
    @ValueSource(
            strings = {"dynamodb", "where", "designs", "entities", "forms/begin", "samples/x", "live/requests", "none"})
    void noCallIsAnsweredWithoutIt(String call) {
        for (String method : List.of("GET", "POST")) {
            assertThat(ask(method, "/console/api/" + call, OURS).status()).isEqualTo(401);
            assertThat(ask(method, "/console/api/" + call + "?key=" + KEY, OURS).status())
                    .isEqualTo(401);
        }
    }

    @Test
    void whoBringsItInTheAddressIsLetIn() {
        HttpAnswer entered = ask("GET", "/tables/a?key=" + KEY, Map.of("Accept", "text/html"));
        assertThat(entered.status()).isEqualTo(303);
        assertThat(entered.header("Location")).isEqualTo("/tables/a");
        assertThat(entered.header("Set-Cookie")).endsWith("; Path=/console/; HttpOnly; SameSite=Strict");
        String cookie = entered.header("Set-Cookie").split(";")[0];
        Map<String, String> with = Map.of("X-Partita-Console", "1", "Cookie", "theme=dark; " + cookie);
        assertThat(ask("GET", "/console/api/where", with).status()).isEqualTo(200);
        // Still only for our own pages.
        assertThat(ask("GET", "/console/api/where", Map.of("Cookie", cookie)).status())
                .isEqualTo(403);
        for (String wrong :
                List.of(cookie + "x", cookie.substring(0, cookie.length() - 1), cookie.split("=")[0] + "=")) {
            assertThat(ask("GET", "/console/api/where", Map.of("X-Partita-Console", "1", "Cookie", wrong))
                            .status())
                    .isEqualTo(401);
        }
    }

    @Test
    void aWrongOneShowsThePageAndNothingElse() {
        HttpAnswer page = ask("GET", "/?key=" + KEY.replace('a', 'b'), Map.of("Accept", "text/html"));
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Set-Cookie")).isNull();
    }

    @Test
    void itIsInNoText() {
        assertThat(new ConsoleKey(KEY)).hasToString("ConsoleKey");
    }

    private HttpAnswer ask(String method, String target, Map<String, String> headers) {
        return console.handle(HttpRequest.of(method, target, headers, null)).join();
    }
}
