package dev.partita.plan.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import java.util.List;
import java.util.stream.Collectors;

/** What a request asks of one key attribute. Templates are filled with what the caller gave. */
public sealed interface KeyTerm {

    /** The key attribute. */
    String key();

    /** The entity whose attributes stand in the template. */
    Entity entity();

    /** The whole template has a known value. */
    record Equal(String key, Entity entity, Template template) implements KeyTerm {
        @Override
        public String toString() {
            return key + " = " + template;
        }
    }

    /** The first {@code parts} parts are known. They end where a part ends, so no longer value can slip in. */
    record Begins(String key, Entity entity, Template template, int parts) implements KeyTerm {
        @Override
        public String toString() {
            return key + " begins with " + KeyTerm.shown(template, parts);
        }
    }

    /**
     * The first {@code parts} parts are known, and the next lies between two arguments, both included. A bound that is not
     * given leaves that end open, as far as the known parts go.
     *
     * @param isDescending whether greater values have lesser texts, so that the bounds change places
     */
    record Within(String key, Entity entity, Template template, int parts, String from, String to, boolean isDescending)
            implements KeyTerm {

        public Template.Variable variable() {
            return (Template.Variable) template.parts().get(parts);
        }

        /** Whether the texts may hold escaped characters, which sort elsewhere. */
        public boolean isEscaped() {
            Attribute attribute = entity.attributes().get(variable().attribute());
            return parts + 1 == template.parts().size()
                    && parts > 0
                    && !variable().has(Template.Format.Kind.RAW)
                    && attribute != null
                    && (attribute.type() == Type.Simple.STRING
                            || attribute.type() == Type.Simple.ANY
                            || attribute.type() instanceof Type.Enumeration);
        }

        @Override
        public String toString() {
            return key + " between " + KeyTerm.shown(template, parts) + bound(isDescending ? to : from) + " and "
                    + KeyTerm.shown(template, parts) + bound(isDescending ? from : to);
        }

        private String bound(String argument) {
            String formats = variable().formats().stream()
                    .map(format -> ":" + word(format))
                    .collect(Collectors.joining());
            return "{" + argument + formats + "}";
        }
    }

    /**
     * The first {@code parts} parts are known, and conditions of the pattern bound the next one. They are filters too, so a
     * bound may let more in than the condition does.
     *
     * @param isDescending whether greater values have lesser texts, so that the bounds change places
     */
    record Bounded(
            String key, Entity entity, Template template, int parts, List<Where> conditions, boolean isDescending)
            implements KeyTerm {
        public Bounded {
            conditions = List.copyOf(conditions);
        }

        public Template.Variable variable() {
            return (Template.Variable) template.parts().get(parts);
        }

        @Override
        public String toString() {
            return key
                    + (parts == 0 ? "" : " begins with " + KeyTerm.shown(template, parts) + " and")
                    + " is bounded by "
                    + conditions.stream().map(Where::text).collect(Collectors.joining(" AND "));
        }
    }

    /** A test as the design file has it. */
    record Pinned(String key, Entity entity, Pattern.KeyTest test) implements KeyTerm {

        /**
         * The argument that fills a variable of the template with this number. Where both bounds of a range are written alike,
         * the last variable has two values: {@code createdAtFrom} and {@code createdAtTo}.
         */
        public static String argument(Pattern.KeyTest test, int number, Template.Variable variable) {
            boolean isTwice = test.templates().size() == 2
                    && test.templates()
                            .get(0)
                            .text()
                            .equals(test.templates().get(1).text());
            Template.Variable last = test.templates()
                    .get(number)
                    .variables()
                    .reduce((one, two) -> two)
                    .orElse(null);
            return !isTwice || !variable.equals(last)
                    ? variable.attribute()
                    : variable.attribute() + (number == 0 ? "From" : "To");
        }

        @Override
        public String toString() {
            String first = String.valueOf(test.templates().get(0));
            String shown = first.isEmpty() ? "\"\"" : first;
            return switch (test.operator()) {
                case EQUALS -> key + " = " + shown;
                case BEGINS_WITH -> key + " begins with " + shown;
                case BETWEEN ->
                    key + " between " + shown + " and " + test.templates().get(1);
                case AT_LEAST -> key + " >= " + shown;
                case AT_MOST -> key + " <= " + shown;
                case ABOVE -> key + " > " + shown;
                case BELOW -> key + " < " + shown;
            };
        }
    }

    /** The first parts of a template as they are written. */
    static String shown(Template template, int parts) {
        StringBuilder text = new StringBuilder();
        for (Template.Part part : template.parts().subList(0, parts)) {
            if (part instanceof Template.Literal literal) {
                text.append(literal.text());
            } else {
                text.append('{').append(shown((Template.Variable) part)).append('}');
            }
        }
        return text.toString();
    }

    /** {@code createdAt:date}. */
    static String shown(Template.Variable variable) {
        return variable.attribute()
                + variable.formats().stream().map(format -> ":" + word(format)).collect(Collectors.joining());
    }

    private static String word(Template.Format format) {
        return switch (format.kind()) {
            case PAD -> (format.number() < 10 ? "0" : "") + format.number();
            case SHARD -> "shard(" + format.number() + ")";
            case NEWEST_FIRST, DATE, MONTH, YEAR, HOUR, LOWER, UPPER, HASH, SHORTEN, RAW ->
                format.kind().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        };
    }
}
