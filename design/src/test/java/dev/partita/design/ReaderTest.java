package dev.partita.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReaderTest {

    @Test
    void everyConstructIsRead() throws IOException {
        Reading reading = Reader.read("everything.yaml", resource("everything.yaml"));
        assertThat(reading.findings()).isEmpty();
    }

    static byte[] resource(String name) throws IOException {
        try (var in = ReaderTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }
}
