package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Pattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An item removed with what hangs on it, or marked. */
final class ModelDelete extends ModelRules {

    ModelDelete(Given given) {
        super(given);
    }

    @Override
    ModelWrites.Verdict run(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> before = located(pattern, entity, arguments);
        boolean isSoft = !entity.map("soft-delete").isEmpty()
                && !Boolean.TRUE.equals(pattern.words().get("hard"));
        boolean isThere = before != null && (isSoft ? model.isAlive(entity, before) : !model.isExpired(entity, before));
        if (!isThere) {
            refusals.add("not-found");
            return refused();
        }
        if (!model.isAlive(entity, before)) {
            tolerated.add("not-found");
        }
        if (referring(entity, before, "refuse")) {
            // A child that is marked as deleted has left.
            refusals.add("still-referenced");
        }
        if (!Condition.holds(pattern.text("when"), new Condition.Subject(entity, before, arguments, model.now()))) {
            refusals.add("condition-not-met");
        }
        Map<String, Object> after = new LinkedHashMap<>(before);
        Object version = entity.text("version") == null ? null : arguments.get(entity.text("version"));
        version(entity, version, before, after);
        Map<String, Object> marks = new LinkedHashMap<>();
        if (isSoft) {
            mark(entity, arguments, after, marks);
        }
        if (!refusals.isEmpty()) {
            return refused();
        }
        if (!model.isMarked(entity, before)) {
            countDown(entity, before);
        }
        if (isSoft) {
            compute(entity, after, marks, false);
            model.put(entity, after);
        } else {
            model.remove(entity, before);
            cascade(entity, before);
        }
        return new ModelWrites.Verdict(
                Set.of(), tolerated, "deleted", Model.visible(entity, before, List.of()), List.of());
    }

    private void mark(
            Entity entity, Map<String, Object> arguments, Map<String, Object> after, Map<String, Object> marks) {
        Map<String, Object> mark = entity.map("soft-delete");
        if (mark.containsKey("flag")) {
            after.put((String) mark.get("flag"), true);
        }
        if (mark.containsKey("at")) {
            after.put((String) mark.get("at"), moment(entity.attributes().get(mark.get("at"))));
        }
        if (mark.containsKey("reason")) {
            String name = (String) mark.get("reason");
            Object given = arguments.get(name);
            Object reason =
                    given == null ? null : Values.argument(entity.attributes().get(name), given);
            after.put(name, reason);
            if (reason == null) {
                after.remove(name);
            }
        }
        mark.values().forEach(name -> marks.put((String) name, true));
        touch(entity, after, marks, true);
    }

    /** Children that refer to an item, with this {@code on-delete}. */
    private boolean referring(Entity entity, Map<String, Object> values, String onDelete) {
        return children(entity, values, onDelete).stream()
                .anyMatch(child -> model.isAlive((Entity) child[0], Tree.map(child[1])));
    }

    private List<Object[]> children(Entity entity, Map<String, Object> values, String onDelete) {
        List<Object[]> all = new ArrayList<>();
        for (Entity child : sketch.entities().values()) {
            for (Attribute attribute : child.attributes().values()) {
                boolean isCopy = entity.name().equals(child.map("from").get("entity"));
                if (entity.name().equals(attribute.text("references"))
                        && onDelete.equals(attribute.text("on-delete"))
                        && !isCopy) {
                    Object key = values.get(entity.keyNames().iterator().next());
                    model.all(child).stream()
                            .filter(item -> key != null && key.equals(item.get(attribute.name())))
                            .forEach(item -> all.add(new Object[] {child, item}));
                }
            }
        }
        return all;
    }

    private void cascade(Entity entity, Map<String, Object> values) {
        for (Object[] child : children(entity, values, "cascade")) {
            Entity of = (Entity) child[0];
            Map<String, Object> item = Tree.map(child[1]);
            if (model.find(of, model.key(of, item)) == null) {
                continue;
            }
            model.remove(of, item);
            if (!model.isMarked(of, item)) {
                countDown(of, item);
            }
            cascade(of, item);
        }
    }
}
