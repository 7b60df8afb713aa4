package dev.partita.plan.internal.request;

import dev.partita.item.AttributeValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Names and values of a request's expressions, each under an alias, so that reserved words never matter. */
public final class Aliases {

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, AttributeValue> values = new LinkedHashMap<>();

    /** The alias of an attribute, the same each time: {@code #n0}. */
    public String name(String stored) {
        for (Map.Entry<String, String> entry : names.entrySet()) {
            if (entry.getValue().equals(stored)) {
                return entry.getKey();
            }
        }
        String alias = "#n" + names.size();
        names.put(alias, stored);
        return alias;
    }

    /** The alias of an attribute and members below it: {@code #n0.#n1}. */
    public String path(List<String> stored) {
        return stored.stream().map(this::name).collect(Collectors.joining("."));
    }

    /** The alias of a value, the same for equal values: {@code :v0}. */
    public String value(AttributeValue value) {
        for (Map.Entry<String, AttributeValue> entry : values.entrySet()) {
            if (entry.getValue().equals(value)) {
                return entry.getKey();
            }
        }
        String alias = ":v" + values.size();
        values.put(alias, value);
        return alias;
    }

    /** Not a copy: requests make one. */
    public Map<String, String> names() {
        return Collections.unmodifiableMap(names);
    }

    /** Not a copy: requests make one. */
    public Map<String, AttributeValue> values() {
        return Collections.unmodifiableMap(values);
    }
}
