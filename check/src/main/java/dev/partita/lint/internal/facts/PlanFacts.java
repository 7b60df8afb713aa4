package dev.partita.lint.internal.facts;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the compiled plans ask for. */
public final class PlanFacts {

    /** One query of a plan. */
    public record Read(Pattern pattern, Step.Query query) {}

    public static Stream<Read> queries(Compiled compiled) {
        return reads(compiled).flatMap(plan -> plan.steps().stream()
                .filter(Step.Query.class::isInstance)
                .map(step -> new Read(plan.pattern(), (Step.Query) step)));
    }

    /** The attributes a pattern names in {@code return:} that the index of its query does not hold. */
    public static List<String> notHeld(Read read) {
        Target target = read.query().target();
        Entity entity = read.query().entities().get(0);
        Map<String, Template> keys = KeySpaceMember.of(target, entity).stream()
                .findFirst()
                .map(KeySpaceMember::keys)
                .orElse(entity.key());
        return read.pattern().returned().stream()
                .map(entity.attributes()::get)
                .filter(attribute -> attribute != null && !target.tells(entity, attribute, keys))
                .map(Attribute::name)
                .toList();
    }

    /** The indexes that some pattern needs, as {@code table.INDEX}. */
    public static Set<String> indexes(Compiled compiled) {
        Set<String> used = new HashSet<>();
        reads(compiled)
                .flatMap(plan -> plan.steps().stream())
                .map(PlanFacts::target)
                .forEach(target -> used.add(String.valueOf(target)));
        Design design = compiled.design();
        for (Entity entity : design.entities().values()) {
            Set<Set<String>> searched = searchedBy(design, entity);
            Table table = design.tableOf(entity);
            entity.indexKeys().stream()
                    .filter(keys -> table != null && table.indexes().containsKey(keys.index()))
                    .filter(keys -> {
                        Set<String> partition = partition(table.indexes().get(keys.index()), keys, entity);
                        return searched.stream().anyMatch(given -> given.containsAll(partition));
                    })
                    .forEach(keys -> used.add(table.id() + "." + keys.index()));
        }
        return used;
    }

    /** What writes look for before they write: items by something other than their key, and children of a deleted parent. */
    private static Set<Set<String>> searchedBy(Design design, Entity entity) {
        Stream<Set<String>> written = design.patterns().values().stream()
                .filter(pattern -> pattern.verb().writes() && pattern.entities().contains(entity.name()))
                .map(pattern -> pattern.by().stream().map(Variable::attribute).collect(Collectors.toSet()))
                .filter(given -> !given.isEmpty() && !given.containsAll(entity.keyAttributes()));
        Stream<Set<String>> cascaded = entity.attributes().values().stream()
                .filter(attribute -> attribute.references() != null && attribute.onDelete() != null)
                .map(attribute -> Set.of(attribute.name()));
        return Stream.concat(written, cascaded).collect(Collectors.toSet());
    }

    private static Set<String> partition(Table.Index index, Entity.IndexKeys keys, Entity entity) {
        return index.partition().stream()
                .map(key -> entity.template(keys, key.name()))
                .filter(template -> template != null)
                .flatMap(Template::variables)
                .map(Variable::attribute)
                .collect(Collectors.toSet());
    }

    private static Stream<ReadPlan> reads(Compiled compiled) {
        return compiled.plans().values().stream()
                .filter(ReadPlan.class::isInstance)
                .map(ReadPlan.class::cast);
    }

    private static Target target(Step step) {
        if (step instanceof Step.Query query) {
            return query.target();
        }
        return step instanceof Step.Scan scan ? scan.target() : null;
    }

    private PlanFacts() {}
}
