package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An item that only keeps a value from being taken twice. */
public final class LockByHand implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(lock -> lock.from() == null && lock.keyAttributes().size() == 1)
                .flatMap(lock -> design.entities().values().stream()
                        .filter(entity -> entity != lock && isLockOf(lock, entity))
                        .limit(1)
                        .map(entity -> {
                            String name = lock.keyAttributes().iterator().next();
                            return found(
                                    lock.name(),
                                    NamePlaces.entity(design, lock),
                                    lock.name() + " keeps the " + name + " of " + entity.name()
                                            + " from being taken twice, by hand",
                                    Repairs.hasPinned(design, design.tableOf(entity))
                                            ? Help.words("make " + name + " of " + entity.name() + " unique")
                                            : Help.edit(Edit.ofAttribute(entity, name, "unique", "true"))
                                                    .saying("and leave " + lock.name() + " out"));
                        }));
    }

    /** Whether it has a value of the other for its key and the other's key inside, and nothing of its own. */
    private static boolean isLockOf(Entity lock, Entity entity) {
        String value = lock.keyAttributes().iterator().next();
        Attribute attribute = entity.attributes().get(value);
        return attribute != null
                && !attribute.unique()
                && entity.uniques().stream().noneMatch(u -> u.attributes().equals(java.util.List.of(value)))
                && !entity.keyAttributes().contains(value)
                && attribute.references() == null
                && lock.attributes().get(value) != null
                && lock.attributes().get(value).references() == null
                && lock.attributes().get(value).generate() == null
                && lock.attributes().keySet().containsAll(entity.keyAttributes())
                && lock.attributes().values().stream()
                        .allMatch(a -> entity.attributes().containsKey(a.name()) || TimeParts.isTime(a));
    }
}
