package dev.partita.plan.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.value.Presence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which of an entity's items have an entry in an index: those with a value for every part of its keys. An index serves a pattern
 * only when all items that the pattern means have one.
 */
public final class Entries {

    private final Entity entity;
    /** Attributes that every item meant has. */
    private final Set<String> there = new LinkedHashSet<>();

    /**
     * @param given attributes of which the caller gives a value, or bounds
     * @param conditions which hold of all items that are meant
     */
    public Entries(Entity entity, Collection<String> given, Collection<Where> conditions) {
        this.entity = entity;
        given.forEach(this::add);
        for (String name : entity.attributes().keySet()) {
            if (conditions.stream().anyMatch(condition -> Implication.needsValue(condition, name))) {
                add(name);
            }
        }
    }

    public static Entries meantBy(Pattern pattern, Entity entity, Collection<Where> conditions) {
        Set<String> given = new LinkedHashSet<>();
        pattern.by().forEach(by -> given.add(by.attribute()));
        if (pattern.range() != null) {
            given.add(pattern.range().attribute());
        }
        return new Entries(entity, given, conditions);
    }

    /** What is derived is there only when all it is made of is. */
    private void add(String name) {
        Attribute attribute = entity.attributes().get(name);
        if (there.add(name) && attribute != null && attribute.derive() != null) {
            attribute.derive().variables().forEach(part -> add(part.attribute()));
        }
    }

    /** Whether every item meant has a value for the attribute. */
    public boolean have(String name) {
        return have(name, new LinkedHashSet<>());
    }

    private boolean have(String name, Set<String> asked) {
        Attribute attribute = entity.attributes().get(name);
        return there.contains(name)
                || Presence.isAlwaysThere(entity, name)
                || attribute != null
                        && attribute.derive() != null
                        && asked.add(name)
                        && attribute.derive().variables().allMatch(part -> have(part.attribute(), asked));
    }

    /** The parts of the templates that an item meant may lack: then it has no entry. */
    public List<String> lacking(Collection<Template> templates) {
        List<String> lacking = new ArrayList<>();
        for (Template template : templates) {
            template.variables()
                    .map(Template.Variable::attribute)
                    .filter(name -> !lacking.contains(name) && !have(name))
                    .forEach(lacking::add);
        }
        return lacking;
    }
}
