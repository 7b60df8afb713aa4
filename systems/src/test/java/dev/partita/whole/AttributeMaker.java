package dev.partita.whole;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes up the attributes of an entity. */
final class AttributeMaker {

    private final Dice dice;
    private final DesignMaker.Draft draft;
    private final String separator;

    AttributeMaker(Dice dice, DesignMaker.Draft draft, String separator) {
        this.dice = dice;
        this.draft = draft;
        this.separator = separator;
    }

    void make() {
        if (draft.parent != null) {
            String id = draft.parent.small() + "Id";
            Map<String, Object> reference = new LinkedHashMap<>(draft.parent.attribute(id));
            reference.remove("generate");
            reference.put("references", draft.parent.name);
            if (dice.chance(0.5)) {
                reference.put("must-exist", true);
            }
            if (dice.chance(0.6)) {
                reference.put("on-delete", dice.of("cascade", "refuse", "keep"));
            }
            draft.attributes.put(id, reference);
            draft.groups.add(id);
        }
        String id = draft.small() + "Id";
        draft.attributes.put(id, id());
        draft.sorts.add(id);
        if (dice.chance(0.6)) {
            add("createdAt", Tree.of("type", time(), "set", "on-create"), true);
        }
        if (dice.chance(0.6)) {
            Map<String, Object> words = Tree.of("enum", List.of("open", "closed", "done#1"));
            words.put(dice.of("required", "default"), true);
            words.computeIfPresent("default", (word, value) -> dice.of("open", "closed"));
            draft.attributes.put("status", words);
            draft.groups.add("status");
        }
        if (dice.chance(0.5)) {
            add("rank", Tree.of("type", "integer", "range", dice.of("0..999", "1..50"), "required", true), true);
        }
        if (dice.chance(0.5)) {
            add("label", Tree.of("type", "string", "length", "1..40", "required", true), true);
            draft.groups.add("label");
        }
        if (dice.chance(0.4)) {
            draft.attributes.put("isHot", Tree.of("type", dice.of("flag", "boolean"), "default", dice.chance(0.5)));
            draft.groups.add("isHot");
        }
        List<String> more = new ArrayList<>(MORE);
        for (String name : dice.some(more, dice.below(6))) {
            draft.attributes.put(name, another(name));
        }
    }

    private static final List<String> MORE = List.of(
            "note",
            "amount",
            "count",
            "tags",
            "days",
            "place",
            "extra",
            "data",
            "code",
            "born",
            "seen",
            "paid",
            "marks",
            "whatever",
            "mail",
            "link",
            "host");

    private Object another(String name) {
        return switch (name) {
            case "note" -> dice.chance(0.5) ? "string" : Tree.of("type", "string", "length", "..30");
            case "amount" -> dice.chance(0.5) ? "decimal" : Tree.of("type", "decimal", "range", "-5..100.5");
            case "count" -> Tree.of("type", "integer", "default", dice.below(3));
            case "tags" -> tags();
            case "days" -> Tree.of("type", "set of " + dice.of("string", "integer", "date"));
            case "place" ->
                Tree.of("record", Tree.of("street", "string", "city", Tree.of("type", "string", "stored", "c")));
            case "extra" -> dice.of("map", "map of string", "map of integer");
            case "data" -> "binary";
            case "code" -> Tree.of("type", "string", "pattern", "[a-z]{1,3}[0-9]?");
            case "born" -> "date";
            case "seen" -> time();
            case "paid" -> "iso-time";
            case "marks" -> dice.of("list of integer", "list of decimal", "list of boolean");
            case "whatever" -> "any";
            case "mail" ->
                Tree.of("type", "string", "normalise", dice.of(List.of("trim", "lower"), "lower", "upper", "trim"));
            case "link" -> Tree.of("type", "string", "normalise", "url");
            default -> Tree.of("type", "string", "normalise", "domain");
        };
    }

    private Map<String, Object> tags() {
        Map<String, Object> words = Tree.of("type", "list of string");
        if (dice.chance(0.6)) {
            words.put("max-items", 4);
        }
        if (dice.chance(0.4)) {
            words.put("distinct", true);
        }
        if (dice.chance(0.3)) {
            words.put("normalise", List.of("trim", "lower"));
        }
        return words;
    }

    private void add(String name, Map<String, Object> words, boolean isSorted) {
        draft.attributes.put(name, words);
        if (isSorted) {
            draft.sorts.add(name);
        }
    }

    private String time() {
        return dice.of("timestamp", "timestamp-millis", "epoch-seconds", "epoch-millis");
    }

    private Object id() {
        return switch (dice.below(8)) {
            case 0 -> Tree.of("type", "ulid", "generate", "ulid");
            case 1 -> Tree.of("type", "string", "generate", "ulid");
            case 2 -> Tree.of("type", "uuid", "generate", "uuid");
            case 3 -> Tree.of("type", "string", "generate", draft.small() + "_{ulid}");
            case 4 -> Tree.of("type", "integer", "range", "0..999999");
            default -> "string";
        };
    }

    String separator() {
        return separator;
    }
}
