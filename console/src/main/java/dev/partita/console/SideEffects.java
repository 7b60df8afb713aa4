package dev.partita.console;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Quota;
import java.util.ArrayList;
import java.util.List;

/** What the design's own writes of an entity do beside the item, which somebody who writes only the item does not. */
final class SideEffects {

    static List<String> of(Design design, Entity entity) {
        List<String> beside = new ArrayList<>();
        for (Entity.Unique unique : entity.uniques()) {
            beside.add("keep " + String.join(" and ", unique.attributes()) + " unique with a lock");
        }
        if (entity.from() != null) {
            beside.add("keep it in step with the " + entity.from().entity() + " it is made from");
        }
        for (Entity other : design.entities().values()) {
            if (other.from() != null && other.from().entity().equals(entity.name())) {
                beside.add("keep the " + other.name() + " items made from it in step");
            }
        }
        for (Quota quota : design.quotas().values()) {
            if (quota.counts().equals(entity.name())) {
                beside.add("count it for " + quota.name());
            }
        }
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.mustExist()) {
                beside.add("check that the " + attribute.references() + " is there");
            }
            if (attribute.sequence() != null) {
                beside.add("number it by " + attribute.sequence().entity() + "."
                        + attribute.sequence().attribute());
            }
        }
        return beside;
    }

    /** The patterns that create or change items of the entity. */
    static List<String> writers(Design design, Entity entity) {
        return design.patterns().values().stream()
                .filter(pattern -> pattern.entities().contains(entity.name()))
                .filter(pattern -> pattern.verb() == Pattern.Verb.CREATE
                        || pattern.verb() == Pattern.Verb.PUT
                        || pattern.verb() == Pattern.Verb.UPDATE)
                .map(Pattern::name)
                .toList();
    }

    private SideEffects() {}
}
