package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Order.Direction;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.WriteOrder;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.ReadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A list by time in which nothing says what comes first of the items of one second. */
public final class TiesInAnyOrder implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return compiled.plans().values().stream()
                .filter(ReadPlan.class::isInstance)
                .map(ReadPlan.class::cast)
                .flatMap(plan -> plan.doubts().stream()
                        .map(doubt -> found(
                                plan.pattern().name(),
                                plan.pattern().node().placeOf("order"),
                                plan.pattern().name() + " is sorted by time, but " + doubt,
                                help(design, plan))));
    }

    /** What grows with each write, right behind the time in the key that the list reads. */
    private static Help help(Design design, ReadPlan plan) {
        Entity entity = design.entities().get(plan.pattern().entities().get(0));
        Target target = plan.steps().get(0).target();
        List<KeyUse> keys = KeyUse.of(design, entity).stream()
                .filter(use -> use.index() == target.index())
                .toList();
        // What is in the partition key is the same for all that the list reads, so it decides nothing.
        Set<String> given = keys.stream()
                .filter(KeyUse::isPartition)
                .flatMap(use -> use.template().variables())
                .map(Variable::attribute)
                .collect(Collectors.toSet());
        KeyUse sort = keys.stream()
                .filter(use ->
                        use.isSort() && use.template().variables().anyMatch(v -> TimeParts.isWhole(use.entity(), v)))
                .findFirst()
                .orElse(null);
        Attribute time = sort == null
                ? null
                : sort.template()
                        .variables()
                        .filter(v -> TimeParts.isWhole(sort.entity(), v))
                        .map(v -> entity.attributes().get(v.attribute()))
                        .findFirst()
                        .orElse(null);
        if (time != null && time.set() == SetOn.ON_WRITE) {
            String order = plan.pattern().order().direction() == Direction.NEWEST_FIRST ? " descending" : "";
            return Help.edit(Edit.ofPattern(plan.pattern(), "order", time.name() + order))
                    .saying("which promises nothing of equal times");
        }
        Help help = null;
        for (Attribute attribute : entity.attributes().values()) {
            boolean isUlid = WriteOrder.isUlid(design, entity, attribute) && attribute.references() == null;
            boolean isUuid = "uuid".equals(attribute.generate());
            if (!isUlid && !isUuid || given.contains(attribute.name())) {
                continue;
            }
            List<Edit> edits = new ArrayList<>();
            if (isUuid) {
                edits.add(Edit.ofAttribute(entity, attribute.name(), "type", "ulid"));
                edits.add(Edit.ofAttribute(entity, attribute.name(), "generate", "ulid"));
            }
            Edit moved = sort == null ? null : Repairs.template(sort, moved(design, sort, attribute.name()));
            if (moved != null
                    && !((Edit.Put) moved)
                            .value()
                            .equals(Edit.quoted(sort.template().text()))) {
                edits.add(moved);
            }
            if (!edits.isEmpty()) {
                help = help == null ? Help.edits(edits, null) : help.or(edits.toArray(Edit[]::new));
            }
        }
        return help != null
                ? help
                : Help.words("put an attribute with `type: ulid, generate: ulid` right behind the time in the key");
    }

    /** The key with the attribute right behind its time, in the direction of that. */
    private static String moved(Design design, KeyUse sort, String name) {
        Variable time = sort.template()
                .variables()
                .filter(v -> TimeParts.isWhole(sort.entity(), v))
                .findFirst()
                .orElseThrow();
        String part = "{" + name + (time.has(Template.Format.Kind.NEWEST_FIRST) ? ":newest-first" : "") + "}";
        String shown = Repairs.shown(sort.template(), time);
        String text = sort.template()
                .text()
                .replaceAll(Pattern.quote(design.separator()) + "\\{" + Pattern.quote(name) + "(:[^}]*)?}", "");
        return text.replace(shown, shown + design.separator() + part);
    }
}
