package dev.partita.plan.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Template.Part;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Limits;
import dev.partita.item.NumberText;
import dev.partita.item.Utf8;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.value.Sha256;
import dev.partita.plan.internal.value.Storing;
import dev.partita.plan.internal.value.Times;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * One key attribute of an entity: its template filled with values, and values read back from a key.
 *
 * <p>In a template of several parts, the separator inside a value is percent-encoded, and so is a percent sign that would read
 * as such a code; parts can never run together, and all other values keep their look. A lone attribute stands as it is.
 */
public final class KeyText {

    /** A variable's text that is ready: a shard's number, a date given as such. */
    public record Formatted(String text) {}

    /** A value that cannot stand in this key. */
    public static final class Unfit extends RuntimeException {
        private final String attribute;
        private final transient Object value;

        Unfit(String attribute, Object value, String message) {
            super(message);
            this.attribute = attribute;
            this.value = value;
        }

        public Violation of(String entity) {
            return new Violation(entity, attribute, value, "key", getMessage());
        }
    }

    /** Sorts behind every text that begins like the bound itself. */
    public static final String LAST = new String(Character.toChars(Character.MAX_CODE_POINT));

    private static final int SHORTENED_BYTES = 900;
    private static final String SHORTENED = "#sha256:";
    private static final Pattern SHORTENED_END = Pattern.compile("#sha256:[0-9a-f]{64}$");

    private final String name;
    private final Template template;
    private final Map<String, Attribute> attributes;
    private final String separator;
    private final ZoneId zone;
    private final int limitBytes;
    private final String tag;
    private final Attribute itself;
    /** For each part of the template: the type of a variable, and whether its text is escaped. */
    private final List<Type> types = new ArrayList<>();

    private final List<Boolean> escapes = new ArrayList<>();
    private final boolean isShortened;
    private final boolean isDeclaredNumber;
    /** Made when the first key is read: most are only ever written. */
    private volatile KeyParts parts;

    private KeyText(
            String name,
            Template template,
            Map<String, Attribute> attributes,
            String separator,
            ZoneId zone,
            int limitBytes,
            String declaredTag) {
        this.name = name;
        this.template = template;
        this.attributes = attributes;
        this.separator = separator;
        this.zone = zone;
        this.limitBytes = limitBytes;
        this.itself = itself(name, template, attributes);
        this.tag = tag(declaredTag, template, itself, attributes);
        this.isDeclaredNumber = "N".equals(declaredTag) || storedAsNumber(name, attributes);
        boolean isLone = template.isLone();
        boolean shortens = false;
        for (Part part : template.parts()) {
            Variable variable = part instanceof Variable one ? one : null;
            types.add(variable == null ? null : typeOf(variable));
            escapes.add(variable != null && !isLone && !variable.has(Format.Kind.RAW));
            shortens = shortens || variable != null && variable.has(Format.Kind.SHORTEN);
        }
        this.isShortened = shortens;
    }

    /** The key attribute {@code name} of an entity's table or of one of its indexes. */
    public static KeyText of(Design design, Entity entity, String name, Template template) {
        Table table = design.tableOf(entity);
        int limit = Limits.SORT_KEY_BYTES;
        String declared = null;
        if (table != null) {
            if (isPartitionKeyOnly(table, name)) {
                limit = Limits.PARTITION_KEY_BYTES;
            }
            declared = declaredType(table, name);
        }
        return new KeyText(name, template, entity.attributes(), design.separator(), design.zone(), limit, declared);
    }

    /** The name of the key attribute. */
    public String name() {
        return name;
    }

    public Template template() {
        return template;
    }

    /** S, N or B. */
    public String tag() {
        return tag;
    }

    /** How long the key may be: 2,048 bytes for a partition key, 1,024 for a sort key. */
    public int limitBytes() {
        return limitBytes;
    }

    /** Whether the key attribute is declared a number though its template may be text: {@code is_product: "1"}. */
    public boolean isDeclaredNumber() {
        return isDeclaredNumber;
    }

    /** Whether the key attribute is a stored attribute of the entity as it is. */
    public boolean isStoredAttribute() {
        return itself != null;
    }

    /** The key for these logical values; null when a part is absent or empty. */
    public AttributeValue value(Map<String, Object> values) {
        return value((Variable variable) -> values.get(variable.attribute()));
    }

    public AttributeValue value(Function<Variable, Object> values) {
        if (itself != null) {
            Object value = values.apply((Variable) template.parts().get(0));
            if (value instanceof Formatted ready) {
                return tagged(ready.text());
            }
            AttributeValue stored = value == null ? null : Storing.store(itself, value);
            return stored instanceof AttributeValue.S text && text.value().isEmpty() ? null : stored;
        }
        String text = text(values, template.parts().size());
        return text == null || text.isEmpty() ? null : tagged(text);
    }

