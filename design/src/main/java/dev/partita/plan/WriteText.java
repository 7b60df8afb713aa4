package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;
import dev.partita.design.Pattern;
import dev.partita.design.Quota;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Words for what writes do to other items. */
final class WriteText {

    private WriteText() {}

    /** {@code User in main: pk = USER#{userId}, sk = META}. */
    static String item(Codec codec) {
        return codec.entity().name() + " in " + codec.table().id() + ": "
                + Outline.key(codec.entity().key());
    }

    static String alive(Codec codec) {
        return (codec.entity().softDelete() == null ? "" : " and is not deleted")
                + (codec.entity().expiry() == null ? "" : " and has not expired");
    }

    static String indexKeys(Set<String> names) {
        return names.isEmpty() ? null : "index keys " + String.join(", ", names) + " follow, or are removed";
    }

    static void sequence(WriteModel model, Outline outline, Attribute numbered) {
        Attribute.Sequence sequence = numbered.sequence();
        outline.step("UpdateItem " + item(model.codec(sequence.entity())) + ", adds 1 to " + sequence.attribute()
                + " and returns it: the new " + numbered.name()
                + (sequence.max() == null ? "" : ", at most " + sequence.max()));
    }

    /** The reads that tell a limit which stands somewhere else. */
    static void limits(WriteModel model, Outline outline, Entity entity) {
        for (Quota quota : model.quotas(entity)) {
            List<String> paths = new ArrayList<>();
            for (Quota.Limit limit : quota.limits().values()) {
                boolean isInPlace =
                        limit.path().size() == 2 && limit.path().get(0).equals(quota.counterEntity());
                if (limit.number() == null && !isInPlace) {
                    paths.add(String.join(".", limit.path()));
                }
            }
            if (!paths.isEmpty()) {
                outline.step(
                        "GetItem, strongly, along " + String.join(" or ", paths) + ": the limit of " + quota.name());
            }
        }
    }

    /** What goes along with a new item. */
    static void dependents(WriteModel model, Outline outline, Entity entity) {
        for (Entity.Unique unique : entity.uniques()) {
            outline.action("PutItem the lock " + Outline.key(unique.lock()))
                    .detail("if nobody holds it: " + String.join(", ", unique.attributes()) + " is unique");
        }
        model.quotas(entity).forEach(quota -> quota(model, outline, quota, true));
        references(model, outline, entity, entity.attributes().keySet());
        model.fanOuts(entity).forEach(made -> fanOut(model, outline, made, "PutItem"));
    }

    static void quota(WriteModel model, Outline outline, Quota quota, boolean up) {
        String where = quota.counterEntity() != null
                ? item(model.codec(quota.counterEntity()))
                : "the counter " + Outline.key(quota.item());
        String limits = quota.limits().entrySet().stream()
                .map(entry -> (entry.getKey().isEmpty() ? "" : entry.getKey() + ": ")
                        + (entry.getValue().number() != null
                                ? entry.getValue().number()
                                : String.join(".", entry.getValue().path())))
                .collect(Collectors.joining(", "));
        outline.action("UpdateItem " + where + (up ? ", adds 1" : ", takes 1 off"))
                .detail(up ? "if it stays within the quota " + quota.name() + " (" + limits + ")" : null);
    }

    static void references(WriteModel model, Outline outline, Entity entity, Set<String> touched) {
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.mustExist()
                    && touched.contains(attribute.name())
                    && model.codec(attribute.references()) != null) {
                outline.action("ConditionCheck " + item(model.codec(attribute.references())))
                        .detail("if it exists: " + attribute.name() + " refers to it");
            }
        }
    }

    static void requires(Outline outline, Pattern pattern) {
        pattern.requires().forEach((entity, where) -> outline.action("ConditionCheck " + entity)
                .detail("if it exists" + (where == null ? "" : " and " + Conditions.text(where))));
    }

    static void fanOut(WriteModel model, Outline outline, Entity made, String word) {
        String text = word + " " + item(model.codec(made.name()));
        if (made.from().each() == null) {
            outline.action(text);
        } else {
            outline.actions(text + ", for each of " + made.from().each());
        }
    }

    /** What a change of an item does to others. */
    static void moves(WriteModel model, Outline outline, Codec codec, ItemChange change) {
        for (Entity.Unique unique : change.uniques()) {
            outline.action("DeleteItem the old lock " + Outline.key(unique.lock()))
                    .detail("if it is its own");
            outline.action("PutItem the new lock " + Outline.key(unique.lock()))
                    .detail("if nobody holds it: " + String.join(", ", unique.attributes()) + " is unique");
        }
        if (change.isFanOut()) {
            for (Entity made : model.fanOuts(codec.entity())) {
                fanOut(model, outline, made, "PutItem or DeleteItem");
                outline.detail("only those that came or went");
            }
        }
    }
}
