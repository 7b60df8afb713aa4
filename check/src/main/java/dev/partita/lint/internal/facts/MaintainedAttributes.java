package dev.partita.lint.internal.facts;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.internal.write.WriteModel;
import java.util.stream.Stream;

/** Which attributes the design itself keeps up. */
public final class MaintainedAttributes {

    /** Whether callers do not write it, and neither does the design by itself. */
    public static boolean isLeftAlone(Design design, Entity entity, Attribute attribute) {
        String name = attribute.name();
        boolean isMade = WriteModel.isOwn(entity, attribute)
                || attribute.derive() != null
                || !attribute.hashOf().isEmpty()
                || name.equals(entity.owner());
        boolean isOfDeletion = entity.softDelete() != null
                && (name.equals(entity.softDelete().flag())
                        || name.equals(entity.softDelete().at())
                        || name.equals(entity.softDelete().reason()));
        return attribute.readOnly()
                && !isMade
                && !isOfDeletion
                && !entity.keyAttributes().contains(name)
                && !new WriteModel(design).counters(entity).contains(name);
    }

    /** Whether a pattern, a key or a condition of the file speaks of it, by any name it might have there. */
    public static boolean isNamed(Design design, Entity entity, String name) {
        Stream<String> words = design.patterns().values().stream()
                .filter(pattern -> pattern.entities().contains(entity.name()))
                .flatMap(MaintainedAttributes::names);
        boolean isInKey = KeyUse.of(design, entity).stream()
                .anyMatch(use ->
                        use.template().variables().anyMatch(v -> v.attribute().equals(name)));
        boolean isInCondition = entity.indexKeys().stream()
                .anyMatch(keys -> Conditions.attributes(keys.when()).contains(name));
        boolean isSample = design.samples().containsKey(entity.name());
        return isInKey || isInCondition || isSample || words.anyMatch(name::equals);
    }

    private static Stream<String> names(Pattern pattern) {
        return Stream.of(
                        pattern.returned().stream(),
                        Conditions.attributes(pattern.where()).stream(),
                        Conditions.attributes(pattern.when()).stream(),
                        pattern.by().stream().map(variable -> variable.attribute()),
                        Stream.ofNullable(pattern.order()).map(Pattern.Order::text))
                .flatMap(stream -> stream);
    }

    private MaintainedAttributes() {}
}
