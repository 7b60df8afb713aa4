package dev.partita.design.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * How a key is put together: literal text and attributes. {@code "HIST#{createdAt:newest-first}#{historyId}"} has four parts.
 */
public record Template(String text, List<Part> parts, Place place) {

    public Template {
        parts = List.copyOf(parts);
    }

    public Stream<Variable> variables() {
        return parts.stream().filter(Variable.class::isInstance).map(Variable.class::cast);
    }

    /** Whether it is one attribute and nothing else: then the value stands as it is, a number may stay a number. */
    public boolean isLone() {
        return parts.size() == 1 && parts.get(0) instanceof Variable;
    }

    /** The text before the first attribute; empty when there is none. */
    public String beginning() {
        String text = parts.isEmpty() ? null : parts.get(0).literal();
        return text == null ? "" : text;
    }

    /** The attribute that it ends in; null when it ends in text. */
    public Variable end() {
        return !parts.isEmpty() && parts.get(parts.size() - 1) instanceof Variable last ? last : null;
    }

    public boolean isConstant() {
        return variables().findAny().isEmpty();
    }

    @Override
    public String toString() {
        return text;
    }

    /** {@code place} is where the part stands in the file; that of a variable is what stands between its braces. */
    public sealed interface Part {
        Place place();

        /** The text that it is; null for an attribute. */
        default String literal() {
            return null;
        }
    }

    public record Literal(String text, Place place) implements Part {
        @Override
        public String literal() {
            return text;
        }
    }

    /** An attribute, formatted. The same attribute with the same formats is the same variable wherever it stands. */
    public record Variable(String attribute, List<Format> formats, Place place) implements Part {
        public Variable {
            formats = List.copyOf(formats);
        }

        // Written out, as in Place.
        @Override
        public boolean equals(Object other) {
            return other instanceof Variable variable
                    && attribute.equals(variable.attribute)
                    && formats.equals(variable.formats)
                    && place.equals(variable.place);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * attribute.hashCode() + formats.hashCode()) + place.hashCode();
        }

        public boolean has(Format.Kind kind) {
            for (Format format : formats) {
                if (format.kind() == kind) {
                    return true;
                }
            }
            return false;
        }

        /** How much of a time it keeps: its year, month, day or hour; null for a whole value. */
        public Format.Kind period() {
            return formats.stream()
                    .map(Format::kind)
                    .filter(Format.Kind::isPeriod)
                    .findFirst()
                    .orElse(null);
        }
    }

    /** @param number the width of PAD, the count of SHARD; otherwise 0 */
    public record Format(Kind kind, int number) {

        // Written out, as in Place.
        @Override
        public boolean equals(Object other) {
            return other instanceof Format format && kind == format.kind && number == format.number;
        }

        @Override
        public int hashCode() {
            return 31 * kind.hashCode() + number;
        }

        public enum Kind {
            PAD,
            NEWEST_FIRST,
            DATE,
            MONTH,
            YEAR,
            HOUR,
            LOWER,
            UPPER,
            HASH,
            SHARD,
            SHORTEN,
            RAW;

            public boolean isPeriod() {
                return this == DATE || this == MONTH || this == YEAR || this == HOUR;
            }
        }
    }
}
