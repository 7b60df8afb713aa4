package dev.partita.design;

import dev.partita.design.internal.text.Quantities;
import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Quotas: what is counted, where, and up to what limit. */
final class QuotaReader {

    private final PartialDesign draft;

    QuotaReader(PartialDesign draft) {
        this.draft = draft;
    }

    Map<String, Quota> all(Node.Mapping quotas) {
        Map<String, Quota> all = new LinkedHashMap<>();
        for (Map.Entry<String, Node> entry : quotas.entries().entrySet()) {
            String name = entry.getKey();
            Node node = entry.getValue();
            draft.checkName(name, name, quotas.placeOfKey(name), "a quota");
            all.put(name, one(name, node));
        }
        return all;
    }

    private Quota one(String name, Node node) {
        ConstructReader f = ConstructReader.of(node, Vocabulary.QUOTA, name, draft.problems);
        TemplateReader reader = new TemplateReader(draft.problems, name);
        if (f.isMap()) {
            f.require("counts", "name the entity whose items are counted");
            f.require("per", "name the attributes that make one count: `per: userId`");
            f.require("limit", "a number, or where it stands: `limit: User.checkLimit`");
            if (f.has("counter") == f.has("item")) {
                f.error(
                        ReaderRule.MISSING,
                        f.map().placeOfKey("item"),
                        f.has("item")
                                ? "a quota has a counter or an item, not both"
                                : "nothing says where the count is kept",
                        "write `counter: User.checkCount`, or the key of an item of its own: `item: { pk: …, sk: … }`");
            }
        }
        if (f.has("counter") && !f.has("item") && f.has("expiry")) {
            f.error(
                    ReaderRule.UNKNOWN_WORD,
                    f.map().placeOfKey("expiry"),
                    "`expiry` has no effect without `item`: the counter goes with the item it stands on",
                    Help.edit(new Edit.Drop()));
        }
        List<Template.Variable> per = new ArrayList<>();
        for (Node.Text text : f.texts("per")) {
            Template.Variable variable = reader.variable(text);
            if (variable != null) {
                per.add(variable);
            }
        }
        Map<String, Template> item = new LinkedHashMap<>();
        for (Map.Entry<String, Node> entry : f.entries("item").entrySet()) {
            String attribute = entry.getKey();
            Node template = entry.getValue();
            Template read = reader.read(template);
            if (read != null) {
                item.put(attribute, read);
            }
        }
        String[] counter = counter(f);
        return new Quota(
                name,
                f.text("about"),
                f.text("counts"),
                per,
                counter[0],
                counter[1],
                item,
                f.seconds("expiry"),
                f.text("by"),
                limits(f),
                unlimited(f),
                f.map());
    }

    private static String[] counter(ConstructReader f) {
        Node.Text text = f.textNode("counter");
        String[] names = text == null ? new String[0] : text.value().split("\\.", -1);
        if (text != null && names.length != 2) {
            f.error(
                    ReaderRule.WRONG_VALUE,
                    text.place(),
                    "`" + text.value() + "` is not an entity and its counter",
                    "write `User.checkCount`");
        }
        return names.length == 2 ? names : new String[2];
    }

    private Map<String, Quota.Limit> limits(ConstructReader f) {
        Map<String, Quota.Limit> limits = new LinkedHashMap<>();
        Node node = f.node("limit");
        if (node instanceof Node.Mapping map) {
            for (Map.Entry<String, Node> limit : map.entries().entrySet()) {
                put(limits, limit.getKey(), limit.getValue(), f);
            }
            f.require("by", "say which attribute chooses among the limits: `by: action`");
        } else if (node != null) {
            put(limits, "", node, f);
            if (f.has("by")) {
                f.error(
                        ReaderRule.UNKNOWN_WORD,
                        f.map().placeOfKey("by"),
                        "`by` has no effect: there is one limit, and nothing to choose",
                        Help.edit(new Edit.Drop()));
            }
        }
        return limits;
    }

    private static void put(Map<String, Quota.Limit> limits, String value, Node node, ConstructReader f) {
        if (!(node instanceof Node.Text text) || text.isNull()) {
            f.wrongKind("limit", node, "a number or a path such as `User.checkLimit`");
            return;
        }
        var number = Quantities.number(text.value());
        if (number == null) {
            limits.put(value, new Quota.Limit(null, List.of(text.value().split("\\.", -1)), text));
        } else if (number.stripTrailingZeros().scale() > 0 || number.abs().compareTo(BIGGEST) > 0) {
            f.error(
                    ReaderRule.WRONG_VALUE,
                    text.place(),
                    "`" + text.value() + "` is not a whole number",
                    "write `limit: 10`");
        } else {
            limits.put(value, new Quota.Limit(number.longValue(), List.of(), text));
        }
    }

    private static final java.math.BigDecimal BIGGEST = java.math.BigDecimal.valueOf(Long.MAX_VALUE);

    private static Long unlimited(ConstructReader f) {
        Node.Text text = f.textNode("unlimited");
        var number = text == null ? null : Quantities.number(text.value());
        boolean isWhole = number != null
                && number.stripTrailingZeros().scale() <= 0
                && number.abs().compareTo(BIGGEST) <= 0;
        return f.told(text, "a whole number, such as -1", isWhole ? number.longValue() : null);
    }
}
