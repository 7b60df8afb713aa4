package dev.partita.item;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/** Names of attributes that are asked for together, again and again: an item finds all of them in one walk. */
public final class Names {

    private final List<String> names;
    private final byte[][] ascending;
    private final int[] positions;

    /** Names given twice count once, where they stand first. */
    public Names(Collection<String> names) {
        this.names = List.copyOf(new LinkedHashSet<>(names));
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < this.names.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparing(this.names::get, Utf8::compare));
        this.ascending = new byte[order.size()][];
        this.positions = new int[order.size()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = order.get(i);
            ascending[i] = Utf8.bytes(this.names.get(positions[i]));
        }
    }

    public int count() {
        return positions.length;
    }

    /** The name at a position. */
    public String name(int position) {
        return names.get(position);
    }

    /** The position of a name, or -1. */
    public int position(String name) {
        return names.indexOf(name);
    }

    /** How the name that is {@code number}th in the order of bytes compares with other bytes. */
    int compare(int number, byte[] bytes, int from, int to) {
        return Arrays.compareUnsigned(ascending[number], 0, ascending[number].length, bytes, from, to);
    }

    /** The position of the name that is {@code number}th in the order of bytes. */
    int positionOf(int number) {
        return positions[number];
    }
}
