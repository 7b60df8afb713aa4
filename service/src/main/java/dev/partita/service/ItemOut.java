package dev.partita.service;

import dev.partita.design.Attribute;
import dev.partita.design.Type;
import dev.partita.rest.Shape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Writes items of one entity, their attributes in the design's order. Only what the design shows is written: a hidden attribute
 * does not come out whatever a plan returned, and neither does a hidden member of a record.
 */
final class ItemOut {

    /**
     * @param named the name as JSON, with the colon behind it
     * @param hides whether a record below it has hidden members
     */
    private record Member(String name, byte[] named, Type type, boolean hides) {}

    private final Member[] members;

    ItemOut(Shape.One shape) {
        List<Member> shown = new ArrayList<>();
        for (String name : shape.attributes()) {
            Attribute attribute = shape.entity().attributes().get(name);
            JsonOut json = JsonOut.start().name(name);
            shown.add(new Member(name, json.toByteArray(), attribute.type(), hides(attribute.type())));
        }
        this.members = shown.toArray(Member[]::new);
    }

    void write(JsonOut out, Map<String, Object> values) {
        out.openObject();
        for (Member member : members) {
            Object value = values.get(member.name);
            if (value != null) {
                out.raw(member.named, 0, member.named.length);
                if (member.hides) {
                    shown(out, member.type, value);
                } else {
                    out.value(value);
                }
            }
        }
        out.closeObject();
    }

    private static void shown(JsonOut out, Type type, Object value) {
        if (value instanceof Map<?, ?> map && (type instanceof Type.Record || type instanceof Type.MapOf)) {
            out.openObject();
            map.forEach((key, member) -> {
                String name = String.valueOf(key);
                Attribute attribute =
                        type instanceof Type.Record record ? record.attributes().get(name) : null;
                if (attribute == null || !attribute.hidden()) {
                    out.name(name);
                    shown(
                            out,
                            attribute != null
                                    ? attribute.type()
                                    : type instanceof Type.MapOf of ? of.element() : Type.Simple.ANY,
                            member);
                }
            });
            out.closeObject();
        } else if (value instanceof Collection<?> list && type instanceof Type.ListOf of) {
            out.openList();
            list.forEach(element -> shown(out, of.element(), element));
            out.closeList();
        } else {
            out.value(value);
        }
    }

    private static boolean hides(Type type) {
        if (type instanceof Type.Record record) {
            return record.attributes().values().stream()
                    .anyMatch(attribute -> attribute.hidden() || hides(attribute.type()));
        }
        return type instanceof Type.ListOf list && hides(list.element())
                || type instanceof Type.MapOf map && hides(map.element());
    }
}
