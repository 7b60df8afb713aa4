package dev.partita.service;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Type;
import dev.partita.item.Bytes;
import dev.partita.rest.AnswerShape;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes items of one entity, their attributes in the design's order. Only what the design shows is written: a hidden attribute
 * does not come out whatever a plan returned, and neither does a hidden member of a record.
 *
 * <p>What a write answers is what a read would: maps and sets are written in the order in which they are stored, since their
 * bytes make the entity tag.
 */
final class ItemOut {

    /**
     * @param named the name as JSON, with the colon behind it
     * @param simple whether its values are written as they are: nothing in them is hidden or has an order of its own
     */
    private record Member(String name, byte[] named, Type type, boolean simple) {}

    private static final Comparator<Object> ORDER = ItemOut::compare;

    private final Member[] members;

    ItemOut(AnswerShape.One shape) {
        List<Member> shown = new ArrayList<>();
        for (String name : shape.attributes()) {
            Type type = shape.entity().attributes().get(name).type();
            byte[] named = AnswerJson.start().name(name).toByteArray();
            shown.add(new Member(name, named, type, isSimple(type)));
        }
        this.members = shown.toArray(Member[]::new);
    }

    void write(AnswerJson out, Map<String, Object> values) {
        out.openObject();
        for (Member member : members) {
            Object value = values.get(member.name);
            if (value != null) {
                out.raw(member.named, 0, member.named.length);
                if (member.simple) {
                    out.value(value);
                } else {
                    write(out, member.type, value);
                }
            }
        }
        out.closeObject();
    }

    private static void write(AnswerJson out, Type type, Object value) {
        if (value instanceof Map<?, ?> map) {
            out.openObject();
            if (type instanceof Type.Record record) {
                members(out, record, map);
            } else {
                Type element = type.element() == null ? Type.Simple.ANY : type.element();
                (isSorted(map.keySet()) ? map : sorted(map)).forEach((name, member) -> {
                    out.name(String.valueOf(name));
                    write(out, element, member);
                });
            }
            out.closeObject();
        } else if (value instanceof Collection<?> list) {
            Type element = type.element() == null ? Type.Simple.ANY : type.element();
            Collection<?> ordered = list instanceof Set<?> && !isSorted(list) ? sorted(list) : list;
            out.openList();
            for (Object member : ordered) {
                write(out, element, member);
            }
            out.closeList();
        } else {
            out.value(value);
        }
    }

    private static void members(AnswerJson out, Type.Record record, Map<?, ?> map) {
        for (Attribute attribute : record.attributes().values()) {
            Object member = map.get(attribute.name());
            if (member != null && !attribute.hidden()) {
                out.name(attribute.name());
                write(out, attribute.type(), member);
            }
        }
    }

    private static boolean isSorted(Collection<?> values) {
        Object before = null;
        for (Object value : values) {
            if (before != null && ORDER.compare(before, value) > 0) {
                return false;
            }
            before = value;
        }
        return true;
    }

    private static Map<Object, Object> sorted(Map<?, ?> map) {
        Map<Object, Object> sorted = new TreeMap<>(ORDER);
        sorted.putAll(map);
        return sorted;
    }

    private static List<Object> sorted(Collection<?> set) {
        List<Object> sorted = new ArrayList<>(set);
        sorted.sort(ORDER);
        return sorted;
    }

    /** Numbers by their value, bytes and text by their bytes: as DynamoDB does. */
    private static int compare(Object one, Object other) {
        if (one instanceof Number && other instanceof Number) {
            return new BigDecimal(one.toString()).compareTo(new BigDecimal(other.toString()));
        }
        return one instanceof Bytes bytes && other instanceof Bytes others
                ? bytes.compareTo(others)
                : Arrays.compareUnsigned(utf8(one), utf8(other));
    }

    private static byte[] utf8(Object value) {
        return String.valueOf(value).getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isSimple(Type type) {
        return type.isScalar() || type instanceof Type.ListOf list && isSimple(list.element());
    }
}
