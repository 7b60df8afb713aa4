package dev.partita.design;

import java.math.BigDecimal;
import java.util.List;

/**
 * An attribute of an entity or a record. Options that are not stated are null or false.
 *
 * @param stored its name in the item; equal to {@code name} unless stated
 * @param prefix put before the stored text and taken off when read
 * @param defaultValue as the file has it: String, BigDecimal, Boolean, List or Map
 * @param generate {@code ulid}, {@code uuid}, a template with {@code {ulid}} in it, or null
 * @param set {@code on-create}, {@code on-write}, {@code on-delete} or null
 * @param cost bcrypt's cost for a password
 * @param hostIn the attribute whose value is this URL's host, or a domain above it; or null
 * @param minLength of a password 8 unless stated
 * @param derive another attribute's name or a template, or null
 */
public record Attribute(
        String name,
        String about,
        Type type,
        String stored,
        boolean store,
        boolean required,
        Object defaultValue,
        String generate,
        Sequence sequence,
        String set,
        Template derive,
        List<String> hashOf,
        List<String> normalise,
        boolean unique,
        String references,
        boolean mustExist,
        String onDelete,
        BigDecimal min,
        BigDecimal max,
        Integer minLength,
        Integer maxLength,
        String pattern,
        String hostIn,
        Integer maxItems,
        boolean distinct,
        boolean hidden,
        boolean readOnly,
        boolean immutable,
        boolean personal,
        boolean secret,
        String prefix,
        boolean absentIsNull,
        Long sizeBytes,
        Long cardinality,
        Integer cost,
        Node node) {

    public Attribute {
        hashOf = List.copyOf(hashOf);
        normalise = List.copyOf(normalise);
    }

    /** The same, normalised by these steps. */
    Attribute withNormalise(List<String> steps) {
        return new Attribute(
                name,
                about,
                type,
                stored,
                store,
                required,
                defaultValue,
                generate,
                sequence,
                set,
                derive,
                hashOf,
                steps,
                unique,
                references,
                mustExist,
                onDelete,
                min,
                max,
                minLength,
                maxLength,
                pattern,
                hostIn,
                maxItems,
                distinct,
                hidden,
                readOnly,
                immutable,
                personal,
                secret,
                prefix,
                absentIsNull,
                sizeBytes,
                cardinality,
                cost,
                node);
    }

    public boolean isStored() {
        return store;
    }

    /** Whether it is the address of a page. */
    public boolean isUrl() {
        return normalise.contains("url") || normalise.contains("public-url");
    }

    /** Whether it is the name of a host. */
    public boolean isDomain() {
        return normalise.contains("domain") || normalise.contains("public-domain");
    }

    /** Whether all its values have as many digits and no sign, so that as texts they sort as they do as numbers. */
    public boolean hasOneWidth() {
        return type == Type.Simple.INTEGER
                && min != null
                && max != null
                && min.signum() >= 0
                && digits(min) == digits(max);
    }

    private static int digits(BigDecimal number) {
        return number.toBigInteger().toString().length();
    }

    /** Whether a caller never gives its value. */
    public boolean isComputed() {
        return derive != null || !hashOf.isEmpty() || set != null || readOnly || sequence != null;
    }

    /** The counter attribute of a parent entity that numbers these items. */
    public record Sequence(String entity, String attribute, Long max, Node node) {}
}
