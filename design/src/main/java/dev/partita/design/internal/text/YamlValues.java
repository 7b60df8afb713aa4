package dev.partita.design.internal.text;

import dev.partita.design.model.Node;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** YAML 1.2 values as plain Java: String, BigDecimal, Boolean, List, Map, null. */
public final class YamlValues {

    public static Object of(Node node) {
        if (node instanceof Node.Text text) {
            return of(text);
        }
        if (node instanceof Node.Sequence sequence) {
            List<Object> list = new ArrayList<>();
            sequence.items().forEach(item -> list.add(of(item)));
            return list;
        }
        Map<String, Object> map = new LinkedHashMap<>();
        ((Node.Mapping) node).entries().forEach((key, value) -> map.put(key, of(value)));
        return map;
    }

    public static Object of(Node.Text text) {
        if (text.quoted()) {
            return text.value();
        }
        if (text.isNull()) {
            return null;
        }
        switch (text.value()) {
            case "true":
                return true;
            case "false":
                return false;
            default:
                BigDecimal number = Quantities.number(text.value());
                return number == null ? text.value() : number;
        }
    }

    private YamlValues() {}
}
