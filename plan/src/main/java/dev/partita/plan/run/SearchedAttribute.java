package dev.partita.plan.run;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Table;
import dev.partita.item.Attributes;
import dev.partita.item.ByteWriter;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.KeyCodec;
import dev.partita.plan.ItemValues;
import dev.partita.plan.SearchWords;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.SoftDeleteFilter;
import dev.partita.plan.internal.request.BatchRead;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An attribute by whose words patterns find items, and the items they can find: those that are not marked as deleted, as a rule. */
public final class SearchedAttribute {

    private final Codec codec;
    private final String attribute;
    private final boolean hidesDeleted;

    private SearchedAttribute(Codec codec, String attribute, boolean hidesDeleted) {
        this.codec = codec;
        this.attribute = attribute;
        this.hidesDeleted = hidesDeleted;
    }

    /** Those of a design, each once. */
    public static List<SearchedAttribute> of(Plans plans) {
        Design design = plans.design();
        Map<String, SearchedAttribute> all = new LinkedHashMap<>();
        for (Pattern pattern : design.patterns().values()) {
            Entity entity = pattern.verb() == Verb.SEARCH && !pattern.entities().isEmpty()
                    ? design.entities().get(pattern.entities().get(0))
                    : null;
            if (entity != null && entity.attributes().containsKey(pattern.searchOn())) {
                all.computeIfAbsent(
                        entity.name() + "." + pattern.searchOn(), name -> of(plans, entity, pattern.searchOn()));
            }
        }
        return List.copyOf(all.values());
    }

    static SearchedAttribute of(Plans plans, Entity entity, String attribute) {
        boolean areAllHiding = plans.design().patterns().values().stream()
                .filter(pattern -> pattern.verb() == Verb.SEARCH
                        && attribute.equals(pattern.searchOn())
                        && pattern.entities().contains(entity.name()))
                .noneMatch(
                        pattern -> SoftDeleteFilter.of(entity, pattern.where()).wantsDeleted());
        return new SearchedAttribute(plans.codec(entity), attribute, areAllHiding);
    }

    public Entity entity() {
        return codec.entity();
    }

    public String attribute() {
        return attribute;
    }

    public Table table() {
        return codec.table();
    }

    /** The words by which an item is found; empty when it is not, and when it is none of the entity's. */
    public List<String> words(Attributes item) {
        if (!item.isPresent() || !codec.holds(item)) {
            return List.of();
        }
        ItemValues values = codec.values(item);
        Object value = values.get(attribute);
        if (value == null || hidesDeleted && codec.isDeleted(values)) {
            return List.of();
        }
        return SearchWords.of(text(value));
    }

    /** Whether an item with this key can be one of the entity's, by the form of its key. */
    public boolean mayHave(Item key) {
        return codec.holds(key);
    }

    /** What of an item has to be known for its words, by stored name. */
    public Set<String> stored() {
        Set<String> stored = new LinkedHashSet<>(table().keyNames());
        if (table().typeAttribute() != null) {
            stored.add(table().typeAttribute());
        }
        List<String> read = new ArrayList<>(List.of(attribute));
        if (entity().softDelete() != null) {
            read.add(entity().softDelete().flag());
            read.add(entity().softDelete().at());
        }
        for (String name : read) {
            Attribute one = name == null ? null : entity().attributes().get(name);
            if (one != null && one.isStored()) {
                stored.add(one.stored());
            }
        }
        return stored;
    }

    /** All that decides on an item's words: while this stays the same, so do they. */
    public String rule() {
        Attribute read = entity().attributes().get(attribute);
        return "words " + SearchWords.VERSION + " of " + entity().name() + "." + attribute + " "
                + read.type().getClass().getSimpleName() + " behind " + read.prefix() + " in " + stored() + " type "
                + entity().type() + " key " + entity().key() + (hidesDeleted ? " without deleted" : "");
    }

    /** The key of an item's table, alone. */
    public Item key(Attributes item) {
        return BatchRead.key(table().keyNames(), item);
    }

    /** Bytes that sort as the keys do. */
    public Bytes order(Attributes key) {
        ByteWriter out = new ByteWriter(64);
        table().keyNames().forEach(name -> KeyCodec.append(out, key.get(name)));
        return Bytes.of(out.toByteArray());
    }

    private static String text(Object value) {
        if (value instanceof Collection<?> several) {
            StringBuilder text = new StringBuilder();
            several.forEach(one -> text.append(one).append('\n'));
            return text.toString();
        }
        return String.valueOf(value);
    }
}
