package dev.partita.plan;

import dev.partita.fuzz.Target;
import dev.partita.plan.internal.read.ListPosition;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The cursor of a list as a program keeps it; if the first letter is {@code j}, what it is made of. It is refused, or says what it said. */
public final class CursorTarget implements Target {

    @Override
    public void read(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        if (text.startsWith("j")) {
            text = Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(text.substring(1).getBytes(StandardCharsets.UTF_8));
        }
        ListPosition cursor;
        try {
            cursor = ListPosition.of(text);
        } catch (InvalidValues refused) {
            return;
        }
        if (!ListPosition.of(cursor.text()).equals(cursor)) {
            throw new AssertionError(cursor + " is read otherwise the second time");
        }
    }
}