    /**
     * @throws Unfit when a part of a sort key would not sort as the values do: an epoch time before 2001 has fewer digits than
     *     those behind it
     */
    void requireSortable(Map<String, Object> values) {
        if (itself != null || !tag.equals("S") || limitBytes != Limits.SORT_KEY_BYTES) {
            return;
        }
        for (int i = 0; i < types.size(); i++) {
            boolean isEpoch = types.get(i) == Type.Simple.EPOCH_SECONDS || types.get(i) == Type.Simple.EPOCH_MILLIS;
            if (isEpoch && template.parts().get(i) instanceof Variable variable) {
                Object value = values.get(variable.attribute());
                if (value != null && KeyFormat.outside(variable, types.get(i), value, zone) != 0) {
                    throw new Unfit(
                            variable.attribute(),
                            value,
                            "lies outside 2001-09-09 to 2286-11-20, the times that sort as text in " + name
                                    + "; the design can pad them: {" + variable.attribute() + ":"
                                    + (Times.hasMillis(types.get(i)) ? "15" : "12") + "}");
                }
            }
        }
    }

    /** A part as it is compared: formatted, and not escaped. */
    public String plain(Variable variable, Object value) {
        return KeyFormat.text(variable, typeOf(variable), value, zone);
    }

    /**
     * A bound of a text that may hold escaped characters. Those do not sort as the characters do that they stand for, so from the
     * first on that could meet one the bound is wider, and each item is compared.
     */
    public String bound(Variable variable, Object value, boolean isUpper) {
        String plain = plain(variable, value);
        int least = '%';
        int most = '%';
        for (char c : separator.toCharArray()) {
            least = Math.min(least, c);
            most = Math.max(most, c);
        }
        for (int i = 0; i < plain.length(); i++) {
            if (plain.charAt(i) >= least && plain.charAt(i) <= most) {
                return isUpper ? plain.substring(0, i) + LAST : plain.substring(0, i);
            }
        }
        return plain;
    }

    /** Whether a value lies before (-1) or behind (1) all that a part can hold; else 0. */
    public int outside(Variable variable, Object value) {
        return KeyFormat.outside(variable, typeOf(variable), value, zone);
    }

