package dev.partita.engine;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tags of a table: up to fifty names with values. */
final class Tags {

    private Tags() {}

    /** The last value wins where a key is given twice. */
    static Map<String, String> toMap(List<TableSpec.Tag> tags) {
        Map<String, String> map = new TreeMap<>();
        if (tags != null) {
            tags.forEach(tag -> map.put(tag.key(), tag.value()));
        }
        return map;
    }
}
