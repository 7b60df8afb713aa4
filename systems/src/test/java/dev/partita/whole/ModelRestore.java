package dev.partita.whole;

import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Pattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The mark taken off again. */
final class ModelRestore extends ModelRules {

    ModelRestore(Given given) {
        super(given);
    }

    @Override
    ModelWrites.Verdict run(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> before = located(pattern, entity, arguments);
        if (before == null || !model.isMarked(entity, before) || model.isExpired(entity, before)) {
            refusals.add("not-found");
            return refused();
        }
        Map<String, Object> after = new LinkedHashMap<>(before);
        Map<String, Object> mark = entity.map("soft-delete");
        Map<String, Object> changes = new LinkedHashMap<>();
        mark.forEach((word, name) -> {
            after.remove(name);
            changes.put((String) name, null);
        });
        if (mark.containsKey("flag")) {
            after.put((String) mark.get("flag"), false);
        }
        entity.attributes().values().stream()
                .filter(attribute -> "on-delete".equals(attribute.text("set")))
                .forEach(attribute -> after.remove(attribute.name()));
        touch(entity, after, changes, false);
        compute(entity, after, changes, false);
        version(entity, entity.text("version") == null ? null : arguments.get(entity.text("version")), before, after);
        if (!Condition.holds(pattern.text("when"), new Condition.Subject(entity, before, arguments, model.now()))) {
            refusals.add("condition-not-met");
        }
        countUp(entity, after);
        references(entity, after, entity.attributes().keySet());
        if (!refusals.isEmpty()) {
            return refused();
        }
        model.put(entity, after);
        return new ModelWrites.Verdict(
                Set.of(), tolerated, "restored", Model.visible(entity, after, List.of()), List.of());
    }
}
