package dev.partita.plan.internal.write;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Template;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.NumberText;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.QuotaItem;
import dev.partita.plan.internal.value.Periods;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** One quota: counts with each create and delete, in the same transaction, and refuses at the limit. */
public final class Counting {

    /**
     * Where the count stands.
     *
     * @param parent the values that name the parent it stands at, all of which it has to have; empty where a part of one will do
     */
    private record Counter(String table, Item key, String stored, Map<String, Object> parent) {}

    private final WriteModel model;
    private final Quota quota;
    private final Entity counted;

    Counting(WriteModel model, Quota quota) {
        this.model = model;
        this.quota = quota;
        this.counted = model.design().entities().get(quota.counts());
    }

    /** Counts {@code number} items with these values up. */
    void up(WriteDraft draft, WriteRun run, Map<String, Object> values, int number) {
        draft.beside(() -> countUp(draft, run, values, number));
    }

    private void countUp(WriteDraft draft, WriteRun run, Map<String, Object> values, int number) {
        Counter counter = counter(run, values);
        ItemDraft item = draft.item(counter.table(), counter.key());
        if (!counter.parent().isEmpty()) {
            References.same(item, model.codec(quota.counterEntity()), counter.parent(), missing());
        }
        if (item.kind() == ItemDraft.Kind.PUT) {
            upInPut(draft, item, run, counter, values, number);
            return;
        }
        BigDecimal before = item.added(counter.stored());
        String limitInPlace = limitInPlace(values);
        boolean isSingle = before.signum() == 0 && number == 1;
        if (quota.counterEntity() != null) {
            parentExists(item, run);
        } else {
            expire(item, run, counter);
        }
        item.add(counter.stored(), BigDecimal.valueOf(number));
        if (item.isForgotten(counter.stored())) {
            Long limit = limit(draft, run, values);
            if (limit != null && item.added(counter.stored()).compareTo(BigDecimal.valueOf(limit)) > 0) {
                throw reached(values, limit);
            }
            return;
        }
        if (limitInPlace != null && isSingle) {
            item.guard(belowAttribute(counter.stored(), limitInPlace, values));
            return;
        }
        if (limitInPlace != null) {
            // A condition cannot add; so the limit is read, and must be the same when the write arrives.
            Item parent = run.read(model.codec(quota.counterEntity()), counter.key());
            item.guard(Guards.unchanged(limitInPlace, parent));
        }
        Long limit = limit(draft, run, values);
        if (limit != null) {
            item.guard(below(item, counter.stored(), limit, values));
        }
    }

    /** The parent is made in the same transaction, with its first children counted. */
    private void upInPut(
            WriteDraft draft, ItemDraft item, WriteRun run, Counter counter, Map<String, Object> values, int number) {
        item.add(counter.stored(), BigDecimal.valueOf(number));
        String limitInPlace = limitInPlace(values);
        BigDecimal most = limitInPlace != null
                ? number(item.whole(), limitInPlace)
                : limit(draft, run, values) == null ? null : BigDecimal.valueOf(limit(draft, run, values));
        boolean isUnlimited =
                most == null || quota.unlimited() != null && most.compareTo(BigDecimal.valueOf(quota.unlimited())) == 0;
        if (!isUnlimited && countOf(item.whole(), counter.stored()).compareTo(most) > 0) {
            throw reached(values, most);
        }
    }

    /** Counts one item down; a counter that is gone is left gone. */
    void down(WriteDraft draft, WriteRun run, Map<String, Object> values) {
        draft.beside(() -> countDown(draft, run, values));
    }

    /**
     * The values of an item that was there, with what other parts of the transaction count in it.
     *
     * @param isWhole whether these are all its values, so that a number which is missing was not counted before
     */
    static Map<String, Object> shown(
            WriteModel model, Codec codec, ItemDraft item, Map<String, Object> values, boolean isWhole) {
        Map<String, Object> shown = new LinkedHashMap<>(values);
        for (String name : model.counters(codec.entity())) {
            Attribute counter = codec.entity().attributes().get(name);
            if (counter == null) {
                continue;
            }
            Long taken = item.countedUp(counter.stored());
            BigDecimal added = item.added(counter.stored());
            Object before = values.get(name) == null && isWhole ? (Long) 0L : values.get(name);
            if (taken != null) {
                shown.put(name, taken);
            } else if (added.signum() != 0 && before instanceof Number number) {
                shown.put(name, number.longValue() + added.longValueExact());
            }
        }
        return shown;
    }

