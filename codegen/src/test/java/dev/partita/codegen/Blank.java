package dev.partita.codegen;

import dev.partita.design.Design;
import dev.partita.design.Node;
import dev.partita.design.Place;
import dev.partita.design.Source;
import java.lang.reflect.RecordComponent;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A design without what generated code leaves out: where things stand, the text, samples and what is ignored. */
final class Blank {

    private static final Node NODE = new Node.Text("", false, Place.START);

    private Blank() {}

    static Design of(Design design) throws ReflectiveOperationException {
        return (Design) blank(design);
    }

    private static Object blank(Object value) throws ReflectiveOperationException {
        if (value instanceof Node) {
            return NODE;
        }
        if (value instanceof Place) {
            return Place.START;
        }
        if (value instanceof Source source) {
            return new Source(source.name(), "");
        }
        if (value instanceof ZoneId zone) {
            return zone.normalized();
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> blank = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                blank.put(entry.getKey(), blank(entry.getValue()));
            }
            return blank;
        }
        if (value instanceof List<?> list) {
            List<Object> blank = new ArrayList<>();
            for (Object element : list) {
                blank.add(blank(element));
            }
            return blank;
        }
        return value instanceof Record record ? record(record) : value;
    }

    private static Object record(Record value) throws ReflectiveOperationException {
        RecordComponent[] components = value.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            Object part = components[i].getAccessor().invoke(value);
            boolean isLeftOut = value instanceof Design
                    && (components[i].getName().equals("samples")
                            || components[i].getName().equals("ignores"));
            values[i] = !isLeftOut ? blank(part) : part instanceof Map ? Map.of() : List.of();
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return value.getClass().getDeclaredConstructor(types).newInstance(values);
    }
}
