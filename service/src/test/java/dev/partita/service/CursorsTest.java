package dev.partita.service;

import static dev.partita.service.BadRequestsTest.check;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CursorsTest {

    private static final Map<String, Object> ADA = Map.of("personId", "ada", "limit", 3L);

    private final Cursors cursors = new Cursors(Served.SECRET);

    @Test
    void aCursorIsOpenedByTheListThatGaveItOut() {
        for (String text : List.of("eyJJdGVtIjp7fX0", "not base64!", "", "YQ==", "x".repeat(5000))) {
            String sealed = cursors.seal("desk", "tickets", ADA, text);
            assertThat(sealed).matches("[A-Za-z0-9_-]+");
            assertThat(cursors.open("desk", "tickets", ADA, sealed)).isEqualTo(text);
            assertThat(new Cursors(Served.SECRET).seal("desk", "tickets", ADA, text))
                    .as("the same page has the same cursor on every instance")
                    .isEqualTo(sealed);
        }
    }

    @Test
    void anyOtherListRefusesIt() {
        String sealed = cursors.seal("desk", "tickets", ADA, "place");
        refused("desc", "tickets", ADA, sealed);
        refused("desk", "notes", ADA, sealed);
        refused("deskt", "ickets", ADA, sealed);
        refused("desk", "tickets", Map.of("personId", "eve", "limit", 3L), sealed);
        refused("desk", "tickets", Map.of("personId", "ada"), sealed);
        refused("desk", "tickets", Map.of("personId", "ada", "limit", "3"), sealed);
        refused("desk", "tickets", Map.of("personId", "ada", "limit", List.of(3L)), sealed);
        refused("desk", "tickets", Map.of(), sealed);
    }

    @Test
    void everyChangeIsNoticed() {
        byte[] bytes = Base64.getUrlDecoder().decode(cursors.seal("desk", "tickets", ADA, "a place in a list"));
        for (int i = 0; i < bytes.length; i++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] changed = bytes.clone();
                changed[i] ^= (byte) (1 << bit);
                refused("desk", "tickets", ADA, text(changed));
            }
        }
        for (int length = 0; length < bytes.length; length++) {
            refused("desk", "tickets", ADA, text(java.util.Arrays.copyOf(bytes, length)));
        }
        refused("desk", "tickets", ADA, text(java.util.Arrays.copyOf(bytes, bytes.length + 1)));
        refused("desk", "tickets", ADA, "A".repeat(dev.partita.runtime.CursorSeal.MOST_CHARS + 1));
        Random random = new Random(5);
        for (int i = 0; i < 1000; i++) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            refused("desk", "tickets", ADA, text(noise));
        }
    }

    @Test
    void anotherSecretIsNamedAsTheReason() {
        Cursors others = new Cursors("another secret, for another service".getBytes(StandardCharsets.US_ASCII));
        String sealed = others.seal("desk", "tickets", ADA, "place");
        Refused refused = catchThrowableOfType(Refused.class, () -> cursors.open("desk", "tickets", ADA, sealed));
        assertThat(refused.problem().detail()).contains("another secret").contains("leave cursor out");
        assertThatThrownBy(() -> new Cursors(new byte[15]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("16 bytes");
    }

    @Test
    void aCursorShowsNothingOfTheKeysItStandsFor() {
        try (Served served = Served.design(Desk.YAML)) {
            served.post("/api/desk/people", "{\"personId\":\"ada-lovelace\",\"email\":\"ada@example.com\"}");
            for (int i = 0; i < 5; i++) {
                served.post("/api/desk/patterns/openTicket", "{\"personId\":\"ada-lovelace\",\"title\":\"t\"}");
            }
            String path = "/api/desk/people/ada-lovelace/tickets?limit=2";
            String next = (String) served.get(path).json().get("next");
            String cursor = next.substring(next.indexOf("cursor=") + 7);
            String decoded = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.ISO_8859_1);
            assertThat(decoded).doesNotContain("ada").doesNotContain("BY#").doesNotContain("TICKET");

            check(served.get(next.replace("ada-lovelace", "bob")), 400, "unusable-cursor", "another list");
            check(served.get(next.substring(0, next.length() - 4)), 400, "unusable-cursor", "was changed");
            check(
                    served.get("/api/desk/patterns/ticketTitles?personId=ada-lovelace&cursor=" + cursor),
                    400,
                    "unusable-cursor",
                    "another list");
            // The page's length is not what makes a list.
            assertThat(served.get(path.replace("limit=2", "limit=1") + "&cursor=" + cursor)
                            .status())
                    .isEqualTo(200);
        }
    }

    private void refused(String design, String pattern, Map<String, Object> arguments, String sealed) {
        Refused refused = catchThrowableOfType(Refused.class, () -> cursors.open(design, pattern, arguments, sealed));
        assertThat(refused.problem().kind()).isEqualTo(ProblemKind.UNUSABLE_CURSOR);
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
