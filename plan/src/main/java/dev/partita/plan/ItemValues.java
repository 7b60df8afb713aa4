package dev.partita.plan;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The logical values of one item, by attribute and in the design's order; nobody can change them. A page has many items with
 * the same attributes, so the names are kept once, and an item costs one array.
 */
public final class ItemValues extends AbstractMap<String, Object> {

    /** The names that several items share. */
    public static final class Layout {
        private final String[] names;
        private final Map<String, Integer> positions;

        public Layout(List<String> names) {
            this.names = names.toArray(String[]::new);
            this.positions = new HashMap<>(2 * this.names.length);
            for (int i = 0; i < this.names.length; i++) {
                positions.put(this.names[i], i);
            }
        }

        int count() {
            return names.length;
        }
    }

    private final Layout layout;
    private final Object[] values;
    private final int size;

    /** @param values one for each name, null for what is absent; not to be changed any more */
    public ItemValues(Layout layout, Object[] values) {
        this.layout = layout;
        this.values = values;
        int present = 0;
        for (Object value : values) {
            if (value != null) {
                present++;
            }
        }
        this.size = present;
    }

    /** Those of some attributes, in their order. */
    public ItemValues only(Layout wanted) {
        Object[] chosen = new Object[wanted.names.length];
        for (int i = 0; i < chosen.length; i++) {
            chosen[i] = get(wanted.names[i]);
        }
        return new ItemValues(wanted, chosen);
    }

    @Override
    public Object get(Object name) {
        Integer position = layout.positions.get(name);
        return position == null ? null : values[position];
    }

    @Override
    public boolean containsKey(Object name) {
        return get(name) != null;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Object> action) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null) {
                action.accept(layout.names[i], values[i]);
            }
        }
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<String, Object>> iterator() {
                return new Entries();
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    private final class Entries implements Iterator<Entry<String, Object>> {
        private int next;

        @Override
        public boolean hasNext() {
            while (next < values.length && values[next] == null) {
                next++;
            }
            return next < values.length;
        }

        @Override
        public Entry<String, Object> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int at = next++;
            return Map.entry(layout.names[at], values[at]);
        }
    }
}
