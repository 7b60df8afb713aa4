package dev.partita.item;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Makes canonical sets: sorted, without duplicates, never empty. */
public final class Sets {

    private static final String PREFIX = "One or more parameter values were invalid: ";

    private Sets() {}

    /** Takes members as they came in; answers SS or what is wrong with it. */
    public static AttributeValue ofStrings(List<String> members) {
        if (members.isEmpty()) {
            return invalid(ValueProblem.of(PREFIX + "An string set  may not be empty"), AttributeValue.Type.SS);
        }
        List<String> sorted = new ArrayList<>(members);
        sorted.sort(Utf8::compare);
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).equals(sorted.get(i - 1))) {
                List<String> shown = upToRepeat(members, Utf8::compare);
                String current = "Input collection " + list(shown, "\"", ", ") + " contains duplicates.";
                String older = "Input collection " + list(members, "", ", ") + " contains duplicates.";
                return invalid(new ValueProblem(PREFIX + current, PREFIX + older), AttributeValue.Type.SS);
            }
        }
        return new AttributeValue.SS(sorted);
    }

    /** Takes members as they came in, each canonical or {@link AttributeValue.Invalid}. */
    public static AttributeValue ofNumbers(List<AttributeValue> members) {
        if (members.isEmpty()) {
            return invalid(ValueProblem.of(PREFIX + "An number set  may not be empty"), AttributeValue.Type.NS);
        }
        List<AttributeValue.N> sorted = new ArrayList<>(members.size());
        for (AttributeValue member : members) {
            if (member instanceof AttributeValue.N number) {
                sorted.add(number);
            } else {
                return new AttributeValue.Invalid(((AttributeValue.Invalid) member).problem(), AttributeValue.Type.NS);
            }
        }
        sorted.sort(null);
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).equals(sorted.get(i - 1))) {
                return invalid(
                        new ValueProblem(
                                PREFIX + "Input collection contains duplicates.",
                                "Input collection contains duplicates"),
                        AttributeValue.Type.NS);
            }
        }
        return new AttributeValue.NS(sorted);
    }

    /** Takes members as they came in. */
    public static AttributeValue ofBinaries(List<Bytes> members) {
        if (members.isEmpty()) {
            return invalid(ValueProblem.of(PREFIX + "Binary sets should not be empty"), AttributeValue.Type.BS);
        }
        List<Bytes> sorted = new ArrayList<>(members);
        sorted.sort(null);
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).equals(sorted.get(i - 1))) {
                return invalid(
                        new ValueProblem(
                                PREFIX + "Input collection "
                                        + list(upToRepeat(members, Bytes::compareTo), "\"", ",")
                                        + "of type BS contains duplicates.",
                                PREFIX + "Input collection " + list(members, "", ", ")
                                        + "of type BS contains duplicates."),
                        AttributeValue.Type.BS);
            }
        }
        return new AttributeValue.BS(sorted);
    }

    /** The members as the current layer shows them: in order up to the first repeat, then as they came. */
    private static <T> List<T> upToRepeat(List<T> members, Comparator<T> order) {
        TreeSet<T> seen = new TreeSet<>(order);
        int repeat = 0;
        while (seen.add(members.get(repeat))) {
            repeat++;
        }
        List<T> shown = new ArrayList<>(seen);
        shown.addAll(members.subList(repeat, members.size()));
        return shown;
    }

    private static String list(List<?> members, String quote, String separator) {
        StringBuilder text = new StringBuilder("[");
        for (Object member : members) {
            text.append(text.length() == 1 ? "" : separator)
                    .append(quote)
                    .append(member)
                    .append(quote);
        }
        return text.append(']').toString();
    }

    private static AttributeValue invalid(ValueProblem problem, AttributeValue.Type claimed) {
        return new AttributeValue.Invalid(problem, claimed);
    }
}
