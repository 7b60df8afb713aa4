package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Coercion;
import java.util.List;
import java.util.Map;

/** Takes the mark of deletion off an item, and puts it back into its indexes, counts and fan-out. */
public final class RestoreWrite implements WriteOperation {

    private final WriteModel model;
    private final Pattern pattern;
    private final Codec codec;
    private final Entity entity;
    private final Locator locator;

    public RestoreWrite(WriteModel model, Pattern pattern, Locator locator) {
        this.model = model;
        this.pattern = pattern;
        this.codec = model.codec(pattern.entities().get(0));
        this.entity = codec.entity();
        this.locator = locator;
    }

    @Override
    public void describe(WriteOutline outline) {
        locator.describe(outline);
        outline.read("GetItem " + WriteText.item(codec) + ", strongly", WriteCost.read(codec));
        WriteText.limits(model, outline, entity);
        outline.action("UpdateItem", WriteText.item(codec), WriteCost.whole(codec))
                .detail("takes the mark off")
                .detail(WriteText.indexKeys(codec.indexKeyNames()))
                .detail("if it is marked and what was read has not changed, else from the start")
                .detail(pattern.when() == null ? null : "if " + pattern.when().text());
        model.fanOuts(entity).forEach(made -> WriteText.fanOut(model, outline, made, "PutItem"));
        model.quotas(entity).forEach(quota -> WriteText.quota(model, outline, quota, true));
        WriteText.references(model, outline, entity, entity.attributes().keySet());
    }

    @Override
    public Prepared prepare(Map<String, Object> arguments, WriteRun run) {
        Map<String, Object> by = locator.arguments(arguments);
        Object version = Versions.given(codec, arguments);
        Guards guards = new Guards(codec, run.now());
        Ownership ownership = run.ownership(pattern, codec);
        return new Prepared() {
            private Map<String, Object> after = Map.of();
            private Item key = Item.NONE;

            @Override
            public String subject() {
                return entity.name();
            }

            @Override
            public void draft(WriteDraft draft) {
                Locator.Located located = locator.locate(run, by);
                key = located.key();
                Item before = run.read(codec, key);
                if (!before.isPresent() || before.count() == 0 || !codec.isDeleted(codec.decode(before))) {
                    throw guards.notFound().get();
                }
                locator.require(before, run, located);
                if (ownership != null) {
                    ownership.requireItem(before);
                }
                ItemDraft item =
                        draft.claim(entity.name(), run.tableName(codec), key).update();
                if (ownership != null) {
                    ownership.guard(item, run, located);
                }
                guards.exists(item, guards.notFound());
                guards.deleted(item, guards.notFound());
                guards.notExpired(item, guards.notFound());
                locator.hold(item, run, located);
                if (pattern.when() != null) {
                    item.guard(guards.condition(pattern.when(), arguments));
                }
                Versions.check(item, entity, version);
                after = new ItemChange(model, codec, unmark(run), true, locator::knows)
                        .apply(draft, run, located, before);
                Versions.count(item, entity);
                model.quotas(entity).forEach(quota -> new Counting(model, quota).up(draft, run, after, 1));
                new References(model, codec)
                        .mustExist(draft, run, after, entity.attributes().keySet());
                item.returning("ALL_NEW");
            }

            @Override
            public Written result(Answer answer) {
                Map<String, Object> values = run.after(codec, key, answer, after);
                return new Written(
                        Written.Outcome.RESTORED, entity.name(), codec.visible(values), List.of(), run.requests());
            }
        };
    }

    private Edits unmark(WriteRun run) {
        Edits edits = new Edits(entity);
        Entity.SoftDelete soft = entity.softDelete();
        if (soft.flag() != null) {
            edits.give(soft.flag(), Boolean.FALSE);
        }
        if (soft.at() != null) {
            edits.give(soft.at(), null);
        }
        if (soft.reason() != null) {
            edits.give(soft.reason(), null);
        }
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.set() == SetOn.ON_WRITE) {
                Object moment = new Inputs(codec).moment(attribute, run.surroundings(), run.now());
                edits.give(attribute.name(), moment == null ? null : Coercion.lenient(attribute.type(), moment));
            }
        }
        return edits;
    }
}
