package dev.partita.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ResponseReaderTest {

    @Test
    void aResponseWithALengthEndsThereHoweverItIsCut() throws IOException {
        endsExactly("HTTP/1.1 200 OK\r\nServer: x\r\ncontent-LENGTH: 5\r\n\r\nhello");
    }

    @Test
    void aChunkedResponseEndsAfterTheEmptyChunkHoweverItIsCut() throws IOException {
        endsExactly("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1a\r\n"
                + "abcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n");
    }

    @Test
    void anotherStatusIsNotOk() throws IOException {
        ResponseReader reader = new ResponseReader(ByteBuffer.allocate(1024));
        reader.reset();
        assertThat(reader.read(channel("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")))
                .isTrue();
        assertThat(reader.ok()).isFalse();
    }

    private static void endsExactly(String response) throws IOException {
        for (int piece = 1; piece <= response.length(); piece++) {
            ResponseReader reader = new ResponseReader(ByteBuffer.allocate(piece));
            reader.reset();
            ReadableByteChannel channel = channel(response);
            int read = 0;
            boolean complete = false;
            while (!complete) {
                complete = reader.read(channel);
                read = Math.min(read + piece, response.length());
                assertThat(complete).as("after %d bytes", read).isEqualTo(read == response.length());
            }
            assertThat(reader.ok()).isTrue();
            assertThat(reader.text()).isEqualTo(response);
        }
    }

    private static ReadableByteChannel channel(String text) {
        return Channels.newChannel(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
    }
}
