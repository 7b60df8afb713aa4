package dev.partita.rest;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.key.Arguments;
import dev.partita.plan.internal.key.KeyTerm;
import java.util.List;
import java.util.stream.Collectors;

/** What a pattern does, in one line. */
final class Summaries {

    private Summaries() {}

    /** {@code One User by userId}, {@code Changes name, picture of a User}. */
    static String of(Pattern pattern) {
        String one = pattern.entities().isEmpty() ? "" : pattern.entities().get(0);
        String many = one.isEmpty() ? "" : Wording.plural(one);
        String by = by(pattern);
        boolean isFetched = pattern.fetch() != null && !pattern.fetch().equals("whole");
        return switch (pattern.verb()) {
            case GET -> "One " + one + by + where(pattern);
            case READ -> "One " + one + " with its " + rest(pattern) + by + where(pattern);
            case LIST -> (isFetched ? Wording.plural(pattern.fetch()) : many) + by + where(pattern) + order(pattern);
            case COUNT ->
                "How many " + many + by + where(pattern)
                        + (pattern.each() == null
                                ? ""
                                : ", for each " + pattern.each().attribute());
            case SEARCH -> many + " by words of their " + pattern.searchOn() + where(pattern);
            case SCAN -> "All " + many + where(pattern);
            case GATHER -> "The answers of " + String.join(", ", pattern.entities());
            case CREATE ->
                "Creates " + Wording.one(one)
                        + (pattern.with() == null ? "" : " with its " + Wording.plural(pattern.with()));
            case PUT -> "Creates or replaces " + Wording.one(one);
            case UPDATE -> update(pattern, one);
            case DELETE ->
                (pattern.hard() ? "Deletes " + Wording.one(one) + " for good" : "Deletes " + Wording.one(one)) + by;
            case RESTORE -> "Restores a deleted " + one + by;
            case TRANSACT -> "All or none of " + String.join(", ", pattern.entities());
        };
    }

    private static String update(Pattern pattern, String one) {
        if (!pattern.change().isEmpty()) {
            return "Changes " + String.join(", ", pattern.change()) + " of " + Wording.one(one);
        }
        if (!pattern.append().isEmpty()) {
            return "Adds to " + String.join(", ", pattern.append()) + " of " + Wording.one(one);
        }
        if (!pattern.remove().isEmpty()) {
            return "Removes " + String.join(", ", pattern.remove()) + " of " + Wording.one(one);
        }
        if (pattern.set().isEmpty()) {
            return "Counts " + String.join(", ", pattern.add().keySet()) + " of " + Wording.one(one);
        }
        return pattern.set().entrySet().stream()
                .map(set -> set.getKey() + " = " + set.getValue())
                .collect(Collectors.joining(", ", "Sets ", " of " + Wording.one(one)));
    }

    private static String where(Pattern pattern) {
        return pattern.where() == null ? "" : " where " + pattern.where().text();
    }

    private static String rest(Pattern pattern) {
        return pattern.entities().stream().skip(1).map(Wording::plural).collect(Collectors.joining(", "));
    }

    private static String by(Pattern pattern) {
        List<String> names = pattern.by().stream()
                .filter(by -> !pattern.isEach(by.attribute()) || pattern.each().isGiven())
                .map(by -> pattern.isEach(by.attribute()) ? Arguments.plural(by) : KeyTerm.shown(by))
                .toList();
        return names.isEmpty() ? "" : " by " + String.join(", ", names);
    }

    private static String order(Pattern pattern) {
        return pattern.order() == null ? "" : ", " + pattern.order();
    }

    /** What stands beside the status of an answer. */
    static String answer(AnswerShape shape) {
        if (shape instanceof AnswerShape.Page) {
            return "A page; `next` leads to the one behind it.";
        }
        return shape instanceof AnswerShape.Count || shape instanceof AnswerShape.Counts
                ? "The count."
                : "What was asked for.";
    }

    /** {@code 5 minutes}. */
    static String duration(long seconds) {
        long days = seconds / 86_400;
        if (days > 0 && seconds % 86_400 == 0) {
            return count(days, "day");
        }
        if (seconds % 3_600 == 0) {
            return count(seconds / 3_600, "hour");
        }
        return seconds % 60 == 0 ? count(seconds / 60, "minute") : count(seconds, "second");
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