    private void countDown(WriteDraft draft, WriteRun run, Map<String, Object> values) {
        Counter counter = counter(run, values);
        if (run.isDropped(counter)) {
            return;
        }
        ItemDraft counting = draft.item(counter.table(), counter.key());
        if (!counter.parent().isEmpty() && counting.kind() != ItemDraft.Kind.PUT) {
            References.same(counting, model.codec(quota.counterEntity()), counter.parent(), () -> run.drop(counter));
        }
        counting.add(counter.stored(), BigDecimal.ONE.negate())
                .guard(new Guard(
                        aliases -> aliases.name(counter.stored()) + " > " + aliases.value(AttributeValue.N.of(0)),
                        false,
                        item -> item.get(counter.stored()) instanceof AttributeValue.N n
                                && n.value().signum() > 0,
                        () -> run.drop(counter)));
    }

    /** Takes an item that is there out of one count and into another, when a change moves it. */
    void move(WriteDraft draft, WriteRun run, Map<String, Object> before, Map<String, Object> after) {
        if (!counter(run, before).equals(counter(run, after))) {
            down(draft, run, before);
            up(draft, run, after, 1);
        }
    }

    /** The attributes that say in which count an item is. */
    static Set<String> parts(Quota quota) {
        Set<String> parts = new LinkedHashSet<>();
        quota.per().forEach(variable -> parts.add(variable.attribute()));
        quota.item().values().forEach(template -> template.variables().forEach(v -> parts.add(v.attribute())));
        return parts;
    }

    private Counter counter(WriteRun run, Map<String, Object> values) {
        if (quota.counterEntity() != null) {
            Entity parent = model.design().entities().get(quota.counterEntity());
            Codec codec = model.codec(parent.name());
            Map<String, Object> key = parentValues(parent, values);
            if (key == null) {
                throw new WriteRefused(
                        Rule.REFERENCE_MISSING,
                        quota.name(),
                        counted.name() + " does not say whose it is, for the quota " + quota.name());
            }
            return new Counter(
                    run.tableName(codec),
                    codec.key(key),
                    parent.attributes().get(quota.counterAttribute()).stored(),
                    isOfSpan() ? Map.of() : key);
        }
        Codec codec = model.codec(counted.name());
        Item key = codec.key(quota.item(), values);
        if (key == null) {
            throw new WriteRefused(
                    Rule.REFERENCE_MISSING,
                    quota.name(),
                    "a part of the key of the quota's counter is missing: " + WriteOutline.key(quota.item()));
        }
        return new Counter(run.tableName(codec), key, QuotaItem.COUNT, Map.of());
    }

    /** Whether it counts for a span of time: then a parent of that day counts for all its times. */
    private boolean isOfSpan() {
        return bucket() != null;
    }

    /** The parent by the attributes of {@code per}, which may name its key otherwise than the parent does. */
    private Map<String, Object> parentValues(Entity parent, Map<String, Object> values) {
        Codec codec = model.codec(parent.name());
        String teller = codec.keyAttributes().size() == 1 ? teller(quota, counted, parent) : null;
        if (teller != null) {
            Object value = values.get(teller);
            return value == null
                    ? null
                    : Map.of(codec.keyAttributes().iterator().next(), value);
        }
        return model.parentValues(counted, parent, values);
    }

    /** The attribute of {@code per} that says which parent counts; null when none of several does. */
    private static String teller(Quota quota, Entity counted, Entity parent) {
        return quota.per().size() == 1
                ? quota.per().get(0).attribute()
                : tellers(quota, counted, parent).stream().findFirst().orElse(null);
    }

