package dev.partita.store;

import java.util.ArrayList;
import java.util.List;

/**
 * Changes that land together. Later ones win over earlier ones on the same key. Arrays handed in belong to the batch and
 * then to the store: the caller must not change them afterwards.
 */
public final class StoreBatch {

    /** Receives the changes in order. */
    public interface Visitor {
        void put(byte[] key, byte[] value);

        void delete(byte[] key);

        /** Deletes from {@code from} (inclusive) to {@code to} (exclusive). */
        void deleteRange(byte[] from, byte[] to);
    }

    private enum Kind {
        PUT,
        DELETE,
        DELETE_RANGE
    }

    private final List<Kind> kinds = new ArrayList<>();
    private final List<byte[]> operands = new ArrayList<>();

    public void put(byte[] key, byte[] value) {
        add(Kind.PUT, key, value);
    }

    public void delete(byte[] key) {
        add(Kind.DELETE, key, null);
    }

    /** Deletes from {@code from} (inclusive) to {@code to} (exclusive); nothing, if that is an empty range. */
    public void deleteRange(byte[] from, byte[] to) {
        add(Kind.DELETE_RANGE, from, to);
    }

    public boolean isEmpty() {
        return kinds.isEmpty();
    }

    public int count() {
        return kinds.size();
    }

    public void forEach(Visitor visitor) {
        for (int i = 0; i < kinds.size(); i++) {
            byte[] first = operands.get(2 * i);
            byte[] second = operands.get(2 * i + 1);
            switch (kinds.get(i)) {
                case PUT -> visitor.put(first, second);
                case DELETE -> visitor.delete(first);
                case DELETE_RANGE -> visitor.deleteRange(first, second);
            }
        }
    }

    private void add(Kind kind, byte[] first, byte[] second) {
        kinds.add(kind);
        operands.add(first);
        operands.add(second);
    }
}
