package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Pattern;
import dev.partita.design.Template;
import dev.partita.design.Type;
import java.util.Set;

/**
 * The order a pattern asks for.
 *
 * @param attribute null when any time, or whatever comes next in the key, will do
 * @param isByTime whether it is {@code newest-first} or {@code oldest-first}
 */
record Ordering(String attribute, boolean isDescending, boolean isByTime) {

    private static final Set<String> DOWN = Set.of("descending", "newest-first");
    private static final Set<String> UP = Set.of("ascending", "oldest-first");

    /** Null when the pattern asks for none. */
    static Ordering of(Pattern pattern) {
        if (pattern.order() == null || pattern.order().isBlank()) {
            return null;
        }
        String[] words = pattern.order().trim().split("\\s+");
        String last = words[words.length - 1];
        boolean isDirection = DOWN.contains(last) || UP.contains(last);
        return new Ordering(
                words.length == 2 || !isDirection ? words[0] : null,
                DOWN.contains(last),
                isDirection && last.endsWith("-first"));
    }

    /** Whether to read forward to get it. */
    boolean isForward(KeyMatch match) {
        Template.Variable next = match.next();
        if (next == null) {
            throw new KeyMatch.Refusal(
                    "order-not-served", 1, "all parts of its keys are given, so nothing is left to sort by");
        }
        Attribute sorted = match.own().entity().attributes().get(next.attribute());
        if (attribute != null && !attribute.equals(next.attribute())) {
            throw new KeyMatch.Refusal(
                    "order-not-served", 1, "it sorts by " + KeyTerm.shown(next) + ", not by " + attribute);
        }
        if (isByTime && !isTime(sorted)) {
            throw new KeyMatch.Refusal(
                    "order-not-served", 1, "it sorts by " + KeyTerm.shown(next) + ", which is no time");
        }
        if (match.nextOrder() == Look.Order.NONE) {
            throw new KeyMatch.Refusal(
                    "order-not-served",
                    1,
                    "it sorts by " + KeyTerm.shown(next) + ", whose texts do not sort as its values do");
        }
        return isDescending == (match.nextOrder() == Look.Order.DESCENDING);
    }

    /** The sentence that proves it. */
    String proof(KeyMatch match, boolean isForward) {
        String how = match.nextOrder() == Look.Order.DESCENDING ? "stored newest first" : "stored in its order";
        String coarse = Bindings.bucket(match.next()) == null || match.later().isEmpty()
                ? ""
                : "; within one " + Arguments.name(match.next()) + " by "
                        + KeyTerm.shown(match.later().get(0));
        return (isByTime ? (isDescending ? "newest first" : "oldest first") : isDescending ? "descending" : "ascending")
                + ": " + match.next().attribute() + " is " + how + " and read " + (isForward ? "forward" : "backward")
                + coarse;
    }

    static boolean isTime(Attribute attribute) {
        return attribute != null
                && (attribute.type() instanceof Type.Simple simple && (simple.isTime() || simple == Type.Simple.ULID)
                        || attribute.generate() != null && attribute.generate().contains("ulid"));
    }
}
