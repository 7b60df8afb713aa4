package dev.partita.plan.internal.key;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import dev.partita.plan.internal.value.Conditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * How deleted items of an entity are hidden from a pattern.
 *
 * @param condition what an item that is not deleted satisfies; null when nothing is hidden
 * @param implied all that is true of items that are not deleted
 * @param wantsDeleted whether the pattern speaks of deleted items itself
 */
public record SoftDeleteFilter(Where condition, List<Where> implied, boolean wantsDeleted) {

    public static SoftDeleteFilter of(Entity entity, Where where) {
        Entity.SoftDelete mark = entity.softDelete();
        if (mark == null || mark.flag() == null && mark.at() == null) {
            return new SoftDeleteFilter(null, List.of(), false);
        }
        Set<String> named = Conditions.attributes(where);
        if (named.contains(mark.flag()) || named.contains(mark.at())) {
            return new SoftDeleteFilter(null, List.of(), true);
        }
        List<Where> implied = new ArrayList<>();
        if (mark.flag() != null) {
            Operand.Path flag =
                    new Operand.Path(List.of(mark.flag()), mark.node().place());
            implied.add(new Where.Not(new Where.IsTrue(flag, flag.place()), flag.place()));
        }
        if (mark.at() != null) {
            Operand.Path at = new Operand.Path(List.of(mark.at()), mark.node().place());
            implied.add(new Where.Exists(at, true, at.place()));
        }
        return new SoftDeleteFilter(implied.get(0), implied, false);
    }

    /** Ways to say a condition, or what surely follows from it. */
    public static Set<String> sayings(Where condition) {
        String text = condition.text();
        if (condition instanceof Where.Compare compare
                && compare.isEquality()
                && compare.right() instanceof Operand.Truth truth
                && !truth.value()) {
            return Set.of(text, "NOT " + compare.left().text());
        }
        if (condition instanceof Where.Exists exists && exists.missing()) {
            return Set.of(text, "NOT exists(" + exists.path().text() + ")");
        }
        return Set.of(text);
    }
}
