package dev.partita.plan.internal.write;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.NumberText;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.internal.request.Aliases;
import dev.partita.plan.internal.request.LostAnswer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What one transaction does to one item, gathered from all who have something to do with it. */
public final class ItemDraft {

    enum Kind {
        CHECK,
        UPDATE,
        PUT,
        DELETE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final String table;
    private final Item key;
    private Kind kind = Kind.CHECK;
    private Item whole;
    private String returned;
    private String version;
    private AttributeValue checked;
    private boolean isFresh;
    private boolean isHarmless;
    private boolean isLeaving;
    private Supplier<? extends RuntimeException> stays;
    private Item seen = Item.NONE;
    private final Map<String, Function<Aliases, String>> sets = new LinkedHashMap<>();
    private final Set<String> removes = new LinkedHashSet<>();
    private final Map<String, BigDecimal> adds = new LinkedHashMap<>();
    private final Map<String, AttributeValue> setAdds = new LinkedHashMap<>();
    private final Map<String, AttributeValue> setDeletes = new LinkedHashMap<>();
    private final Map<String, Long> counted = new LinkedHashMap<>();
    private final Set<String> forgotten = new LinkedHashSet<>();
    private final List<Guard> guards = new ArrayList<>();

    public ItemDraft(String table, Item key) {
        this.table = table;
        this.key = key;
    }

    Kind kind() {
        return kind;
    }

    ItemDraft put(Item item) {
        become(Kind.PUT);
        whole = item;
        // It comes into being here, so who asks that it exist is answered.
        guards.removeIf(Guard::existence);
        return this;
    }

    ItemDraft delete() {
        become(Kind.DELETE);
        return this;
    }

    public ItemDraft update() {
        become(Kind.UPDATE);
        return this;
    }

    public ItemDraft set(String stored, AttributeValue value) {
        return set(stored, aliases -> aliases.value(value));
    }

    ItemDraft set(String stored, Function<Aliases, String> value) {
        update();
        sets.put(stored, value);
        removes.remove(stored);
        return this;
    }

    public ItemDraft remove(String stored) {
        update();
        if (!sets.containsKey(stored)) {
            removes.add(stored);
        }
        return this;
    }

    ItemDraft add(String stored, BigDecimal amount) {
        if (kind == Kind.PUT) {
            // The item is made here: it begins with the sum.
            BigDecimal there = whole.get(stored) instanceof AttributeValue.N n ? n.value() : BigDecimal.ZERO;
            whole = whole.with(Map.of(stored, NumberText.of(there.add(amount))));
            return this;
        }
        update();
        adds.merge(stored, amount, BigDecimal::add);
        return this;
    }

    /** The item as it is put. */
    Item whole() {
        return whole;
    }

    /** How much is to be added to an attribute so far. */
    BigDecimal added(String stored) {
        return adds.getOrDefault(stored, BigDecimal.ZERO);
    }

    /** Says that a number of the item was counted up meanwhile, by a write of its own. */
    void countedUp(String stored, long number) {
        counted.put(stored, number);
    }

    /** What a number of the item was counted up to meanwhile; null when it was not. */
    Long countedUp(String stored) {
        return counted.get(stored);
    }

    /** Lets what is added to an attribute replace it, instead of adding to what is there. */
    ItemDraft forget(String stored) {
        forgotten.add(stored);
        return this;
    }

    boolean isForgotten(String stored) {
        return forgotten.contains(stored);
    }

    ItemDraft addMembers(String stored, AttributeValue members) {
        update();
        setAdds.put(stored, members);
        return this;
    }

    ItemDraft deleteMembers(String stored, AttributeValue members) {
        update();
        setDeletes.put(stored, members);
        return this;
    }

    public ItemDraft guard(Guard guard) {
        if (!(guard.existence() && kind == Kind.PUT)) {
            guards.add(guard);
        }
        return this;
    }

    ItemDraft returning(String values) {
        returned = values;
        return this;
    }

    /** Says which attribute every write of the item counts up. */
    ItemDraft counting(String stored) {
        version = stored;
        return add(stored, BigDecimal.ONE);
    }

    /** Makes it depend on the version. */
    ItemDraft checking(String stored, AttributeValue value, Guard guard) {
        version = stored;
        checked = value;
        return guard(guard);
    }

    /** Says that the key was made for this write, by chance, and is nobody else's. */
    ItemDraft fresh() {
        isFresh = true;
        return this;
    }

    /** Says that it is deleted here, or marked as deleted. */
    ItemDraft leaving() {
        isLeaving = true;
        return this;
    }