    /** The attributes of {@code per} that refer to a parent. */
    public static List<String> tellers(Quota quota, Entity counted, Entity parent) {
        return quota.per().stream()
                .map(Template.Variable::attribute)
                .filter(name -> counted.attributes().get(name) != null
                        && parent.name().equals(counted.attributes().get(name).references()))
                .toList();
    }

    private void parentExists(ItemDraft item, WriteRun run) {
        new Guards(model.codec(quota.counterEntity()), run.now()).alive(item, missing());
    }

    private Supplier<WriteRefused> missing() {
        return Guards.refusal(
                Rule.REFERENCE_MISSING,
                quota.counterEntity(),
                "there is no " + quota.counterEntity() + " to count for");
    }

    /** A counter of its own goes away some time after its day, or after its first use when it has no day. */
    private void expire(ItemDraft item, WriteRun run, Counter counter) {
        String expiry = model.codec(counted.name()).table().expiry();
        if (quota.expirySeconds() == null || expiry == null) {
            return;
        }
        AttributeValue end = AttributeValue.N.of(run.now().getEpochSecond() + quota.expirySeconds());
        if (bucket() == null) {
            Item there = run.call(Request.GetItem.strong(counter.table(), counter.key()))
                    .item();
            boolean isOver = there.get(expiry) instanceof AttributeValue.N n
                    && n.value().longValue() <= run.now().getEpochSecond();
            item.guard(Guards.unchanged(expiry, there));
            if (isOver) {
                item.forget(counter.stored());
                item.set(expiry, end);
                return;
            }
            item.set(expiry, aliases -> "if_not_exists(" + aliases.name(expiry) + ", " + aliases.value(end) + ")");
            return;
        }
        item.set(expiry, end);
    }

    /** The attribute of the counter's own item that holds the limit, or null. */
    private String limitInPlace(Map<String, Object> values) {
        Quota.Limit limit = chosen(values);
        if (limit == null
                || limit.number() != null
                || limit.path().size() != 2
                || !limit.path().get(0).equals(quota.counterEntity())) {
            return null;
        }
        Attribute attribute = attribute(limit.path());
        return attribute == null ? null : attribute.stored();
    }

    /** The attribute that a limit's path leads to. */
    private Attribute attribute(List<String> path) {
        Map<String, Entity> entities = model.design().entities();
        Entity named = entities.get(path.get(0));
        Attribute attribute = null;
        for (String name : named == null ? path : path.subList(1, path.size())) {
            attribute = (attribute != null ? entities.get(attribute.references()) : named != null ? named : counted)
                    .attributes()
                    .get(name);
        }
        return attribute;
    }

    private Quota.Limit chosen(Map<String, Object> values) {
        if (quota.by() == null) {
            return quota.limits().get("");
        }
        Object value = values.get(quota.by());
        return value == null ? null : quota.limits().get(String.valueOf(value));
    }

    /** The limit as a number, read where it stands; null when there is none. */
    Long limit(WriteDraft draft, WriteRun run, Map<String, Object> values) {
        Quota.Limit limit = chosen(values);
        if (limit == null) {
            return null;
        }
        Long number = limit.number() != null ? limit.number() : resolve(draft, run, limit.path(), values);
        return number == null || number.equals(quota.unlimited()) ? null : number;
    }

    private Long resolve(WriteDraft draft, WriteRun run, List<String> path, Map<String, Object> values) {
        Entity entity = counted;
        Map<String, Object> current = values;
        for (int i = 0; i < path.size(); i++) {
            String name = path.get(i);
            Entity next = null;
            Map<String, Object> key = null;
            if (i == 0 && model.design().entities().containsKey(name)) {
                next = model.design().entities().get(name);
                key = name.equals(quota.counterEntity())
                        ? parentValues(next, current)
                        : model.parentValues(entity, next, current);
            } else if (i == path.size() - 1) {
                return current.get(name) instanceof Number number ? (Long) number.longValue() : null;
            } else {
                Attribute attribute = entity.attributes().get(name);
                next = model.design().entities().get(attribute.references());
                key = model.referred(entity, attribute, current);
            }
            Codec codec = model.codec(next.name());
            Item item = key == null ? Item.NONE : found(draft, run, codec, codec.key(key));
            boolean isThere =
                    item.isPresent() && item.count() > 0 && (isOfSpan() || References.isSame(item, codec, key));
            if (!isThere) {
                throw new WriteRefused(
                        Rule.REFERENCE_MISSING,
                        quota.name(),
                        "the quota " + quota.name() + " has its limit from " + Wording.one(next.name())
                                + " that is not there");
            }
            entity = next;
            current = codec.decode(item);
        }
        return null;
    }

