package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Place;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Looks up the names in a pattern: entities, attributes, indexes, other patterns. */
final class PatternNames {

    private final NameLookup names;

    PatternNames(NameLookup names) {
        this.names = names;
    }

    void check(Pattern pattern) {
        String subject = pattern.name();
        Node node = pattern.node();
        String verb = pattern.verb().word();
        if (pattern.verb() == Pattern.Verb.GATHER || pattern.verb() == Pattern.Verb.TRANSACT) {
            pattern.entities().forEach(name -> names.pattern(name, subject, NameLookup.placeOf(node, verb, name)));
            return;
        }
        List<Entity> scope = new ArrayList<>();
        for (String name : pattern.entities()) {
            Entity entity = names.entity(name, subject, NameLookup.placeOf(node, verb, name));
            if (entity != null) {
                scope.add(entity);
            }
        }
        pattern.by().forEach(v -> names.attribute(scope, v.attribute(), subject, NameLookup.name(v)));
        names.where(scope, pattern.where(), subject);
        names.where(scope, pattern.when(), subject);
        if (pattern.range() != null) {
            names.attribute(scope, pattern.range().attribute(), subject, NameLookup.name(pattern.range()));
        }
        order(pattern, scope);
        List<Entity> returned = new ArrayList<>(scope);
        if (pattern.fetch() != null && !pattern.fetch().equals("whole")) {
            Entity fetched = names.entity(pattern.fetch(), subject, node.placeOf("fetch"));
            if (fetched != null) {
                returned.add(fetched);
            }
        }
        names.attributes(returned, pattern.returned(), subject, node, "return");
        names.pattern(pattern.then(), subject, node.placeOf("then"));
        names.attribute(scope, pattern.searchOn(), subject, node.placeOf("on"));
        each(pattern, scope);
        names.attributes(scope, pattern.change(), subject, node, "change");
        names.attributes(scope, List.copyOf(pattern.set().keySet()), subject, node, "set");
        names.attributes(scope, List.copyOf(pattern.add().keySet()), subject, node, "add");
        names.attributes(scope, pattern.append(), subject, node, "append");
        names.attributes(scope, pattern.remove(), subject, node, "remove");
        names.attributes(scope, pattern.require(), subject, node, "require");
        names.attribute(scope, pattern.detect(), subject, node.placeOf("detect"));
        names.entity(pattern.with(), subject, node.placeOf("with"));
        pattern.requires().forEach((name, condition) -> {
            Entity parent = names.entity(name, subject, NameLookup.placeOf(node, "requires", name));
            if (parent != null) {
                names.where(List.of(parent), condition, subject);
            }
        });
        if (pattern.guard() != null) {
            names.pattern(
                    pattern.guard().countPattern(),
                    subject,
                    pattern.guard().node().placeOf("count"));
        }
        if (pattern.pinned() != null) {
            pinned(pattern, scope);
        }
    }

    private void order(Pattern pattern, List<Entity> scope) {
        if (pattern.order() == null
                || Vocabulary.ORDERS.contains(pattern.order().text())) {
            return;
        }
        Place place = pattern.node().placeOf("order");
        String[] words = pattern.order().text().strip().split(" +");
        boolean directed =
                words.length == 2 && List.of("ascending", "descending").contains(words[1]);
        if (words.length == 1 || directed) {
            boolean known = scope.isEmpty()
                    || scope.stream().anyMatch(e -> e.attributes().containsKey(words[0]));
            if (!known) {
                Set<String> options = new LinkedHashSet<>(Vocabulary.ORDERS);
                scope.forEach(e -> options.addAll(e.attributes().keySet()));
                names.unknown(
                        "`" + words[0] + "` is neither an order nor an attribute",
                        words[0],
                        options,
                        pattern.name(),
                        place);
            }
            return;
        }
        names.error(
                ReaderRule.WRONG_VALUE,
                pattern.name(),
                place,
                "`" + pattern.order() + "` is not an order",
                "newest-first, oldest-first, ascending, descending, an attribute, or \"attribute descending\"");
    }

    private void each(Pattern pattern, List<Entity> scope) {
        Pattern.Each each = pattern.each();
        if (each == null) {
            return;
        }
        names.attribute(
                scope, each.attribute(), pattern.name(), NameLookup.placeOf(pattern.node(), "each", each.attribute()));
        if (each.fromPattern() == null || !(each.node() instanceof Node.Text text)) {
            return;
        }
        int length = each.fromPattern().length();
        Pattern from = names.pattern(each.fromPattern(), pattern.name(), text.part(0, length));
        if (from != null) {
            List<Entity> found = new ArrayList<>();
            from.entities().forEach(name -> {
                if (names.design.entities().containsKey(name)) {
                    found.add(names.design.entities().get(name));
                }
            });
            names.attribute(
                    found,
                    each.fromAttribute(),
                    pattern.name(),
                    text.part(length + 1, each.fromAttribute().length()));
        }
    }

    private void pinned(Pattern pattern, List<Entity> scope) {
        Pattern.Pinned pinned = pattern.pinned();
        String subject = pattern.name();
        names.where(scope, pinned.filter(), subject);
        Set<String> indexes = new LinkedHashSet<>();
        Set<String> keys = new LinkedHashSet<>();
        for (Entity entity : scope) {
            Table table = entity.table() == null ? null : names.design.tableOf(entity);
            if (table == null) {
                return;
            }
            indexes.addAll(table.indexes().keySet());
            keys.addAll(table.keyNames());
            table.indexes().values().forEach(index -> keys.addAll(index.keyNames()));
            entity.attributes().values().forEach(a -> keys.add(a.stored()));
        }
        if (scope.isEmpty()) {
            return;
        }
        if (pinned.index() != null && !indexes.contains(pinned.index())) {
            names.unknown(
                    "there is no index `" + pinned.index() + "`",
                    pinned.index(),
                    indexes,
                    subject,
                    pattern.node().placeOf("index"));
        }
        pinned.key().forEach((name, test) -> {
            if (!keys.contains(name)) {
                names.unknown(
                        "`" + name + "` is not a key attribute of the table or its indexes",
                        name,
                        keys,
                        subject,
                        NameLookup.placeOf(pattern.node(), "key", name));
            }
            test.templates().forEach(template -> template.variables().forEach(v -> argument(scope, v, subject)));
        });
    }

    /** An attribute, or one end of a range of it: {@code numberFrom}, {@code numberTo}. */
    private void argument(List<Entity> scope, Template.Variable variable, String subject) {
        String name = variable.attribute();
        boolean isEnd = scope.stream()
                .anyMatch(e ->
                        !e.attributes().containsKey(name) && Pattern.KeyTest.attribute(e.attributes(), name) != null);
        if (!isEnd) {
            names.attribute(scope, name, subject, NameLookup.name(variable));
        }
    }
}
