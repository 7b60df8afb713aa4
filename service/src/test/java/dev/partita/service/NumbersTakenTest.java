package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import org.junit.jupiter.api.Test;

/** A number of a sequence is gone once it is taken, so that a call with wrong arguments takes none. */
class NumbersTakenTest {

    private static final String LIBRARY = """
            design: library
            allow: anyone
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Book:
                key: { pk: "BOOK#{bookId}", sk: META }
                attributes: { bookId: string, state: string, holds: { type: integer, default: 0, read-only: true } }
              Reader:
                key: { pk: "READER#{readerId}", sk: META }
                attributes: { readerId: string, owes: { type: integer, default: 0 } }
              Hold:
                key: { pk: "BOOK#{bookId}", sk: "HOLD#{number:04}" }
                attributes:
                  bookId: { type: string, references: Book }
                  number: { type: integer, generate: { sequence: Book.holds, max: 9999 } }
                  readerId: { type: string, required: true, references: Reader }
                  marks: { type: list of string, max-items: 9 }
              HoldMark:
                key: { pk: "MARK#{mark}", sk: "{bookId}#{number:04}" }
                from: { entity: Hold, each: marks, as: mark }
                attributes: { mark: string, bookId: string, number: integer }
            patterns:
              addBook: { create: Book, route: POST /books }
              join: { create: Reader, route: POST /readers }
              book: { get: Book, by: bookId, route: "GET /books/{bookId}" }
              hold: { create: Hold, requires: { Reader: "owes <= :most" }, route: POST /holds }
              pay: { update: Reader, by: readerId, change: [owes], when: "owes >= :least", route: "POST /readers/{readerId}/pay" }
              holdAndPay: { transact: [hold, pay], same: readerId, route: POST /both }
            """;

    private static Answer refused(Served served, String path, String body) {
        Answer answer = served.post("/api/library" + path, body);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(422);
        assertThat(served.get("/api/library/books/b").body()).contains("\"holds\":0");
        return answer;
    }

    @Test
    void wrongArgumentsTakeNoNumber() {
        try (Served served = Served.design(LIBRARY)) {
            served.post("/api/library/books", "{\"bookId\":\"b\"}");
            served.post("/api/library/readers", "{\"readerId\":\"r\"}");
            String hold = "{\"bookId\":\"b\",\"readerId\":\"r\"";
            refused(served, "/holds", hold + "}");
            refused(served, "/holds", hold + ",\"most\":\"abc\"}");
            Answer mark = refused(served, "/holds", hold + ",\"most\":5,\"marks\":[\"\"]}");
            assertThat(mark.body()).contains("marks[0]");
            refused(served, "/both", hold + ",\"most\":5,\"least\":\"abc\"}");
            refused(served, "/both", hold + ",\"most\":5}");
            Answer made = served.post("/api/library/holds", hold + ",\"most\":5}");
            assertThat(made.body()).contains("\"number\":1");
        }
    }
}