    /** An item as the same transaction makes it, or else as it is stored. */
    private static Item found(WriteDraft draft, WriteRun run, Codec codec, Item key) {
        ItemDraft made = draft.made(run.tableName(codec), key);
        return made == null ? run.read(codec, key) : made.whole();
    }

    private Guard belowAttribute(String counter, String limit, Map<String, Object> values) {
        AttributeValue zero = AttributeValue.N.of(0);
        AttributeValue unlimited = quota.unlimited() == null ? null : AttributeValue.N.of(quota.unlimited());
        return new Guard(
                aliases -> aliases.name(counter) + " < " + aliases.name(limit) + " OR attribute_not_exists("
                        + aliases.name(counter) + ") AND " + aliases.name(limit) + " > " + aliases.value(zero)
                        + (unlimited == null ? "" : " OR " + aliases.name(limit) + " = " + aliases.value(unlimited)),
                true,
                item -> {
                    BigDecimal most = number(item, limit);
                    return most != null
                            && (unlimited != null && unlimited.equals(item.get(limit))
                                    || countOf(item, counter).compareTo(most) < 0);
                },
                item -> reached(values, number(item, limit)),
                false);
    }

    private Guard below(ItemDraft draft, String counter, long limit, Map<String, Object> values) {
        Supplier<BigDecimal> most = () -> BigDecimal.valueOf(limit).subtract(draft.added(counter));
        return new Guard(
                aliases -> most.get().signum() < 0
                        ? aliases.name(counter) + " < " + aliases.value(AttributeValue.N.of(0))
                        : "attribute_not_exists(" + aliases.name(counter) + ") OR " + aliases.name(counter) + " <= "
                                + aliases.value(NumberText.of(most.get())),
                true,
                item -> countOf(item, counter).compareTo(most.get()) <= 0,
                () -> reached(values, limit));
    }

    private WriteRefused reached(Map<String, Object> values, Number most) {
        Quota.Limit stated = chosen(values);
        boolean isHidden = stated.number() == null && attribute(stated.path()).hidden();
        Long limit = most == null || isHidden ? null : (Long) most.longValue();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("quota", quota.name());
        if (limit != null) {
            details.put("limit", limit);
        }
        Instant resets = resets(values);
        if (resets != null) {
            details.put("resets", resets);
        }
        return new WriteRefused(
                Rule.QUOTA_REACHED,
                quota.name(),
                "the quota " + quota.name() + " is used up"
                        + (limit == null ? "" : ": " + limit + (limit == 1 ? " is allowed" : " are allowed"))
                        + (resets == null ? "" : " until " + resets),
                details);
    }

    /** When the quota begins anew: the end of the span of time that {@code per} names. */
    private Instant resets(Map<String, Object> values) {
        Template.Variable variable = bucket();
        if (variable == null || !(values.get(variable.attribute()) instanceof Instant time)) {
            return null;
        }
        ZonedDateTime local = time.atZone(model.design().zone());
        return Periods.next(variable.period(), Periods.start(variable.period(), local))
                .toInstant();
    }

    private Template.Variable bucket() {
        return quota.per().stream()
                .filter(variable -> variable.period() != null)
                .findFirst()
                .orElse(null);
    }

    private static BigDecimal countOf(Item item, String stored) {
        BigDecimal count = number(item, stored);
        return count == null ? BigDecimal.ZERO : count;
    }

    private static BigDecimal number(Item item, String stored) {
        return item.get(stored) instanceof AttributeValue.N n ? n.value() : null;
    }
}
