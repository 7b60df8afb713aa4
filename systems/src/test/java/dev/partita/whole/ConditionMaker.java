package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import java.util.Collection;
import java.util.List;

/** Makes up conditions. An argument is named after the attribute it is compared with: {@code :wantedStatus}. */
final class ConditionMaker {

    static final String WANTED = "wanted";

    private final Dice dice;
    private final Entity entity;

    ConditionMaker(Dice dice, Entity entity) {
        this.dice = dice;
        this.entity = entity;
    }

    /** A condition on other attributes than these, or null when there is none to make. */
    String make(Collection<String> but, boolean isWithoutArguments) {
        List<Attribute> options = entity.attributes().values().stream()
                .filter(attribute -> attribute.isStored() && !but.contains(attribute.name()))
                .filter(attribute -> !attribute.shape().word().equals("password"))
                .filter(attribute -> !entity.map("soft-delete").containsValue(attribute.name()))
                .toList();
        if (options.isEmpty()) {
            return null;
        }
        String one = one(dice.pick(options), isWithoutArguments);
        return switch (dice.below(8)) {
            case 0 -> one + " AND " + one(dice.pick(options), isWithoutArguments);
            case 1 -> one + " OR " + one(dice.pick(options), isWithoutArguments);
            case 2 -> "NOT (" + one + ")";
            default -> one;
        };
    }

    private String one(Attribute attribute, boolean isWithoutArguments) {
        String name = attribute.name();
        String argument = ":" + WANTED + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        boolean asks = !isWithoutArguments && dice.chance(0.25);
        String word = attribute.shape().word();
        if (dice.chance(0.15)) {
            return dice.of("exists", "missing") + "(" + name + ")";
        }
        if (attribute.shape().isTruth()) {
            return dice.of(name, "NOT " + name, name + " = true", name + " = false");
        }
        if (word.equals("enum")) {
            String value = "'" + dice.pick(attribute.shape().values()) + "'";
            String other = "'" + dice.pick(attribute.shape().values()) + "'";
            return dice.of(
                    name + " = " + (asks ? argument : value),
                    name + " <> " + value,
                    name + " IN (" + value + ", " + other + ")");
        }
        if (attribute.shape().isNumber()) {
            String value = asks ? argument : String.valueOf(dice.below(30));
            return dice.of(
                    name + " " + dice.of("=", "<>", "<", "<=", ">", ">=") + " " + value,
                    name + " BETWEEN 2 AND " + (10 + dice.below(30)));
        }
        if (word.equals("string")) {
            String value = asks ? argument : "'" + dice.of("a", "b#1", "it''s", "x y") + "'";
            return dice.of(
                    name + " " + dice.of("=", "<>", ">", "<=") + " " + value,
                    "begins_with(" + name + ", " + value + ")",
                    "contains(" + name + ", " + value + ")",
                    "size(" + name + ") > 2");
        }
        if (word.equals("list") && attribute.shape().element().word().equals("string")) {
            return dice.of("contains(" + name + ", " + (asks ? argument : "'a'") + ")", "size(" + name + ") >= 1");
        }
        if (attribute.shape().isMoment()) {
            return name + " " + dice.of("<=", ">", "<", ">=") + " "
                    + (asks
                            ? argument
                            : dice.of(
                                    "now",
                                    "now + 1 hour",
                                    "now - 20 minutes",
                                    "'2024-03-01T12:00:00Z'",
                                    "'2024-03-01T12:00:00.0005Z'"));
        }
        return "exists(" + name + ")";
    }
}
