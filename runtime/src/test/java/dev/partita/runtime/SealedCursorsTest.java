package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.design.Design;
import dev.partita.embedded.Partita;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Result;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Cursors that may go to a browser, and what comes back from there. */
class SealedCursorsTest {

    private static final String SECRET = "sixteen bytes and more";
    private static final Design DESIGN = Shop.design("""
            design: notes
            tables:
              main: { name: notes, key: { partition: pk, sort: sk } }
            entities:
              Note:
                key: { pk: "WRITER#{writer}", sk: "NOTE#{number:05}" }
                attributes:
                  writer: string
                  number: { type: integer, range: 0..99999 }
            patterns:
              notes:    { list: Note, by: writer, page: 3 }
              backward: { list: Note, by: writer, order: descending, page: 3 }
              add:      { create: Note }
            """);

    private final Partita partita = Partita.inMemory();
    private final Database plain = Database.builder(DESIGN, partita.client()).build();
    private final Database sealed = sealing(SECRET);

    SealedCursorsTest() {
        plain.createTables();
        IntStream.range(0, 10).forEach(i -> plain.write("add", Map.of("writer", "ann", "number", i))
                .run());
    }

    @AfterEach
    void close() {
        partita.close();
    }

    private Database sealing(String secret) {
        return Database.builder(DESIGN, partita.client())
                .sealingCursorsWith(secret)
                .build();
    }

    @Test
    void pageByPageAllAreThere() {
        assertThat(sealed.pages("notes", Map.of("writer", "ann"))
                        .mapToInt(page -> page.items().size()))
                .startsWith(3, 3, 3, 1);
    }

    @Test
    void aSealedCursorShowsNothing() {
        String open = plain.read("notes", Map.of("writer", "ann")).cursor();
        assertThat(new String(Base64.getUrlDecoder().decode(open), StandardCharsets.UTF_8))
                .contains("WRITER#ann");
        String hidden = sealed.read("notes", Map.of("writer", "ann")).cursor();
        assertThat(new String(Base64.getUrlDecoder().decode(hidden), StandardCharsets.ISO_8859_1))
                .doesNotContain("ann")
                .doesNotContain("WRITER");
    }

    @Test
    void whatWasChangedOrIsAnothersIsRefusedWithTheReason() {
        String cursor = sealed.read("notes", Map.of("writer", "ann")).cursor();
        String open = plain.read("notes", Map.of("writer", "ann")).cursor();
        refused(sealed, "notes", "ann", open, "not a cursor of this service");
        refused(sealed, "notes", "bob", cursor, "belongs to another list");
        refused(sealed, "backward", "ann", cursor, "belongs to another list");
        refused(sealed.as("eve"), "notes", "ann", cursor, "belongs to another list");
        refused(sealing("another secret of 16"), "notes", "ann", cursor, "another secret");
        Random random = new Random(7);
        for (int i = 0; i < cursor.length() - 1; i++) {
            char changed = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".charAt(random.nextInt(26));
            if (changed != cursor.charAt(i)) {
                refused(sealed, "notes", "ann", cursor.substring(0, i) + changed + cursor.substring(i + 1), "");
            }
        }
        assertThatThrownBy(() -> sealing("short")).hasMessageContaining("at least 16 bytes");
    }

    @Test
    void anOpenCursorOfAnotherListIsRefusedToo() {
        String cursor = plain.read("notes", Map.of("writer", "ann")).cursor();
        refused(plain, "notes", "bob", cursor, "");
        refused(plain, "notes", "ann", "nonsense", "is none that a list has given out");
    }

    private static void refused(Database database, String pattern, String writer, String cursor, String why) {
        assertThatThrownBy(() -> {
                    Result result = database.read(
                            pattern, Map.of("writer", writer), PageRequest.of(3).after(Cursor.of(cursor)));
                    assertThat(result).as("was read with " + cursor).isNull();
                })
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining(why);
    }
}
