package dev.partita.whole;

import dev.partita.whole.DesignMaker.Draft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes up what entities have beside attributes: marks, versions, locks, copies, sequences and quotas. */
final class MarkMaker {

    private final Dice dice;
    private final DesignMaker design;

    MarkMaker(Dice dice, DesignMaker design) {
        this.dice = dice;
        this.design = design;
    }

    void make() {
        for (Draft draft : design.drafts()) {
            if (dice.chance(0.2)) {
                softDelete(draft);
            }
            if (dice.chance(0.25)) {
                draft.attributes.put("version", dice.of("integer", Tree.of("type", "integer")));
                draft.words.put("version", "version");
            }
            expiry(draft);
            unique(draft);
        }
        for (Draft draft : List.copyOf(design.drafts())) {
            if (draft.parent != null && dice.chance(0.3)) {
                sequence(draft);
            }
            if (draft.attributes.containsKey("tags") && draft.keyNames.size() == 1 && dice.chance(0.7)) {
                copies(draft, "tags", "tag");
            } else if (draft.attributes.containsKey("lines") && draft.keyNames.size() == 1 && dice.chance(0.5)) {
                copies(draft, "lines", "line");
            } else if (draft.keyNames.size() == 1 && dice.chance(0.05)) {
                copies(draft, null, null);
            }
        }
        for (Draft draft : List.copyOf(design.drafts())) {
            if (dice.chance(0.25) && !draft.isCopy()) {
                quota(draft);
            }
        }
    }

    private void softDelete(Draft draft) {
        Map<String, Object> marks = new LinkedHashMap<>();
        int kind = dice.below(3);
        if (kind != 1) {
            marks.put("flag", "isGone");
            draft.attributes.put("isGone", dice.of("flag", "boolean"));
        }
        if (kind != 0) {
            marks.put("at", "goneAt");
            Map<String, Object> at = Tree.of("type", dice.of("timestamp", "epoch-seconds"));
            if (dice.chance(0.4)) {
                at.put("set", "on-delete");
            }
            draft.attributes.put("goneAt", at);
        }
        if (dice.chance(0.3)) {
            marks.put("reason", "goneWhy");
            draft.attributes.put("goneWhy", "string");
        }
        draft.words.put("soft-delete", marks);
    }

    private void expiry(Draft draft) {
        boolean canExpire = Tree.map(design.tables().get(draft.table)).containsKey("expiry");
        if (canExpire && draft.attributes.containsKey("createdAt") && dice.chance(0.4)) {
            draft.words.put("expiry", dice.of("1 day", "3 days", "40 minutes", "1 week") + " after createdAt");
        }
    }

    private void unique(Draft draft) {
        if (draft.table.equals("aside")) {
            return;
        }
        for (String name : List.of("mail", "code", "label", "link")) {
            if (draft.attributes.containsKey(name)
                    && !draft.attribute(name).containsKey("hidden")
                    && dice.chance(0.35)) {
                draft.add(name, "unique", true);
                return;
            }
        }
        if (draft.attributes.containsKey("status") && draft.attributes.containsKey("rank") && dice.chance(0.3)) {
            Map<String, Object> lock = Tree.of("on", List.of("status", "rank"));
            if (dice.chance(0.5)) {
                lock.put(
                        "lock",
                        Tree.of(
                                "pk",
                                "LOCK" + draft.name.toUpperCase(Locale.ROOT) + design.separator() + "{status}"
                                        + design.separator() + "{rank}",
                                "sk",
                                "LOCK"));
            }
            if (dice.chance(0.2)) {
                lock.put("about", "No two alike.");
            }
            draft.words.put("unique", Tree.of("alike", lock));
        }
    }

    /** The id becomes a number that the parent counts. */
    private void sequence(Draft draft) {
        if (draft.attribute(draft.id()).get("type") == null || draft.words.containsKey("soft-delete")) {
            return;
        }
        boolean isReferred = design.drafts().stream().anyMatch(other -> other.parent == draft);
        if (isReferred) {
            return;
        }
        String counter = draft.small() + "sMade";
        draft.parent.attributes.put(counter, Tree.of("type", "integer", "default", 0, "read-only", true));
        Map<String, Object> generate = Tree.of("sequence", draft.parent.name + "." + counter);
        if (dice.chance(0.6)) {
            generate.put("max", dice.of(3, 999));
        }
        draft.attributes.put(draft.id(), Tree.of("type", "integer", "generate", generate));
        Map<String, Object> key = Tree.map(draft.words.get("key"));
        key.replaceAll((name, template) ->
                ((String) template).replaceAll("\\{" + draft.id() + "(:06)?}", "{" + draft.id() + ":06}"));
    }

