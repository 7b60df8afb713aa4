package dev.partita.lint.internal.facts;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.design.model.Template.Literal;
import dev.partita.design.model.Template.Part;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** How many bytes a key can have, as far as the design tells. */
public final class Widths {

    /** Names of what people write at length when nothing stops them. */
    private static final java.util.regex.Pattern FREE_TEXT = java.util.regex.Pattern.compile(
            ".*(url|uri|path|title|text|body|content|description|comment|message|query|note|subject|address|jwt|token)");

    /** More than any key takes. */
    private static final long BOUNDLESS = 1_000_000;

    /** An id of unknown length: long enough for any in use, short enough not to be suspected. */
    private static final long SHORT_TEXT = 64;

    /** Whether the key can be longer than {@code limitBytes}. */
    public static boolean mayPass(KeyUse use, int limitBytes) {
        long bytes = 0;
        for (Part part : use.template().parts()) {
            if (part instanceof Literal literal) {
                bytes += literal.text().getBytes(StandardCharsets.UTF_8).length;
            } else if (part instanceof Variable variable) {
                if (variable.has(Kind.SHORTEN)) {
                    return false;
                }
                bytes += bytes(use.attribute(variable), variable);
            }
        }
        return bytes > limitBytes;
    }

    /** The most bytes that the part can have. */
    public static long bytes(Attribute attribute, Variable variable) {
        long bytes = attribute == null ? SHORT_TEXT : bytes(attribute);
        for (Format format : variable.formats()) {
            bytes = switch (format.kind()) {
                case PAD -> format.number();
                case NEWEST_FIRST -> attribute != null && TimeParts.isTime(attribute) ? 13 : bytes;
                case HOUR -> 13;
                case DATE -> 10;
                case MONTH -> 7;
                case YEAR -> 4;
                case HASH -> 64;
                case SHARD -> String.valueOf(format.number()).length();
                case LOWER, UPPER, SHORTEN, RAW -> bytes;
            };
        }
        return bytes;
    }

    private static long bytes(Attribute attribute) {
        long prefix = attribute.prefix() == null ? 0 : attribute.prefix().length();
        if (attribute.type() instanceof Type.Enumeration choice) {
            long longest =
                    choice.values().stream().mapToLong(String::length).max().orElse(0);
            return prefix + (choice.open() ? Math.max(longest, SHORT_TEXT) : longest);
        }
        if (attribute.type() != Type.Simple.STRING && attribute.type() != Type.Simple.BINARY) {
            return prefix + 40;
        }
        if (attribute.maxLength() != null) {
            // A pattern is nearly always about plain characters.
            return prefix + (attribute.pattern() == null ? 3L : 1L) * attribute.maxLength();
        }
        boolean isFree = attribute.generate() == null
                && attribute.pattern() == null
                && FREE_TEXT.matcher(attribute.name().toLowerCase(Locale.ROOT)).matches();
        return prefix + (isFree ? BOUNDLESS : SHORT_TEXT);
    }

    private Widths() {}
}
