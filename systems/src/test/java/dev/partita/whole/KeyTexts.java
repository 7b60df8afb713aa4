package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Part;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The text that a template makes of a value, for derived attributes and hashes. */
final class KeyTexts {

    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private KeyTexts() {}

    /** With its formats, and with separators escaped. */
    static String of(Sketch sketch, Part part, Entity entity, Object value) {
        return of(sketch, part, entity, value, false);
    }

    /** @param isAlone whether the template has nothing else: then the value is as it is */
    static String of(Sketch sketch, Part part, Entity entity, Object value, boolean isAlone) {
        Attribute attribute = entity.attributes().get(part.attribute());
        String text = plain(attribute, value);
        Object current = Values.formatted(part, value, sketch.zone());
        if (current instanceof String changed && !part.formats().isEmpty()) {
            text = changed;
        }
        for (String format : part.formats()) {
            if (format.matches("0[0-9]+")) {
                text = "0".repeat(Math.max(0, Integer.parseInt(format) - text.length())) + text;
            } else if (format.equals("hash")) {
                text = Values.sha256(text);
            } else if (format.equals("newest-first")) {
                Instant time = (Instant) value;
                boolean isMillis = attribute.shape().word().endsWith("millis");
                text = isMillis
                        ? String.format("%013d", 9_999_999_999_999L - time.toEpochMilli())
                        : String.format("%010d", 9_999_999_999L - time.getEpochSecond());
            }
        }
        return part.has("raw") || isAlone ? text : escaped(sketch, text);
    }

    /** Separators as percent and their code, and so is a percent that would look like the beginning of one. */
    static String escaped(Sketch sketch, String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isSeparator = sketch.separator().indexOf(c) >= 0;
            String rest = text.substring(i);
            boolean looksEscaped = rest.startsWith("%25")
                    || sketch.separator().chars().anyMatch(one -> rest.startsWith(String.format("%%%02X", one)));
            out.append(isSeparator || looksEscaped ? String.format("%%%02X", (int) c) : String.valueOf(c));
        }
        return out.toString();
    }

    /** As it is stored. */
    static String plain(Attribute attribute, Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        if (value instanceof Boolean truth) {
            return attribute.shape().word().equals("flag") ? truth ? "1" : "0" : truth.toString();
        }
        if (value instanceof Instant time) {
            return switch (attribute.shape().word()) {
                case "timestamp" -> time.toString();
                case "timestamp-millis" -> MILLIS.format(time);
                case "epoch-seconds" -> String.valueOf(time.getEpochSecond());
                default -> String.valueOf(time.toEpochMilli());
            };
        }
        return value.toString();
    }
}
