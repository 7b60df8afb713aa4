package dev.partita.plan.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each entity of a {@code read} calls what the caller gives. The names in {@code by} are the first entity's; another may have
 * the value under another name: what stands at the same place of the key is the same, as {@code id} in {@code "CUST#{id}"} and
 * {@code customerId} in {@code "CUST#{customerId}"}.
 */
public final class OwnNames {

    private OwnNames() {}

    /** The attributes of {@code by} as this entity of the pattern calls them. */
    public static List<Template.Variable> by(Design design, Pattern pattern, Entity entity) {
        Map<String, String> names = of(design, pattern, entity);
        return pattern.by().stream().map(variable -> renamed(variable, names)).toList();
    }

    /** The entity's own name for each attribute in {@code by}. */
    public static Map<String, String> of(Design design, Pattern pattern, Entity entity) {
        Entity first = pattern.verb() == Verb.READ && pattern.pinned() == null
                ? design.entities().get(pattern.entities().get(0))
                : null;
        return between(
                design,
                first,
                entity,
                pattern.by().stream().map(Template.Variable::attribute).toList());
    }

    /** What another entity calls the attributes of one; as they are where no key says so. */
    public static Map<String, String> between(Design design, Entity one, Entity other, List<String> attributes) {
        Map<String, String> same = new LinkedHashMap<>();
        attributes.forEach(attribute -> same.put(attribute, attribute));
        Table table = design.tableOf(other);
        if (one == null
                || table == null
                || !table.id().equals(one.table())
                || one.name().equals(other.name())) {
            return same;
        }
        List<Map<String, String>> found = new ArrayList<>();
        for (Target target : Target.of(table)) {
            for (KeySpaceMember left : KeySpaceMember.of(target, one)) {
                for (KeySpaceMember right : KeySpaceMember.of(target, other)) {
                    Map<String, String> names = parallel(target, left, right);
                    if (names.keySet().containsAll(same.keySet())) {
                        names.keySet().retainAll(same.keySet());
                        found.add(names);
                    }
                }
            }
        }
        return found.isEmpty() || found.contains(same) ? same : found.get(0);
    }

    /** What the keys of two entities have at the same places, up to where the keys part. */
    private static Map<String, String> parallel(Target target, KeySpaceMember one, KeySpaceMember other) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String key : target.keyNames()) {
            Template left = one.keys().get(key);
            Template right = other.keys().get(key);
            if (left == null || right == null) {
                return names;
            }
            int shared = Math.min(left.parts().size(), right.parts().size());
            for (int i = 0; i < shared; i++) {
                if (!isAlike(left.parts().get(i), right.parts().get(i), names)) {
                    return names;
                }
            }
            if (left.parts().size() != right.parts().size()) {
                return names;
            }
        }
        return names;
    }

    private static boolean isAlike(Template.Part one, Template.Part other, Map<String, String> names) {
        if (one instanceof Template.Literal left && other instanceof Template.Literal right) {
            return left.text().equals(right.text());
        }
        return one instanceof Template.Variable left
                && other instanceof Template.Variable right
                && left.formats().equals(right.formats())
                && names.getOrDefault(left.attribute(), right.attribute()).equals(right.attribute())
                && isFree(names, left.attribute(), right.attribute());
    }

    /** Whether the two can be called the same: no other attribute has that name already. */
    private static boolean isFree(Map<String, String> names, String one, String other) {
        boolean isTaken = !names.containsKey(one) && names.containsValue(other);
        if (!isTaken) {
            names.put(one, other);
        }
        return !isTaken;
    }

    /** The template with other names for its attributes. */
    public static Template renamed(Template template, Map<String, String> names) {
        List<Template.Part> parts = template.parts().stream()
                .map(part -> part instanceof Template.Variable variable ? renamed(variable, names) : part)
                .toList();
        Template renamed = new Template("", parts, template.place());
        return new Template(KeyTerm.shown(renamed, parts.size()), parts, template.place());
    }

    public static Template.Variable renamed(Template.Variable variable, Map<String, String> names) {
        return new Template.Variable(
                names.getOrDefault(variable.attribute(), variable.attribute()), variable.formats(), variable.place());
    }
}