    /** The text of the first {@code parts} parts; null when one of them is absent or empty. */
    public String text(Function<Variable, Object> values, int parts) {
        if (isShortened) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < parts; i++) {
                String text = text(i, values);
                if (text == null) {
                    return null;
                }
                texts.add(text);
            }
            shorten(texts, values);
            return String.join("", texts);
        }
        StringBuilder whole = new StringBuilder();
        for (int i = 0; i < parts; i++) {
            String text = text(i, values);
            if (text == null) {
                return null;
            }
            whole.append(text);
        }
        return whole.toString();
    }

    /** The part that would be empty in the key, though it has a value; null when there is none, or when a part is absent. */
    Variable emptyPart(Map<String, Object> values) {
        Variable empty = null;
        for (int i = 0; i < template.parts().size(); i++) {
            if (template.parts().get(i) instanceof Variable variable) {
                if (values.get(variable.attribute()) == null) {
                    return null;
                }
                if (empty == null && text(i, (Variable v) -> values.get(v.attribute())) == null) {
                    empty = variable;
                }
            }
        }
        return empty;
    }

    /** The logical values inside a key, as far as formats let them be read back; empty when the key has another template. */
    public Optional<Map<String, Object>> parse(AttributeValue key) {
        Object[] read = read(key);
        if (read == null) {
            return Optional.empty();
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < read.length; i++) {
            if (read[i] != null) {
                values.putIfAbsent(((Variable) template.parts().get(i)).attribute(), read[i]);
            }
        }
        return Optional.of(values);
    }

    /** The same, one for each part of the template; null when the key has another template. */
    Object[] read(AttributeValue key) {
        if (itself != null) {
            return new Object[] {Storing.load(itself, key)};
        }
        if (key instanceof AttributeValue.B && template.isLone()) {
            return new Object[] {Storing.load(types.get(0), key)};
        }
        String text =
                key instanceof AttributeValue.S s ? s.value() : key instanceof AttributeValue.N n ? n.text() : null;
        String[] found = text == null ? null : parts().of(text);
        if (found == null) {
            return null;
        }
        Object[] values = new Object[types.size()];
        int number = 0;
        for (int i = 0; i < values.length; i++) {
            if (template.parts().get(i) instanceof Variable variable) {
                String one = found[number++];
                if (one.isEmpty()) {
                    return null;
                }
                values[i] = KeyFormat.value(variable, types.get(i), escapes.get(i) ? unescape(one) : one, zone);
                if (values[i] == null && variable.formats().isEmpty()) {
                    return null;
                }
            }
        }
        return values;
    }

    static boolean isShortened(String text) {
        return SHORTENED_END.matcher(text).find();
    }

    private static Attribute itself(String name, Template template, Map<String, Attribute> attributes) {
        if (!template.isLone()) {
            return null;
        }
        Variable only = (Variable) template.parts().get(0);
        Attribute attribute = KeyTest.attribute(attributes, only.attribute());
        return attribute != null
                        && only.formats().isEmpty()
                        && attribute.isStored()
                        && attribute.stored().equals(name)
                ? attribute
                : null;
    }

    private static String tag(String declared, Template template, Attribute itself, Map<String, Attribute> attributes) {
        if (itself != null && itself.type().tag() != null) {
            return itself.type().tag();
        }
        if (!template.isLone() || declared == null || declared.equals("S")) {
            return "S";
        }
        Attribute attribute =
                KeyTest.attribute(attributes, ((Variable) template.parts().get(0)).attribute());
        return attribute != null && declared.equals(attribute.type().tag()) ? declared : "S";
    }

    private static boolean storedAsNumber(String name, Map<String, Attribute> attributes) {
        for (Attribute attribute : attributes.values()) {
            if (attribute.isStored() && attribute.stored().equals(name)) {
                return "N".equals(attribute.type().tag());
            }
        }
        return false;
    }

    private static String declaredType(Table table, String name) {
        List<Table.KeyAttribute> keys = new ArrayList<>();
        keys.add(table.partition());
        if (table.sort() != null) {
            keys.add(table.sort());
        }
        table.indexes().values().forEach(index -> {
            keys.addAll(index.partition());
            keys.addAll(index.sort());
        });
        return keys.stream()
                .filter(key -> key.name().equals(name) && key.type() != null)
                .map(Table.KeyAttribute::type)
                .findFirst()
                .orElse(null);
    }

    private static boolean isPartitionKeyOnly(Table table, String name) {
        boolean isSort = table.sort() != null && table.sort().name().equals(name)
                || table.indexes().values().stream()
                        .flatMap(index -> index.sort().stream())
                        .anyMatch(key -> key.name().equals(name));
        boolean isPartition = table.partition().name().equals(name)
                || table.indexes().values().stream()
                        .flatMap(index -> index.partition().stream())
                        .anyMatch(key -> key.name().equals(name));
        return isPartition && !isSort;
    }

    private AttributeValue tagged(String text) {
        return switch (tag) {
            case "N" -> NumberText.parse(text);
            case "B" ->
                new AttributeValue.B(Bytes.of(java.util.Base64.getUrlDecoder().decode(text)));
            default -> new AttributeValue.S(text);
        };
    }

    private Type typeOf(Variable variable) {
        Attribute attribute = KeyTest.attribute(attributes, variable.attribute());
        return attribute == null ? Type.Simple.STRING : attribute.type();
    }

    private String text(int number, Function<Variable, Object> values) {
        Part part = template.parts().get(number);
        if (part instanceof Template.Literal literal) {
            return literal.text();
        }
        Variable variable = (Variable) part;
        Object value = values.apply(variable);
        if (value == null) {
            return null;
        }
        String text = KeyFormat.text(variable, types.get(number), value, zone);
        return text.isEmpty() ? null : escapes.get(number) ? escape(text) : text;
    }

    /** Cuts what {@code :shorten} allows to be cut, when the key would pass its limit otherwise. */
    private void shorten(List<String> texts, Function<Variable, Object> values) {
        for (int i = 0; i < texts.size(); i++) {
            if (template.parts().get(i) instanceof Variable variable && variable.has(Format.Kind.SHORTEN)) {
                int length = texts.stream().mapToInt(Utf8::length).sum();
                // A value that looks shortened is shortened too: else it could meet the key of the one it looks like.
                if (length > limitBytes || isShortened(texts.get(i))) {
                    String whole = KeyFormat.text(variable, typeOf(variable), values.apply(variable), zone);
                    texts.set(i, head(texts.get(i)) + SHORTENED + Sha256.hex(whole));
                }
            }
        }
    }

    private static String head(String text) {
        int bytes = 0;
        int end = 0;
        while (end < text.length()) {
            int next = text.offsetByCodePoints(end, 1);
            bytes += Utf8.length(text.substring(end, next));
            if (bytes > SHORTENED_BYTES) {
                break;
            }
            end = next;
        }
        return text.substring(0, end);
    }

    private String escape(String text) {
        if (text.indexOf('%') < 0 && !holdsSeparator(text)) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isCode = c == '%' && codeAt(text, i) != null;
            if (isCode || separator.indexOf(c) >= 0) {
                out.append(code(c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private boolean holdsSeparator(String text) {
        for (int i = 0; i < separator.length(); i++) {
            if (text.indexOf(separator.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }

    private String unescape(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            Character decoded = text.charAt(i) == '%' ? codeAt(text, i) : null;
            if (decoded == null) {
                out.append(text.charAt(i));
            } else {
                out.append(decoded.charValue());
                i += code(decoded).length() - 1;
            }
        }
        return out.toString();
    }

    /** The character whose code stands at {@code i}, or null. */
    private Character codeAt(String text, int i) {
        if (text.startsWith(code('%'), i)) {
            return '%';
        }
        for (int s = 0; s < separator.length(); s++) {
            if (text.startsWith(code(separator.charAt(s)), i)) {
                return separator.charAt(s);
            }
        }
        return null;
    }

    private static String code(char c) {
        return c < 0x80 ? String.format("%%%02X", (int) c) : String.format("%%u%04X", (int) c);
    }

    private KeyParts parts() {
        KeyParts ready = parts;
        if (ready == null) {
            ready = KeyParts.of(template, types, escapes, separator);
            parts = ready;
        }
        return ready;
    }
}
