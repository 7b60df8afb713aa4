package dev.partita.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who a request is from, when there are proxies before us. */
class TrustedProxiesTest {

    private final TrustedProxies proxies = new TrustedProxies(List.of("10.0.0.0/8", "192.0.2.7", "2001:db8:1::/48"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Not a proxy of ours: whatever it says is its own.
                "203.0.113.5 | 198.51.100.1                        | 203.0.113.5",
                "203.0.113.5 |                                     | 203.0.113.5",
                "10.1.2.3    |                                     | 10.1.2.3",
                "10.1.2.3    | 198.51.100.1                        | 198.51.100.1",
                "10.1.2.3    | 198.51.100.1:4711                   | 198.51.100.1",
                "10.1.2.3    | [2001:db8:2::1]:4711                | 2001:db8:2::1",
                // What stands before the first that is not ours was sent by it.
                "10.1.2.3    | 1.1.1.1, 198.51.100.1               | 198.51.100.1",
                "10.1.2.3    | 1.1.1.1, 198.51.100.1, 192.0.2.7    | 198.51.100.1",
                "10.1.2.3    | 1.1.1.1, 198.51.100.1, 192.0.2.8    | 192.0.2.8",
                "2001:db8:1::9 | 198.51.100.1                      | 198.51.100.1",
                "2001:db8:2::9 | 198.51.100.1                      | 2001:db8:2::9",
                // Only proxies: the farthest of them.
                "10.1.2.3    | 10.9.9.9, 192.0.2.7                 | 10.9.9.9",
                "10.1.2.3    | unknown                             | 10.1.2.3",
                "10.1.2.3    | 198.51.100.1, example.com, 10.0.0.2 | 10.0.0.2",
                "10.1.2.3    | ,                                   | 10.1.2.3",
            })
    void theNearestThatIsNoProxyOfOurs(String peer, String forwarded, String client) throws Exception {
        assertThat(proxies.client(InetAddress.getByName(peer), forwarded)).isEqualTo(InetAddress.getByName(client));
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.com", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "10.0.0/8", "", "::1/129"})
    void whatIsNoNetworkIsRefused(String text) {
        assertThatThrownBy(() -> new TrustedProxies(List.of(text))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRequestThroughOneIsItsClients() {
        HttpServer.Options options = Served.ANY_PORT.withProxies(new TrustedProxies(List.of("127.0.0.0/8", "::1")));
        for (boolean isTrusted : new boolean[] {true, false}) {
            try (HttpServer server = Served.start(
                            request -> HttpAnswer.of(
                                    200,
                                    "text/plain",
                                    request.peer().getHostAddress().getBytes(StandardCharsets.US_ASCII)),
                            isTrusted ? options : Served.ANY_PORT);
                    RawClient client = new RawClient(server.port())) {
                client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n");
                String answer = client.answer().text();
                assertThat(answer.equals("198.51.100.1")).isEqualTo(isTrusted);
            }
        }
    }
}
