package dev.partita.whole;

import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Part;
import dev.partita.whole.Sketch.Pattern;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What somebody may be shown of an item they wrote over REST: how they named it, what they put there, and what they could read of it. */
final class ModelShown {

    private static final List<String> READS = List.of("get", "read", "list", "scan", "search");

    private final Model model;
    private final ModelAccess access;

    ModelShown(Model model, ModelAccess access) {
        this.model = model;
        this.access = access;
    }

    /** What they know of it, whatever they may read. */
    Set<String> own(Pattern write, Entity entity, Map<String, Object> given) {
        Set<String> own = new LinkedHashSet<>(entity.keyNames());
        write.by().forEach(part -> own.add(part.attribute()));
        own.addAll(Tree.map(write.words().get("set")).keySet());
        own.addAll(
                write.words().get("add") instanceof Map<?, ?> add
                        ? Tree.map(add).keySet()
                        : Set.copyOf(write.names("add")));
        write.names("change").stream()
                .filter(name -> given.containsKey(name)
                        || given.containsKey("new" + Character.toUpperCase(name.charAt(0)) + name.substring(1)))
                .forEach(own::add);
        if (write.verb().equals("put")) {
            own.addAll(given.keySet());
        }
        entity.attributes().values().stream()
                .filter(attribute -> "on-write".equals(attribute.text("set"))
                        || attribute.name().equals(entity.text("version")))
                .forEach(attribute -> own.add(attribute.name()));
        return own;
    }

    /** Whether some pattern shows them this attribute of it. What a condition compares with an argument may come out either way. */
    boolean couldRead(Entity entity, Map<String, Object> item, String attribute) {
        return model.sketch().patterns().values().stream()
                .anyMatch(read -> shows(read, attribute) && isRead(read, entity, item));
    }

    /** Whether they could get the whole of it by its key. */
    boolean couldGet(Entity entity, Map<String, Object> item) {
        return model.sketch().patterns().values().stream()
                .anyMatch(read -> read.verb().equals("get")
                        && read.names("by").equals(List.copyOf(entity.keyNames()))
                        && read.text("where") == null
                        && !read.words().containsKey("return")
                        && isRead(read, entity, item));
    }

    private static boolean shows(Pattern read, String attribute) {
        return !read.words().containsKey("return") || read.names("return").contains(attribute);
    }

    private boolean isRead(Pattern read, Entity entity, Map<String, Object> item) {
        if (!READS.contains(read.verb()) || !read.of().contains(entity.name()) || read.text("then") != null) {
            return false;
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (Part part : read.by()) {
            arguments.put(part.argument(), item.get(part.attribute()));
        }
        ModelAccess.Right right = access.right(read, arguments);
        if (right == ModelAccess.Right.NOT_SIGNED_IN || right == ModelAccess.Right.NOT_ALLOWED) {
            return false;
        }
        ModelAccess.Claim claim = access.claim(read, arguments);
        String where = read.text("where");
        return (claim == null || claim.holds(entity, item))
                && (where == null
                        || where.contains(":")
                        || Condition.holds(where, new Condition.Subject(entity, item, Map.of(), model.now())));
    }
}
