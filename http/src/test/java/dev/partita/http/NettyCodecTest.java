package dev.partita.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Why the reader of HTTP is our own: what it refuses and Netty's codec, as it comes, lets through. Should a version of Netty refuse
 * more, the figures here and in {@code docs/bench.md} change, and the decision can be thought over.
 */
class NettyCodecTest {

    /** As {@code docs/bench.md} says it. */
    @Test
    void nettysCodecReadsSomeOfWhatCouldBeReadInTwoWays() {
        assertThat(letThrough(TwoWays.heads()))
                .hasSize(7)
                .contains("POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
                .contains("POST / HTTP/1.1\r\nHost: a\r\nX: a\r\n folded\r\n\r\n");
        assertThat(letThrough(TwoWays.chunks())).hasSize(2);
        assertThat(TwoWays.heads().size() + TwoWays.chunks().size()).isEqualTo(51);
    }

    private static List<String> letThrough(List<TwoWays> all) {
        return all.stream()
                .map(TwoWays::request)
                .filter(NettyCodecTest::isLetThrough)
                .toList();
    }

    /** Whether a handler behind Netty's decoder would see a request, and nothing wrong with it. */
    private static boolean isLetThrough(String request) {
        EmbeddedChannel channel = new EmbeddedChannel(new HttpRequestDecoder());
        channel.writeInbound(Unpooled.copiedBuffer(request, StandardCharsets.ISO_8859_1));
        boolean seen = false;
        boolean wrong = false;
        for (Object each = channel.readInbound(); each != null; each = channel.readInbound()) {
            seen = true;
            wrong |= ((HttpObject) each).decoderResult().isFailure();
            ReferenceCountUtil.release(each);
        }
        channel.finishAndReleaseAll();
        return seen && !wrong;
    }
}
