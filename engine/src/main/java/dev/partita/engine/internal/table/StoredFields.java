package dev.partita.engine.internal.table;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The fields of something stored as an item: what is null is left out, what is unknown is ignored. */
public final class StoredFields {

    private final Map<String, AttributeValue> values;

    public StoredFields() {
        this.values = new TreeMap<>();
    }

    private StoredFields(Map<String, AttributeValue> values) {
        this.values = values;
    }

    public static StoredFields read(byte[] bytes) {
        return new StoredFields(Item.ofBytes(bytes).toMap());
    }

    public byte[] toBytes() {
        return Item.of(values).bytes();
    }

    public StoredFields text(String name, String value) {
        return put(name, value == null ? null : new AttributeValue.S(value));
    }

    public StoredFields number(String name, Number value) {
        return put(name, value == null ? null : AttributeValue.N.of(value.longValue()));
    }

    StoredFields flag(String name, Boolean value) {
        return put(name, value == null ? null : AttributeValue.Bool.of(value));
    }

    public StoredFields name(String name, Enum<?> value) {
        return text(name, value == null ? null : value.name());
    }

    /** Adds a part made of fields of its own, unless {@code part} is null. */
    <T> StoredFields part(String name, T part, Function<T, StoredFields> toFields) {
        return put(name, part == null ? null : new AttributeValue.M(toFields.apply(part).values));
    }

    public <T> StoredFields list(String name, List<T> list, Function<T, StoredFields> toFields) {
        List<AttributeValue> elements = new ArrayList<>();
        list.forEach(element -> elements.add(new AttributeValue.M(toFields.apply(element).values)));
        return put(name, new AttributeValue.L(elements));
    }

    StoredFields texts(String name, List<String> list) {
        if (list == null) {
            return this;
        }
        List<AttributeValue> elements = new ArrayList<>();
        list.forEach(element -> elements.add(new AttributeValue.S(element)));
        return put(name, new AttributeValue.L(elements));
    }

    StoredFields texts(String name, Map<String, String> map) {
        Map<String, AttributeValue> members = new TreeMap<>();
        map.forEach((key, value) -> members.put(key, new AttributeValue.S(value)));
        return put(name, new AttributeValue.M(members));
    }

    public String text(String name) {
        return values.get(name) instanceof AttributeValue.S s ? s.value() : null;
    }

    public Long number(String name) {
        return values.get(name) instanceof AttributeValue.N n ? Long.valueOf(n.text()) : null;
    }

    public long numberOr(String name, long otherwise) {
        Long number = number(name);
        return number == null ? otherwise : number;
    }

    Boolean flag(String name) {
        return values.get(name) instanceof AttributeValue.Bool b ? (Boolean) b.value() : null;
    }

    boolean isSet(String name) {
        return values.get(name) instanceof AttributeValue.Bool b && b.value();
    }

    public <E extends Enum<E>> E name(String name, Class<E> type) {
        String text = text(name);
        return text == null ? null : Enum.valueOf(type, text);
    }

    <T> T part(String name, Function<StoredFields, T> fromFields) {
        return values.get(name) instanceof AttributeValue.M m ? fromFields.apply(new StoredFields(m.values())) : null;
    }

    public <T> List<T> list(String name, Function<StoredFields, T> fromFields) {
        List<T> list = new ArrayList<>();
        if (values.get(name) instanceof AttributeValue.L l) {
            for (AttributeValue element : l.values()) {
                list.add(fromFields.apply(new StoredFields(((AttributeValue.M) element).values())));
            }
        }
        return list;
    }

    List<String> texts(String name) {
        if (!(values.get(name) instanceof AttributeValue.L l)) {
            return null;
        }
        return l.values().stream()
                .map(element -> ((AttributeValue.S) element).value())
                .toList();
    }

    Map<String, String> textMap(String name) {
        Map<String, String> map = new TreeMap<>();
        if (values.get(name) instanceof AttributeValue.M m) {
            m.values().forEach((key, value) -> map.put(key, ((AttributeValue.S) value).value()));
        }
        return map;
    }

    private StoredFields put(String name, AttributeValue value) {
        if (value != null) {
            values.put(name, value);
        }
        return this;
    }
}
