package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Quota;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.QuotaItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Words for what writes do to other items. */
final class WriteText {

    private WriteText() {}

    /** {@code User in main: pk = USER#{userId}, sk = META}. */
    static String item(Codec codec) {
        return codec.entity().name() + " in " + codec.table().id() + ": "
                + WriteOutline.key(codec.entity().key());
    }

    static String alive(Codec codec) {
        return (codec.entity().softDelete() == null ? "" : " and is not deleted")
                + (codec.entity().expiry() == null ? "" : " and has not expired");
    }

    static String indexKeys(Set<String> names) {
        return names.isEmpty() ? null : "index keys " + String.join(", ", names) + " follow, or are removed";
    }

    static void sequence(WriteModel model, WriteOutline outline, Attribute numbered) {
        Attribute.Sequence sequence = numbered.sequence();
        Codec parent = model.codec(sequence.entity());
        outline.write(
                "UpdateItem " + item(parent) + ", adds 1 to " + sequence.attribute() + " and returns it: the new "
                        + numbered.name() + (sequence.max() == null ? "" : ", at most " + sequence.max()),
                WriteCost.change(parent, Set.of(sequence.attribute()), Set.of()));
    }

    /** The reads that tell a limit which stands somewhere else. */
    static void limits(WriteModel model, WriteOutline outline, Entity entity) {
        for (Quota quota : model.quotas(entity)) {
            List<String> paths = new ArrayList<>();
            int reads = 0;
            for (Quota.Limit limit : quota.limits().values()) {
                boolean isInPlace =
                        limit.path().size() == 2 && limit.path().get(0).equals(quota.counterEntity());
                if (limit.number() == null && !isInPlace) {
                    paths.add(String.join(".", limit.path()));
                    reads = Math.max(reads, limit.path().size() - 1);
                }
            }
            for (int read = 1; read <= reads; read++) {
                outline.read(
                        "GetItem, strongly, along " + String.join(" or ", paths) + ": "
                                + (read < reads ? "the way to the limit of " : "the limit of ") + quota.name(),
                        1);
            }
        }
    }

    /** How an update makes what is not there. */
    static String made(WriteModel model, Entity entity) {
        List<String> along = new ArrayList<>();
        entity.uniques().forEach(unique -> along.add("the lock of " + String.join(", ", unique.attributes())));
        model.quotas(entity).forEach(quota -> along.add("the count of " + quota.name()));
        model.fanOuts(entity).forEach(copies -> along.add("its " + copies.name()));
        return "where it is not there, another request makes it"
                + (along.isEmpty() ? "" : ", with " + String.join(", ", along)) + ", if it is still not there";
    }

    /** What goes along with a new item. */
    static void dependents(WriteModel model, WriteOutline outline, Entity entity) {
        for (Entity.Unique unique : entity.uniques()) {
            outline.action(
                            "PutItem",
                            "the lock " + WriteOutline.key(unique.lock()),
                            WriteCost.lock(model.codec(entity.name()), unique))
                    .detail("if nobody holds it: " + String.join(", ", unique.attributes()) + " is unique");
        }
        model.quotas(entity).forEach(quota -> quota(model, outline, quota, true));
        references(model, outline, entity, entity.attributes().keySet());
        model.fanOuts(entity).forEach(made -> fanOut(model, outline, made, "PutItem"));
    }

    static void quota(WriteModel model, WriteOutline outline, Quota quota, boolean up) {
        Codec parent = quota.counterEntity() == null ? null : model.codec(quota.counterEntity());
        String limits = quota.limits().entrySet().stream()
                .map(entry -> (entry.getKey().isEmpty() ? "" : entry.getKey() + ": ")
                        + (entry.getValue().number() != null
                                ? entry.getValue().number()
                                : String.join(".", entry.getValue().path())))
                .collect(Collectors.joining(", "));
        String counter = quota.counterEntity() == null ? QuotaItem.COUNT : quota.counterAttribute();
        outline.action(
                        "UpdateItem",
                        parent == null ? "the counter " + WriteOutline.key(quota.item()) : item(parent),
                        parent == null
                                ? WriteCost.SMALL
                                : WriteCost.change(parent, Set.of(quota.counterAttribute()), Set.of()))
                .detail((up ? "adds 1 to " : "takes 1 off ") + counter)
                .detail(up ? "if it stays within the quota " + quota.name() + " (" + limits + ")" : null);
    }

    static void references(WriteModel model, WriteOutline outline, Entity entity, Set<String> touched) {
        for (Attribute attribute : entity.attributes().values()) {
            Codec of = attribute.references() == null ? null : model.codec(attribute.references());
            if (attribute.mustExist() && touched.contains(attribute.name()) && of != null) {
                outline.action("ConditionCheck", item(of), WriteCost.check(of))
                        .detail("if it exists: " + attribute.name() + " refers to it");
            }
        }
    }

    static void requires(WriteModel model, WriteOutline outline, Pattern pattern) {
        pattern.requires().forEach((entity, where) -> {
            Codec of = model.codec(entity);
            Entity child = model.design().entities().get(pattern.entities().get(0));
            if (of == null) {
                return;
            }
            List<Map<String, String>> keys = model.parentKeys(child, of.entity());
            for (Map<String, String> key : keys) {
                outline.action("ConditionCheck", item(of), WriteCost.check(of))
                        .detail((keys.size() == 1 ? "" : String.join(", ", key.values()) + ": ") + "if it exists"
                                + (where == null ? "" : " and " + where.text()));
            }
        });
    }

    static void fanOut(WriteModel model, WriteOutline outline, Entity made, String word) {
        Codec codec = model.codec(made.name());
        boolean isHistory =
                new FanOuts(model, model.design().entities().get(made.from().entity())).isHistory(made);
        if (isHistory && word.equals("DeleteItem")) {
            return;
        }
        String done = isHistory ? "PutItem" : word;
        if (made.from().each() == null) {
            outline.action(done, item(codec), WriteCost.whole(codec));
        } else {
            outline.actions(
                    done, item(codec), WriteCost.whole(codec), made.from().each());
        }
        if (isHistory) {
            outline.detail("if it does not exist: earlier ones are kept");
        } else if (word.contains(" or ")) {
            outline.detail("only those that came, went or changed");
        }
    }

    /** What a change of an item does to others. */
    static void moves(WriteModel model, WriteOutline outline, Codec codec, ItemChange change) {
        for (Entity.Unique unique : change.uniques()) {
            outline.action(
                            "DeleteItem",
                            "the old lock " + WriteOutline.key(unique.lock()),
                            WriteCost.lock(codec, unique))
                    .detail("if it is its own");
            outline.action("PutItem", "the new lock " + WriteOutline.key(unique.lock()), WriteCost.lock(codec, unique))
                    .detail("if nobody holds it: " + String.join(", ", unique.attributes()) + " is unique");
        }
        if (change.isExpiry()) {
            codec.entity().uniques().stream()
                    .filter(unique -> !change.uniques().contains(unique))
                    .forEach(unique -> outline.action(
                                    "PutItem",
                                    "the lock " + WriteOutline.key(unique.lock()),
                                    WriteCost.lock(codec, unique))
                            .detail("if it is its own: it expires with the "
                                    + codec.entity().name()));
        }
        for (Quota quota : change.quotas()) {
            quota(model, outline, quota, false);
            outline.detail("if the item goes to another count");
            quota(model, outline, quota, true);
        }
        if (change.isFanOut()) {
            for (Entity made : model.fanOuts(codec.entity())) {
                fanOut(model, outline, made, "PutItem or DeleteItem");
            }
        }
    }
}