    private void copies(Draft origin, String each, String as) {
        String name = origin.name + (each == null ? "Copy" : "Tag");
        Draft copy = new Draft(name);
        copy.table = origin.table;
        if (copy.table.equals("aside")) {
            return;
        }
        if (Tree.map(design.tables().get(copy.table)).containsKey("type-attribute")) {
            copy.words.put("type", name.toUpperCase(Locale.ROOT));
        }
        Map<String, Object> id = new LinkedHashMap<>(origin.attribute(origin.id()));
        id.remove("generate");
        id.remove("store");
        id.put("references", origin.name);
        String separator = design.separator();
        String prefix = name.toUpperCase(Locale.ROOT);
        Map<String, Object> from = Tree.of("entity", origin.name);
        if (each == null) {
            copy.words.put(
                    "key", Tree.of("pk", prefix + separator + DesignMaker.part(origin, origin.id()), "sk", prefix));
        } else {
            from.put("each", each);
            from.put("as", as);
            copy.words.put(
                    "key",
                    Tree.of(
                            "pk",
                            prefix + separator + "{" + as + "}",
                            "sk",
                            prefix + separator + DesignMaker.part(origin, origin.id())));
            copy.attributes.put(as, "string");
            copy.keyNames.add(as);
        }
        copy.words.put("from", from);
        copy.attributes.put(origin.id(), id);
        copy.keyNames.add(origin.id());
        if (origin.words.containsKey("expiry")) {
            // What the origin's expiry is counted from: then a copy goes at the same moment.
            copy.attributes.put("createdAt", origin.attribute("createdAt").get("type"));
        }
        for (String more : List.of("status", "rank", "label")) {
            if (origin.attributes.containsKey(more) && dice.chance(0.3)) {
                Map<String, Object> words = new LinkedHashMap<>(origin.attribute(more));
                words.remove("unique");
                copy.attributes.put(more, words);
            }
        }
        design.drafts().add(copy);
    }

    private void quota(Draft draft) {
        if (draft.parent != null && dice.chance(0.5)) {
            String counter = draft.small() + "Count";
            draft.parent.attributes.put(counter, Tree.of("type", "integer", "default", 0, "read-only", true));
            Map<String, Object> quota = Tree.of(
                    "counts", draft.name, "per", draft.parent.id(), "counter", draft.parent.name + "." + counter);
            if (dice.chance(0.6)) {
                String limit = draft.small() + "Limit";
                draft.parent.attributes.put(limit, Tree.of("type", "integer", "default", dice.of(1, 2, 3, -1)));
                quota.put("limit", draft.parent.name + "." + limit);
                if (dice.chance(0.5)) {
                    quota.put("unlimited", -1);
                }
            } else {
                quota.put("limit", 1 + dice.below(3));
            }
            design.quotas().put(draft.small() + "s", quota);
            return;
        }
        if (draft.table.equals("aside")) {
            return;
        }
        List<String> per = new ArrayList<>();
        if (draft.attributes.containsKey("createdAt") && dice.chance(0.6)) {
            per.add("createdAt:" + dice.of("date", "month", "hour", "year"));
        }
        List<String> groups = draft.groups.stream()
                .filter(name -> List.of("status", "isHot").contains(name) || draft.keyNames.contains(name))
                .toList();
        per.addAll(dice.some(groups, 1));
        if (per.isEmpty()) {
            return;
        }
        List<String> parts = new ArrayList<>(List.of("QUOTA", draft.name.toUpperCase(Locale.ROOT)));
        per.forEach(name -> parts.add(name.contains(":") ? "{" + name + "}" : DesignMaker.part(draft, name)));
        Map<String, Object> quota = Tree.of(
                "counts",
                draft.name,
                "per",
                per.size() == 1 ? per.get(0) : per,
                "item",
                Tree.of("pk", String.join(design.separator(), parts), "sk", "QUOTA"));
        if (Tree.map(design.tables().get(draft.table)).containsKey("expiry") && dice.chance(0.6)) {
            quota.put("expiry", "400 days");
        }
        if (per.contains("status") && dice.chance(0.6)) {
            quota.put("by", "status");
            quota.put("limit", Tree.of("open", 1 + dice.below(4), "closed", 3));
        } else {
            quota.put("limit", 2 + dice.below(4));
        }
        if (dice.chance(0.2)) {
            quota.put("about", "So many and no more.");
        }
        design.quotas().put(draft.small() + "sAtOnce", quota);
    }
}