    /** Says that something written here refers to it: it has to be there afterwards, too. */
    ItemDraft staying(Supplier<? extends RuntimeException> refusal) {
        stays = refusal;
        return this;
    }

    /** Refuses what would leave something that refers to nothing. */
    void requireStay() {
        if (isLeaving && stays != null) {
            throw stays.get();
        }
    }

    /** Says that doing it twice harms nobody. */
    ItemDraft harmless() {
        isHarmless = true;
        return this;
    }

    boolean isHarmless() {
        return isHarmless;
    }

    /** The item as it was read before the write. */
    ItemDraft seen(Item item) {
        seen = item;
        return this;
    }

    Item seen() {
        return seen;
    }

    Item key() {
        return key;
    }

    String table() {
        return table;
    }

    /** Judges what became of the request when its answer was lost. */
    LostAnswer lost(Request.Action sent) {
        return new LostAnswer(sent, version, checked, isFresh);
    }

    /** The refusal of the guard that does not hold for {@code blocking}. */
    RuntimeException refusal(Item blocking) {
        for (Guard guard : guards) {
            if (!guard.holds().test(blocking)) {
                return guard.refusal().apply(blocking);
            }
        }
        return new Guard.Stale();
    }

    /** @param alone whether it is the only item: then an update that changes nothing may be sent as such */
    public Request.Action action(boolean alone) {
        Aliases aliases = new Aliases();
        String text = kind == Kind.UPDATE ? updateText(aliases) : "";
        String update = text.isEmpty() ? null : text;
        String condition = conditionText(aliases);
        boolean isCheck = kind == Kind.UPDATE && update == null && !alone;
        return switch (isCheck ? Kind.CHECK : kind) {
            case PUT -> new Request.PutItem(table, whole, condition, aliases.names(), aliases.values(), returned);
            case DELETE -> new Request.DeleteItem(table, key, condition, aliases.names(), aliases.values(), returned);
            case UPDATE ->
                new Request.UpdateItem(table, key, update, condition, aliases.names(), aliases.values(), returned);
            case CHECK -> new Request.ConditionCheck(table, key, condition, aliases.names(), aliases.values());
        };
    }

    private void become(Kind next) {
        if (kind != Kind.CHECK && kind != next) {
            throw new WriteRefused(
                    WriteRefused.Rule.WRITTEN_TWICE,
                    table,
                    "one transaction cannot both " + kind.word() + " and " + next.word() + " the same item: " + key
                            + " in " + table);
        }
        if (kind == next && (next == Kind.PUT || next == Kind.DELETE)) {
            throw new WriteRefused(
                    WriteRefused.Rule.ALREADY_EXISTS, table, "one transaction writes the item " + key + " twice");
        }
        kind = next;
    }

    private String conditionText(Aliases aliases) {
        Set<String> texts = new LinkedHashSet<>();
        for (Guard guard : guards) {
            String text = guard.text().apply(aliases);
            texts.add(guard.isOr() && guards.size() > 1 ? "(" + text + ")" : text);
        }
        return texts.isEmpty() ? null : String.join(" AND ", texts);
    }

    private String updateText(Aliases aliases) {
        List<String> clauses = new ArrayList<>();
        for (String stored : forgotten) {
            BigDecimal amount = adds.remove(stored);
            if (amount != null) {
                set(stored, NumberText.of(amount));
            }
        }
        if (!sets.isEmpty()) {
            clauses.add("SET "
                    + sets.entrySet().stream()
                            .map(e -> aliases.name(e.getKey()) + " = "
                                    + e.getValue().apply(aliases))
                            .collect(Collectors.joining(", ")));
        }
        if (!removes.isEmpty()) {
            clauses.add("REMOVE " + removes.stream().map(aliases::name).collect(Collectors.joining(", ")));
        }
        List<String> added = new ArrayList<>();
        adds.forEach((stored, amount) -> added.add(aliases.name(stored) + " " + aliases.value(NumberText.of(amount))));
        setAdds.forEach((stored, members) -> added.add(aliases.name(stored) + " " + aliases.value(members)));
        if (!added.isEmpty()) {
            clauses.add("ADD " + String.join(", ", added));
        }
        if (!setDeletes.isEmpty()) {
            clauses.add("DELETE "
                    + setDeletes.entrySet().stream()
                            .map(e -> aliases.name(e.getKey()) + " " + aliases.value(e.getValue()))
                            .collect(Collectors.joining(", ")));
        }
        return String.join(" ", clauses);
    }
}
