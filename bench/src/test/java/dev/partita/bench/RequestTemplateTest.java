package dev.partita.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RequestTemplateTest {

    @Test
    void slotsBecomeEightDigitsAndTheLengthStaysTrue() {
        RequestTemplate template = new RequestTemplate("GetItem", 8000, "{\"a\":\"<1>\",\"b\":\"<0>\",\"c\":\"<1>\"}");
        ByteBuffer buffer = template.newBuffer();
        long[] slots = template.newSlots();
        slots[0] = 7;
        slots[1] = 12_345_678;
        template.write(slots, buffer);
        String request = StandardCharsets.US_ASCII.decode(buffer).toString();
        String body = request.substring(request.indexOf("\r\n\r\n") + 4);
        assertThat(body).isEqualTo("{\"a\":\"12345678\",\"b\":\"00000007\",\"c\":\"12345678\"}");
        assertThat(request).contains("Content-Length: " + body.length() + "\r\n");
    }

    @Test
    void aPathHasSlotsToo() {
        RequestTemplate template = RequestTemplate.get(8001, "/a/<0>");
        ByteBuffer buffer = template.newBuffer();
        template.write(new long[] {42}, buffer);
        assertThat(StandardCharsets.US_ASCII.decode(buffer).toString())
                .startsWith("GET /a/00000042 HTTP/1.1\r\nHost: 127.0.0.1:8001\r\n")
                .endsWith("\r\n\r\n");
    }

    @Test
    void freshOrdersNeverRepeat() {
        assertThat(LongStream.range(0, 100_000)
                        .map(n -> Orders.fresh(20_000, n))
                        .distinct()
                        .count())
                .isEqualTo(100_000);
    }
}
