package dev.partita.design.model;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * An attribute of an entity or a record. Options that are not stated are null, false or empty. What one option says can be asked
 * here; the groups are for those who build attributes.
 *
 * @param normalise the steps that bring text into the form that is stored
 */
public record Attribute(
        String name,
        String about,
        Type type,
        Constraints constraints,
        List<NormaliseStep> normalise,
        Origin origin,
        Storage storage,
        Reference reference,
        Exposure exposure,
        Node node) {

    public Attribute {
        normalise = List.copyOf(normalise);
    }

    /** One that says nothing but its type. */
    public static Attribute of(String name, Type type) {
        return new Attribute(
                name,
                null,
                type,
                new Constraints(false, false, null, null, null, null, null, null, null, false, Map.of()),
                List.of(),
                new Origin(null, null, null, null, null, List.of()),
                new Storage(name, true, null, false, null, null, null),
                new Reference(null, false, null),
                new Exposure(false, false, false, false, false),
                null);
    }

    /** The same, normalised by these steps. */
    public Attribute withNormalise(List<NormaliseStep> steps) {
        return new Attribute(name, about, type, constraints, steps, origin, storage, reference, exposure, node);
    }

    /**
     * What its values have to meet.
     *
     * @param minLength of a password 8 unless stated
     * @param hostIn the attribute whose value is this URL's host, or a domain above it; or null
     * @param moves of a state, to which others an item may move from each; empty where it may move from any to any
     */
    public record Constraints(
            boolean required,
            boolean unique,
            BigDecimal min,
            BigDecimal max,
            Integer minLength,
            Integer maxLength,
            String pattern,
            String hostIn,
            Integer maxItems,
            boolean distinct,
            Map<String, List<String>> moves) {

        public Constraints {
            moves = Ordered.copyOf(moves);
        }
    }

    /**
     * Where its value comes from when nobody gives it.
     *
     * @param defaultValue as the file has it: String, BigDecimal, Boolean, List or Map
     * @param generate {@code ulid}, {@code uuid}, a template with {@code {ulid}} in it, or null
     * @param derive another attribute's name or a template, or null
     */
    public record Origin(
            Object defaultValue, String generate, Sequence sequence, SetOn set, Template derive, List<String> hashOf) {

        public Origin {
            hashOf = List.copyOf(hashOf);
        }
    }

    /**
     * How its value is kept.
     *
     * @param stored its name in the item; equal to the attribute's name unless stated
     * @param store false when its value is only used to make others
     * @param prefix put before the stored text and taken off when read
     * @param cost bcrypt's cost for a password
     */
    public record Storage(
            String stored,
            boolean store,
            String prefix,
            boolean absentIsNull,
            Long sizeBytes,
            Long cardinality,
            Integer cost) {}

    /**
     * What it refers to.
     *
     * @param entity null when it refers to nothing; the others then say nothing
     */
    public record Reference(String entity, boolean mustExist, OnDelete onDelete) {}

    /** Who may see its value, and who may change it. */
    public record Exposure(boolean hidden, boolean readOnly, boolean immutable, boolean personal, boolean secret) {}

    /** The writes that set it to the moment, or to who calls. */
    public enum SetOn implements Word {
        ON_CREATE,
        ON_WRITE,
        ON_DELETE
    }

    /** What becomes of an item when the one that it refers to is deleted. */
    public enum OnDelete implements Word {
        CASCADE,
        REFUSE,
        KEEP
    }

    /** One step on the way to the form that is stored. */
    public enum NormaliseStep implements Word {
        TRIM,
        LOWER,
        UPPER,
        URL,
        PUBLIC_URL,
        DOMAIN,
        PUBLIC_DOMAIN;

        public boolean isUrl() {
            return this == URL || this == PUBLIC_URL;
        }

        public boolean isDomain() {
            return this == DOMAIN || this == PUBLIC_DOMAIN;
        }

        /** Whether only hosts that everybody can reach are taken. */
        public boolean isPublic() {
            return this == PUBLIC_URL || this == PUBLIC_DOMAIN;
        }

        /** Whether all letters are small behind it. */
        public boolean isLower() {
            return this == LOWER || isDomain();
        }
    }

    public boolean isStored() {
        return storage.store();
    }

    /** Whether it is the address of a page. */
    public boolean isUrl() {
        return normalise.stream().anyMatch(NormaliseStep::isUrl);
    }

    /** Whether it is the name of a host. */
    public boolean isDomain() {
        return normalise.stream().anyMatch(NormaliseStep::isDomain);
    }

    /** Whether all its values have as many digits and no sign, so that as texts they sort as they do as numbers. */
    public boolean hasOneWidth() {
        return type == Type.Simple.INTEGER
                && min() != null
                && max() != null
                && min().signum() >= 0
                && digits(min()) == digits(max());
    }

    private static int digits(BigDecimal number) {
        return number.toBigInteger().toString().length();
    }

    /** Whether a caller never gives its value. */
    public boolean isComputed() {
        return derive() != null || !hashOf().isEmpty() || set() != null || readOnly() || sequence() != null;
    }

    /** The counter attribute of a parent entity that numbers these items. */
    public record Sequence(String entity, String attribute, Long max, Node node) {}

    public boolean required() {
        return constraints.required();
    }

    public boolean unique() {
        return constraints.unique();
    }

    public BigDecimal min() {
        return constraints.min();
    }

    public BigDecimal max() {
        return constraints.max();
    }

    public Integer minLength() {
        return constraints.minLength();
    }

    public Integer maxLength() {
        return constraints.maxLength();
    }

    public String pattern() {
        return constraints.pattern();
    }

    public Map<String, List<String>> moves() {
        return constraints.moves();
    }

    /** The states from which an item may move to this one. */
    public List<String> movesTo(Object state) {
        return moves().entrySet().stream()
                .filter(move -> move.getValue().contains(state))
                .map(Map.Entry::getKey)
                .toList();
    }

    public String hostIn() {
        return constraints.hostIn();
    }

    public Integer maxItems() {
        return constraints.maxItems();
    }

    public boolean distinct() {
        return constraints.distinct();
    }

    public Object defaultValue() {
        return origin.defaultValue();
    }

    public String generate() {
        return origin.generate();
    }

    public Sequence sequence() {
        return origin.sequence();
    }

    public SetOn set() {
        return origin.set();
    }

    public Template derive() {
        return origin.derive();
    }

    public List<String> hashOf() {
        return origin.hashOf();
    }

    public String stored() {
        return storage.stored();
    }

    public String prefix() {
        return storage.prefix();
    }

    public boolean absentIsNull() {
        return storage.absentIsNull();
    }

    public Long sizeBytes() {
        return storage.sizeBytes();
    }

    public Long cardinality() {
        return storage.cardinality();
    }

    public Integer cost() {
        return storage.cost();
    }

    public boolean mustExist() {
        return reference.mustExist();
    }

    public OnDelete onDelete() {
        return reference.onDelete();
    }

    public boolean hidden() {
        return exposure.hidden();
    }

    public boolean readOnly() {
        return exposure.readOnly();
    }

    public boolean immutable() {
        return exposure.immutable();
    }

    public boolean personal() {
        return exposure.personal();
    }

    public boolean secret() {
        return exposure.secret();
    }

    /** The entity it refers to, or null. */
    public String references() {
        return reference.entity();
    }
}
