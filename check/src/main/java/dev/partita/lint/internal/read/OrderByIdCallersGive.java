package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.WriteOrder;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.ReadPlan;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A list in the order of ids that tell the time, as long as nobody makes up their own. */
public final class OrderByIdCallersGive implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return compiled.plans().values().stream()
                .filter(plan -> plan instanceof ReadPlan && plan.pattern().order() != null)
                .map(ReadPlan.class::cast)
                .flatMap(plan -> found(uses, plan).stream());
    }

    private List<Finding> found(PatternUses uses, ReadPlan plan) {
        Pattern list = plan.pattern();
        Entity entity = uses.entityOf(list);
        Attribute id = entity == null ? null : sorted(uses.design(), plan, entity);
        if (id == null || id.generate() == null || id.readOnly() || !WriteOrder.isUlid(uses.design(), entity, id)) {
            return List.of();
        }
        return uses.writesOf(entity)
                .filter(write -> uses.chosenByCaller(write).contains(id.name()))
                .filter(write -> isForOthers(uses, list, entity, write))
                .limit(1)
                .map(write -> found(
                        list.name(),
                        list.node().placeOf("order"),
                        list.name() + " is sorted by " + id.name() + ", which whoever calls " + write.name()
                                + " may give: their items can stay first, or last, for ever",
                        Help.edit(Edit.ofAttribute(entity, id.name(), "read-only", "true"))))
                .toList();
    }

    /** Whether people without a special right write what others see; in a list of one's own they mislead only themselves. */
    private static boolean isForOthers(PatternUses uses, Pattern list, Entity entity, Pattern write) {
        Set<String> callers = uses.callers(write);
        return callers.contains("anyone")
                || callers.contains("signed-in")
                || callers.contains("owner")
                        && list.by().stream().noneMatch(part -> part.attribute().equals(entity.owner()));
    }

    /** What the list is sorted by: what its order names, or the first part of the sort key that the caller does not give. */
    private static Attribute sorted(Design design, ReadPlan plan, Entity entity) {
        Pattern list = plan.pattern();
        String named = list.order().attribute();
        if (named != null && entity.attributes().containsKey(named)) {
            return entity.attributes().get(named);
        }
        Target target = plan.steps().get(0).target();
        Set<String> given = list.by().stream().map(Variable::attribute).collect(Collectors.toSet());
        return KeyUse.of(design, entity).stream()
                .filter(use -> target != null && use.index() == target.index() && use.isSort())
                .flatMap(use -> use.template().variables())
                .filter(part -> !given.contains(part.attribute()))
                .findFirst()
                .map(part -> entity.attributes().get(part.attribute()))
                .orElse(null);
    }
}
