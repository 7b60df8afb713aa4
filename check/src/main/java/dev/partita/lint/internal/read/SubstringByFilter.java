package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.design.model.Where;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Conditions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A search for a part of a text by a filter. */
public final class SubstringByFilter implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return uses.reads().filter(pattern -> uses.entityOf(pattern) != null).flatMap(pattern -> Stream.of(
                        pattern.where(),
                        pattern.pinned() == null ? null : pattern.pinned().filter())
                .flatMap(where -> Conditions.tests(where).stream())
                .filter(Where.Call.class::isInstance)
                .map(Where.Call.class::cast)
                .filter(call -> call.function() == Where.Function.CONTAINS && isText(uses.entityOf(pattern), call))
                .map(call -> found(
                        pattern.name(),
                        call.place(),
                        pattern.name() + " looks for a part of " + ((Where.Operand.Path) call.value()).attribute()
                                + " after reading everything, and only in exactly this case",
                        help(
                                compiled.design(),
                                pattern,
                                uses.entityOf(pattern),
                                ((Where.Operand.Path) call.value()).attribute()))));
    }

    private static boolean isText(Entity entity, Where.Call call) {
        return call.value() instanceof Where.Operand.Path path
                && entity.attributes().get(path.attribute()) != null
                && "S".equals(entity.attributes().get(path.attribute()).type().tag());
    }

    private static Help help(Design design, Pattern pattern, Entity entity, String attribute) {
        if (pattern.pinned() != null || pattern.verb() != Pattern.Verb.LIST && pattern.verb() != Pattern.Verb.SCAN) {
            return Help.words("use search: " + entity.name() + ", on: " + attribute);
        }
        List<Edit> edits = new ArrayList<>();
        edits.add(new Edit.Put(
                List.of("patterns", pattern.name(), "search"),
                entity.name(),
                pattern.verb().word()));
        edits.add(Edit.ofPattern(pattern, "on", attribute));
        for (String word :
                List.of("by", "where", "order", "range", "max", "walk", "each", "consistency", "fetch", "then")) {
            if (pattern.node().get(word) != null) {
                edits.add(Edit.remove("patterns", pattern.name(), word));
            }
        }
        Table table = design.tableOf(entity);
        boolean isFollowed = table == null || "new".equals(table.stream()) || "both".equals(table.stream());
        if (!isFollowed) {
            edits.add(Edit.ofTable(table, "stream", "new"));
        }
        return Help.edits(edits, null);
    }
}
