package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A table key made of something that changes. */
public final class MutableKeyPart implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Stream<Finding> updated = design.patterns().values().stream()
                .filter(pattern ->
                        pattern.verb() == Verb.UPDATE && !pattern.entities().isEmpty())
                .filter(pattern ->
                        design.entities().containsKey(pattern.entities().get(0)))
                .flatMap(pattern -> changes(
                        pattern, design.entities().get(pattern.entities().get(0))));
        Stream<Finding> rewritten = design.entities().values().stream().flatMap(entity -> sources(entity).stream()
                .filter(name -> entity.attributes().containsKey(name))
                .filter(name -> entity.attributes().get(name).set() == SetOn.ON_WRITE)
                .map(name -> found(
                        entity.name(),
                        NamePlaces.entity(design, entity),
                        name + " gets a new value with every write, and " + entity.name() + "'s key is made of it",
                        "make the key of attributes that stay")));
        return Stream.concat(updated, rewritten);
    }

    private Stream<Finding> changes(Pattern pattern, Entity entity) {
        Map<String, Collection<String>> changed = new LinkedHashMap<>();
        changed.put("change", pattern.change());
        changed.put("set", pattern.set().keySet());
        changed.put("add", pattern.add().keySet());
        changed.put("append", pattern.append());
        changed.put("remove", pattern.remove());
        return changed.entrySet().stream().flatMap(entry -> entry.getValue().stream()
                .filter(sources(entity)::contains)
                .map(name -> found(
                        pattern.name(),
                        pattern.node().placeOf(entry.getKey()),
                        pattern.name() + " changes " + name + ", which " + entity.name() + "'s key is made of",
                        Repairs.unchanged(
                                        pattern,
                                        entry.getKey(),
                                        entry.getValue() instanceof Set ? null : entry.getValue(),
                                        name)
                                .or("delete the item and create another"))));
    }

    /** The attributes that the key is made of, directly or through others. */
    private static Set<String> sources(Entity entity) {
        Set<String> names = new LinkedHashSet<>(entity.keyAttributes());
        for (Attribute attribute : entity.attributes().values()) {
            if (names.contains(attribute.name())) {
                names.addAll(attribute.hashOf());
                if (attribute.derive() != null) {
                    attribute.derive().variables().map(Variable::attribute).forEach(names::add);
                }
            }
        }
        return names;
    }
}
