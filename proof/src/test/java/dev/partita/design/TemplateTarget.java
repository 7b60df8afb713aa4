package dev.partita.design;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Template;
import dev.partita.fuzz.Target;
import dev.partita.item.AttributeValue;
import dev.partita.plan.internal.key.KeyShape;
import dev.partita.plan.internal.key.KeyText;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A line with the template of a key, a line with a condition, one with the text of a key, and one with a value. A template that is good
 * makes a key of values and reads back what it made; it takes any other key apart or says that it is none of its own.
 */
public final class TemplateTarget implements Target {

    private static final String DESIGN = """
            design: fuzz
            tables: { main: { key: { partition: pk, sort: sk } } }
            entities:
              Thing:
                key: { pk: "THING#{id}", sk: %s }
                attributes:
                  id: string
                  text: string
                  name: { type: string, normalise: [trim, lower] }
                  number: { type: integer, range: 0..99999 }
                  amount: decimal
                  at: timestamp
                  day: date
                  seconds: epoch-seconds
                  flag: boolean
                  kind: { enum: [a, b] }
                  key: ulid
            patterns:
              things: { list: Thing, by: id, where: %s }
            """;

    @Override
    public void read(byte[] input) {
        String[] lines = new String(input, StandardCharsets.UTF_8).split("\n", 4);
        String template = lines[0];
        String where = lines.length > 1 ? lines[1] : "";
        Reading reading = Reader.read(
                new Source("fuzz.yaml", DESIGN.formatted(quoted(template), where.isEmpty() ? "flag" : quoted(where))));
        Entity entity =
                reading.design() == null ? null : reading.design().entities().get("Thing");
        Template read = entity == null ? null : entity.key().get("sk");
        if (read == null || !reading.isClean() || runsTogether(reading.design(), entity, read)) {
            return;
        }
        KeyText key = KeyText.of(reading.design(), entity, "sk", read);
        Optional<Map<String, Object>> parts =
                lines.length > 2 ? key.parse(new AttributeValue.S(lines[2])) : Optional.empty();
        Map<String, Object> values = new HashMap<>(parts.orElse(Map.of()));
        if (lines.length > 3) {
            values.put("text", lines[3]);
            values.put("id", lines[3]);
        }
        AttributeValue made;
        try {
            made = key.value(values);
        } catch (KeyText.Unfit unfit) {
            return;
        }
        if (made != null) {
            Map<String, Object> again = new LinkedHashMap<>(key.parse(made)
                    .orElseThrow(() -> new AssertionError(template + " made " + made + " and cannot read it")));
            again.keySet().retainAll(values.keySet());
            requireSame(template, key, values, again, made);
        }
    }

    /**
     * Two values with nothing between them, of which the first may have any length, are one text: nobody can tell them apart
     * again, and check says so ({@code parts-run-together}).
     */
    private static boolean runsTogether(Design design, Entity entity, Template template) {
        KeyShape shape = KeyShape.of(design, entity, "sk", template);
        return IntStream.range(1, template.parts().size())
                .anyMatch(i -> template.parts().get(i - 1) instanceof Template.Variable
                        && template.parts().get(i) instanceof Template.Variable
                        && !shape.endsAtBoundary(i - 1));
    }

    /** A format may lose something of a value, but what it kept makes the same key. */
    private static void requireSame(
            String template, KeyText key, Map<String, Object> values, Map<String, Object> again, AttributeValue made) {
        Map<String, Object> both = new HashMap<>(values);
        both.putAll(again);
        AttributeValue second = key.value(both);
        if (!made.equals(second)) {
            throw new AssertionError(template + " of " + values + " made " + made + ", and of what it read, " + again
                    + ", it makes " + second);
        }
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            out.append(c == '"' || c == '\\' ? "\\" + c : c < ' ' ? String.format("\\u%04x", (int) c) : "" + c);
        }
        return out.append('"').toString();
    }
}
