package dev.partita.deploy;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** Keys as people read them. */
public final class PrintedKeys {

    private static final int SHOWN_CHARACTERS = 80;

    /** {@code pk = USER#1, sk = META}. */
    public static String text(Item item, List<String> names) {
        return names.stream().map(name -> name + " = " + text(item.get(name))).collect(Collectors.joining(", "));
    }

    static String text(AttributeValue value) {
        String text = value instanceof AttributeValue.S s
                ? s.value()
                : value instanceof AttributeValue.N n
                        ? n.text()
                        : value instanceof AttributeValue.B b
                                ? Base64.getEncoder().encodeToString(b.value().array())
                                : String.valueOf(value);
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return plain.length() <= SHOWN_CHARACTERS ? plain : plain.substring(0, SHOWN_CHARACTERS) + "…";
    }

    private PrintedKeys() {}
}
