package dev.partita.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestHeadTest {

    private static final String HEAD = """
            POST /path?x=1 HTTP/1.1\r
            Host: localhost:8000\r
            content-TYPE:application/x-amz-json-1.0\r
            X-Amz-Target: \t DynamoDB_20120810.GetItem \t\r
            Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=c\r
            Content-Encoding: gzip\r
            Content-Length: 0042\r
            User-Agent: caf\u00e9\r
            Empty:\r
            \r
            """;

    private final RequestHead head = new RequestHead(16 * 1024, 16 * 1024);

    @Test
    void whatMattersIsFoundWhateverItsCase() throws MalformedRequest {
        byte[] bytes = bytes(HEAD + "body");
        assertThat(head.parse(bytes, bytes.length)).isEqualTo(HEAD.length());
        head.keep(bytes, HEAD.length());
        assertThat(head.method()).isEqualTo("POST");
        assertThat(head.target()).isEqualTo("/path?x=1");
        assertThat(head.host()).isEqualTo("localhost:8000");
        assertThat(value("Content-Type")).isEqualTo("application/x-amz-json-1.0");
        assertThat(value("X-AMZ-TARGET")).isEqualTo("DynamoDB_20120810.GetItem");
        assertThat(value("authorization")).isEqualTo("AWS4-HMAC-SHA256 Credential=a/b, Signature=c");
        assertThat(value("user-agent")).isEqualTo("caf\u00e9");
        assertThat(value("Empty")).isEmpty();
        assertThat(value("Nowhere")).isNull();
        assertThat(head.contentEncoding()).isEqualTo("gzip");
        assertThat(head.contentLength()).isEqualTo(42);
        assertThat(head.keepAlive()).isTrue();
    }

    @Test
    void everyPrefixAsksForMore() throws MalformedRequest {
        byte[] bytes = bytes(HEAD);
        for (int length = 0; length < bytes.length; length++) {
            assertThat(head.parse(bytes, length)).as("length %s", length).isEqualTo(-1);
        }
    }

    @Test
    void nothingOfTheRequestBeforeIsLeft() throws MalformedRequest {
        parse(HEAD);
        String host = head.host();
        parse("GET / HTTP/1.1\r\nHost: localhost:8000\r\nConnection: Upgrade, close\r\n\r\n");
        assertThat(head.method()).isEqualTo("GET");
        assertThat(head.host()).isSameAs(host);
        assertThat(value("X-Amz-Target")).isNull();
        assertThat(value("Content-Type")).isNull();
        assertThat(value("Authorization")).isNull();
        assertThat(head.contentEncoding()).isNull();
        assertThat(head.contentLength()).isZero();
        assertThat(head.chunked()).isFalse();
        assertThat(head.keepAlive()).isFalse();
    }

    @Test
    void httpOneDotZeroKeepsAliveOnlyWhenAsked() throws MalformedRequest {
        parse("GET / HTTP/1.0\r\n\r\n");
        assertThat(head.keepAlive()).isFalse();
        parse("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        assertThat(head.keepAlive()).isTrue();
    }

    /** Garbage is read, waited on, or refused; nothing else happens, and a head is never longer than what was there. */
    @Test
    void mutatedHeadsAreReadOrRefused() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        String marks = "\r\n\t :\u0000\u007f\u00ff;,0123456789abcXYZ/";
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = bytes(HEAD);
            for (int mutations = 1 + random.nextInt(4); mutations > 0; mutations--) {
                int at = random.nextInt(bytes.length);
                switch (random.nextInt(3)) {
                    case 0 -> bytes[at] = (byte) marks.charAt(random.nextInt(marks.length()));
                    case 1 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                    default -> System.arraycopy(bytes, 0, bytes, at, Math.min(at, bytes.length - at));
                }
            }
            try {
                int used = head.parse(bytes, bytes.length);
                assertThat(used).as("seed %s, round %s", seed, i).isBetween(-1, bytes.length);
            } catch (MalformedRequest refused) {
                assertThat(refused.getMessage())
                        .as("seed %s, round %s", seed, i)
                        .isNotEmpty();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", round " + i, e);
            }
        }
    }

    private void parse(String text) throws MalformedRequest {
        byte[] bytes = bytes(text);
        assertThat(head.parse(bytes, bytes.length)).isEqualTo(text.length());
        head.keep(bytes, bytes.length);
    }

    private String value(String name) {
        return head.fields().value(name, new HeaderCache());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
