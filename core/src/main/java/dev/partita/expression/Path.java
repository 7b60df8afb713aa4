package dev.partita.expression;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.Utf8;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A document path: a top-level attribute and the steps into it. Equal paths lead to the same place, however written. */
final class Path implements Operand {

    /** One step into a value. */
    sealed interface Step {}

    record Member(String name) implements Step {
        @Override
        public String toString() {
            return name;
        }
    }

    record Element(int index) implements Step {
        @Override
        public String toString() {
            return "[" + index + "]";
        }
    }

    private final String name;
    private final byte[] nameUtf8;
    private final List<Step> steps;
    private final String written;

    /** {@code written} is the path as the expression has it, with placeholders. */
    Path(String name, List<Step> steps, String written) {
        this.name = name;
        this.nameUtf8 = Utf8.bytes(name);
        this.steps = steps;
        this.written = written;
    }

    /** A top-level attribute. */
    static Path of(String name) {
        return new Path(name, List.of(), name);
    }

    String name() {
        return name;
    }

    List<Step> steps() {
        return steps;
    }

    boolean isNested() {
        return !steps.isEmpty();
    }

    @Override
    public AttributeValue in(Item item) {
        int place = placeIn(item, steps.size());
        return place < 0 ? null : item.valueAt(place);
    }

    boolean existsIn(Item item) {
        return placeIn(item, steps.size()) >= 0;
    }

    /** Whether its last step, which it must have, fits what the steps before it lead to. */
    boolean isAssignableIn(Item item) {
        int last = steps.size() - 1;
        int place = placeIn(item, last);
        AttributeValue.Type wanted = steps.get(last) instanceof Member ? AttributeValue.Type.M : AttributeValue.Type.L;
        return place >= 0 && item.typeAt(place) == wanted;
    }

    /** Where its first {@code count} steps lead to in the item's bytes, or -1; what they pass by is not decoded. */
    private int placeIn(Item item, int count) {
        int place = item.place(nameUtf8);
        for (int i = 0; i < count && place >= 0; i++) {
            place = steps.get(i) instanceof Member member
                    ? item.member(place, Utf8.bytes(member.name))
                    : item.element(place, ((Element) steps.get(i)).index);
        }
        return place;
    }

    @Override
    public AttributeValue.Type type() {
        return null;
    }

    @Override
    public void collectPaths(Consumer<Path> paths) {
        paths.accept(this);
    }

    /** Adds the attribute's name if this leads into it. */
    void addNestedTo(Set<String> names) {
        if (isNested()) {
            names.add(name);
        }
    }

    /** Whether one of the two leads into the other, or both to the same place. */
    boolean overlaps(Path other) {
        return name.equals(other.name) && common(other) == Math.min(steps.size(), other.steps.size());
    }

    /** Whether they part at a value that one takes for a map and the other for a list. */
    boolean conflicts(Path other) {
        if (!name.equals(other.name)) {
            return false;
        }
        int common = common(other);
        return common < Math.min(steps.size(), other.steps.size())
                && steps.get(common) instanceof Member != other.steps.get(common) instanceof Member;
    }

    private int common(Path other) {
        int length = Math.min(steps.size(), other.steps.size());
        int common = 0;
        while (common < length && steps.get(common).equals(other.steps.get(common))) {
            common++;
        }
        return common;
    }

    /** The path as error messages show it: {@code [a, b, [0]]}. */
    String shown() {
        StringBuilder text = new StringBuilder("[").append(name);
        for (Step step : steps) {
            text.append(", ").append(step);
        }
        return text.append(']').toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Path path && name.equals(path.name) && steps.equals(path.steps);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + steps.hashCode();
    }

    @Override
    public String toString() {
        return written;
    }
}
