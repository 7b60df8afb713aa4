package dev.partita.plan.internal.value;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import java.util.List;
import java.util.Set;

/** Which values can stand in the path of a URL. */
public final class PathValues {

    /** A longer value is awkward in a path: programs on the way cut it, refuse it or fill their logs with it. */
    public static final int MAX_CHARACTERS = 255;

    private static final Set<String> ADDRESSES = Set.of("url", "uri", "link", "href");

    private PathValues() {}

    /**
     * Why values of an attribute cannot stand in a path, as the end of a sentence: {@code is a web address}. Null when they can.
     *
     * @param type how the value is given: a day for a time that is asked for by its day
     */
    public static String unfit(Entity entity, Attribute attribute, Type type) {
        if (type instanceof Type.ListOf) {
            return "is a list";
        }
        if (attribute == null) {
            return type == Type.Simple.ANY ? "may be anything" : null;
        }
        if (attribute.hidden() || attribute.secret()) {
            return "is secret, and paths are logged";
        }
        if (attribute.personal()) {
            return "is personal data, and paths are logged";
        }
        if (type instanceof Type.Enumeration) {
            return null;
        }
        if (!(type instanceof Type.Simple simple)) {
            return "is a " + (type instanceof Type.SetOf ? "set" : "map");
        }
        return switch (simple) {
            case STRING -> unfitText(entity, attribute);
            case INTEGER,
                    DECIMAL,
                    FLAG,
                    BOOLEAN,
                    TIMESTAMP,
                    TIMESTAMP_MILLIS,
                    EPOCH_SECONDS,
                    EPOCH_MILLIS,
                    DATE,
                    ISO_TIME,
                    ULID,
                    UUID -> null;
            case BINARY, PASSWORD, ANY -> "is of type " + simple.word();
        };
    }

    private static String unfitText(Entity entity, Attribute attribute) {
        // At most 253 characters, and none that means something in a path.
        if (attribute.isDomain()) {
            return null;
        }
        List<String> words = Wording.words(attribute.name());
        String last = words.isEmpty() ? "" : words.get(words.size() - 1);
        if (attribute.isUrl() || ADDRESSES.contains(last)) {
            return "is a web address, with / ? # in it";
        }
        if (attribute.maxLength() != null) {
            return attribute.maxLength() <= MAX_CHARACTERS ? null : "may have " + attribute.maxLength() + " characters";
        }
        boolean isId = attribute.generate() != null
                || attribute.references() != null
                || last.equals("id")
                || isInKey(entity, attribute.name());
        return isId ? null : "may be any text of any length";
    }

    private static boolean isInKey(Entity entity, String attribute) {
        return entity.key().values().stream().anyMatch(template -> isWhole(template, attribute))
                || entity.indexKeys().stream()
                        .flatMap(index -> index.keys().values().stream())
                        .anyMatch(template -> isWhole(template, attribute));
    }

    /** Whether a key holds the value as it is; one that is shortened there is expected to be long. */
    private static boolean isWhole(Template template, String attribute) {
        return template.variables()
                .anyMatch(variable ->
                        variable.attribute().equals(attribute) && !variable.has(Template.Format.Kind.SHORTEN));
    }
}
