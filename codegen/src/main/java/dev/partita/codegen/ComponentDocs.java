package dev.partita.codegen;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** What Javadoc says of a component: the design's words, its rules, and when it is null. */
final class ComponentDocs {

    private ComponentDocs() {}

    /**
     * Its {@code @param}; null when there is nothing to say.
     *
     * @param isMade whether callers make such records, before the design fills in its part
     */
    static String param(Component component, boolean isMade) {
        String text = text(component, true, isMade);
        return text.isEmpty() ? null : "@param " + component.name() + " " + text;
    }

    /** What a builder's method says. */
    static String setter(Component component) {
        String text = text(component, false, true);
        return text.isEmpty() ? null : JavaNames.capital(text) + (text.endsWith(".") ? "" : ".");
    }

    private static String text(Component component, boolean isRead, boolean isMade) {
        Attribute attribute = component.attribute();
        List<String> parts = new ArrayList<>();
        if (attribute.about() != null) {
            String about = JavaFile.doc(attribute.about());
            parts.add(about.endsWith(".") ? about.substring(0, about.length() - 1) : about);
        }
        rules(attribute, parts);
        if (component.presence() == Component.Presence.DEFAULTED && !isRead) {
            parts.add("unless given, " + JavaFile.doc(shown(attribute.defaultValue())));
        }
        if (isRead && (isMade || component.presence() == Component.Presence.OPTIONAL)) {
            absence(component, parts);
        }
        return String.join("; ", parts);
    }

    private static void rules(Attribute attribute, List<String> parts) {
        if (attribute.min() != null || attribute.max() != null) {
            parts.add(span(attribute.min(), attribute.max(), ""));
        }
        if (attribute.minLength() != null || attribute.maxLength() != null) {
            BigDecimal min = attribute.minLength() == null || attribute.minLength() == 0
                    ? null
                    : BigDecimal.valueOf(attribute.minLength());
            BigDecimal max = attribute.maxLength() == null ? null : BigDecimal.valueOf(attribute.maxLength());
            if (min != null || max != null) {
                parts.add(span(min, max, " characters"));
            }
        }
        if (attribute.maxItems() != null) {
            parts.add("at most " + attribute.maxItems() + " elements");
        }
        if (attribute.unique()) {
            parts.add("unique");
        }
    }

    private static String span(BigDecimal min, BigDecimal max, String unit) {
        if (min == null || max == null) {
            return (min == null ? "at most " + max.toPlainString() : "at least " + min.toPlainString()) + unit;
        }
        return min.toPlainString() + " to " + max.toPlainString() + unit;
    }

    private static void absence(Component component, List<String> parts) {
        switch (component.presence()) {
            case GIVEN, DEFAULTED -> {}
            case MADE -> parts.add("null until it is stored");
            case OPTIONAL ->
                parts.add(
                        component.attribute().set() == SetOn.ON_DELETE
                                ? "null unless it is deleted"
                                : component.attribute().isComputed()
                                        ? "filled in by the design, null when there is none"
                                        : JavaTypes.isCollection(component.type())
                                                ? "null when there are none"
                                                : "null when there is none");
        }
    }

    private static String shown(Object value) {
        return value instanceof List<?> list && list.isEmpty() ? "none" : String.valueOf(value);
    }
}
