package dev.partita.plan.internal.key;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.value.Coercion;
import dev.partita.plan.internal.value.Invisible;
import dev.partita.plan.internal.value.PathValues;
import java.text.Normalizer;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Text that items are found by can be asked for: it stands in paths, where {@code .} and {@code ..} are taken for places, and in logs and
 * headers, where control characters are cut off. Of ids nobody can make a second one that looks the same.
 */
final class FindableText {

    private final Set<String> findable = new HashSet<>();
    private final Set<String> ids = new HashSet<>();

    FindableText(Codec codec) {
        Entity entity = codec.entity();
        findable.addAll(codec.keyAttributes());
        entity.indexKeys().forEach(index -> index.keys().values().forEach(this::add));
        entity.uniques().forEach(unique -> findable.addAll(unique.attributes()));
        for (Pattern pattern : codec.design().patterns().values()) {
            if (pattern.entities().contains(entity.name())) {
                pattern.by().forEach(variable -> findable.add(variable.attribute()));
            }
        }
        codec.design().entities().values().stream()
                .filter(copy -> copy.from() != null
                        && copy.from().entity().equals(entity.name())
                        && copy.from().each() != null)
                .forEach(copy -> findable.add(copy.from().each()));
        entity.attributes().values().stream()
                .filter(attribute -> findable.contains(attribute.name()))
                .filter(attribute -> attribute.generate() != null
                        || attribute.name().equals(entity.owner())
                        || isCalledId(attribute))
                .filter(attribute -> attribute.normalise().isEmpty() && attribute.pattern() == null)
                .forEach(attribute -> ids.add(attribute.name()));
    }

    private void add(Template template) {
        template.variables().forEach(variable -> findable.add(variable.attribute()));
    }

    private static boolean isCalledId(Attribute attribute) {
        List<String> words = Wording.words(attribute.name());
        return !words.isEmpty() && words.get(words.size() - 1).equals("id");
    }

    /** Judges what a caller gave, as it would be kept. */
    void check(Map<String, Attribute> attributes, Set<String> given, Map<String, Object> values, Coercion coercion) {
        for (String name : given) {
            Attribute attribute = attributes.get(name);
            if (attribute == null || !findable.contains(name)) {
                continue;
            }
            if (values.get(name) instanceof String text) {
                check(attribute, name, text, coercion);
            } else if (values.get(name) instanceof Collection<?> list) {
                int index = 0;
                for (Object element : list) {
                    if (element instanceof String text) {
                        check(attribute, name + "[" + index + "]", text, coercion);
                    }
                    index++;
                }
            }
        }
    }

    private void check(Attribute attribute, String path, String text, Coercion coercion) {
        if (text.equals(".") || text.equals("..")) {
            coercion.refuse(path, text, "path", "stands for a place in a path, so nothing can be found by it");
        } else if (text.codePoints().anyMatch(Character::isISOControl)) {
            coercion.refuse(path, text, "path", "has a control character in it, and items are found by it");
        } else if (ids.contains(attribute.name())) {
            checkId(attribute, path, text, coercion);
        }
    }

    private static void checkId(Attribute attribute, String path, String text, Coercion coercion) {
        if (attribute.maxLength() == null && text.codePointCount(0, text.length()) > PathValues.MAX_CHARACTERS) {
            coercion.refuse(path, text, "length", "must have at most " + PathValues.MAX_CHARACTERS + " characters");
        } else if (text.codePoints().anyMatch(Invisible::isHidden)
                || !text.isEmpty()
                        && (Invisible.isBlank(text.codePointAt(0))
                                || Invisible.isBlank(text.codePointBefore(text.length())))) {
            coercion.refuse(path, text, "path", "has a character that is not shown, and would look like another id");
        } else if (!Normalizer.isNormalized(text, Normalizer.Form.NFC)) {
            coercion.refuse(
                    path,
                    text,
                    "path",
                    "is spelled with letters and accents apart, and would look like another id; write it in Unicode's form NFC");
        }
    }
}
