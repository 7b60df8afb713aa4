package dev.partita.whole;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes up the attributes of an entity. */
final class AttributeMaker {

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
            "host",
            "level",
            "spot",
            "spots",
            "pin",
            "token",
            "tries",
            "once",
            "ref",
            "lines");

    private final Dice dice;
    private final DesignMaker.Draft draft;
    private final List<String> types;

    /** @param types the named ones */
    AttributeMaker(Dice dice, DesignMaker.Draft draft, List<String> types) {
        this.dice = dice;
        this.draft = draft;
        this.types = types;
    }

    void make() {
        if (draft.parent != null) {
            String id = draft.parent.id();
            Map<String, Object> reference = new LinkedHashMap<>(draft.parent.attribute(id));
            reference.remove("generate");
            reference.remove("store");
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
        draft.attributes.put(draft.id(), id());
        draft.sorts.add(draft.id());
        if (dice.chance(0.6)) {
            sorted("createdAt", Tree.of("type", time(), "set", "on-create"));
        }
        if (dice.chance(0.2)) {
            draft.attributes.put("changedAt", Tree.of("type", time(), "set", "on-write"));
        }
        if (dice.chance(0.1)) {
            draft.attributes.put("madeBy", Tree.of("type", "string", "set", dice.of("on-create", "on-write")));
        }
        if (dice.chance(0.6)) {
            Map<String, Object> words = Tree.of("enum", List.of("open", "closed", "done#1"));
            if (dice.chance(0.5)) {
                words.put("required", true);
            } else {
                words.put("default", dice.of("open", "closed"));
                if (dice.chance(0.4)) {
                    words.put("moves", moves((String) words.get("default")));
                }
            }
            if (dice.chance(0.2)) {
                words.put("cardinality", 3);
            }
            draft.attributes.put("status", words);
            draft.groups.add("status");
        }
        if (dice.chance(0.5)) {
            sorted("rank", Tree.of("type", "integer", "range", dice.of("0..999", "1..50"), "required", true));
        }
        if (dice.chance(0.5)) {
            sorted("label", Tree.of("type", "string", "length", "1..40", "required", true));
            draft.groups.add("label");
            if (dice.chance(0.2)) {
                draft.add("label", "stored", "lb");
            }
        }
        if (dice.chance(0.4)) {
            draft.attributes.put("isHot", Tree.of("type", dice.of("flag", "boolean"), "default", dice.chance(0.5)));
            draft.groups.add("isHot");
        }
        for (String name : dice.some(MORE, dice.below(7))) {
            Object words = another(name);
            if (words != null) {
                draft.attributes.put(name, words);
                options(name);
            }
        }
        computed();
    }

    private Object another(String name) {
        return switch (name) {
            case "note" -> dice.chance(0.5) ? "string" : Tree.of("type", "string", "length", "..30");
            case "amount" -> dice.chance(0.5) ? "decimal" : Tree.of("type", "decimal", "range", "-5..100.5");
            case "count" -> Tree.of("type", "integer", "default", dice.below(3));
            case "tries" -> Tree.of("type", "integer", "default", 0, "range", "0..6");
            case "once" -> Tree.of("type", "string", "immutable", true);
            case "tags" -> tags();
            case "days" -> Tree.of("type", "set of " + dice.of("string", "integer", "date"));
            case "place" ->
                Tree.of("record", Tree.of("street", "string", "city", Tree.of("type", "string", "stored", "c")));
            case "extra" ->
                dice.of("map", "map of string", "map of integer", Tree.of("type", "map of string", "max-items", 1));
            case "data" -> "binary";
            case "code" -> Tree.of("type", "string", "pattern", "[a-z]{1,3}[0-9]?");
            case "born" -> "date";
            case "seen" -> time();
            case "paid" -> "iso-time";
            case "marks" -> dice.of("list of integer", "list of decimal", "list of boolean");
            case "whatever" -> "any";
            case "ref" -> dice.of("ulid", "uuid");
            case "lines" -> dice.chance(0.5) ? "set of string" : Tree.of("type", "set of string", "max-items", 3);
            case "mail" ->
                Tree.of("type", "string", "normalise", dice.of(List.of("trim", "lower"), "lower", "upper", "trim"));
            case "link" -> Tree.of("type", "string", "normalise", dice.of("url", "url", "public-url"));
            case "level" -> types.contains("Level") ? "Level" : Tree.of("enum", List.of("low", "top"), "open", true);
            case "spot" -> types.contains("Spot") ? "Spot" : null;
            case "spots" -> types.contains("Spots") ? Tree.of("type", "Spots", "max-items", 3) : null;
            case "pin" -> Tree.of("type", "password", "hidden", true, "secret", true, "cost", 4);
            case "token" -> Tree.of("type", "string", "hidden", true, dice.of("personal", "secret"), true);
            default -> Tree.of("type", "string", "normalise", types.contains("Spot") ? "public-domain" : "domain");
        };
    }

    /** Words that go with many attributes. */
    private void options(String name) {
        Map<String, Object> words = draft.attribute(name);
        boolean isText = "string".equals(words.get("type"));
        boolean isPlain = !words.containsKey("default") && !words.containsKey("hidden");
        maybe(name, 0.1, "stored", "x" + name);
        maybe(name, isText ? 0.1 : 0, "prefix", dice.of("P#", "it:"));
        maybe(name, isPlain ? 0.1 : 0, "absent", null);
        maybe(name, 0.05, "about", "Whatever it is.");
        maybe(name, 0.05, "size", "60 bytes");
        maybe(name, 0.02, "ignore", Tree.of("reserved-word-stored", "A toy."));
        maybe(name, isText ? 0.1 : 0, "personal", true);
        maybe(name, isPlain && !words.containsKey("immutable") ? 0.08 : 0, "required", true);
        maybe(name, isPlain ? 0.05 : 0, "immutable", true);
    }

    private void maybe(String name, double share, String word, Object value) {
        if (dice.chance(share)) {
            draft.add(name, word, value);
        }
    }

    /** What follows from other attributes. */
    private void computed() {
        if (draft.attributes.containsKey("host") && dice.chance(0.4)) {
            // What is held against the other may never change.
            draft.attributes.put("host", Tree.of("type", "string", "normalise", "domain", "immutable", true));
            draft.attributes.put(
                    "link", Tree.of("type", "string", "normalise", "url", "host-in", "host", "immutable", true));
        }
        if (draft.attributes.containsKey("rank") && dice.chance(0.3)) {
            draft.attributes.put("place2", Tree.of("type", "integer", "derive", "rank"));
        }
        if (draft.attributes.containsKey("status") && draft.attributes.containsKey("label") && dice.chance(0.4)) {
            draft.attributes.put(
                    "title",
                    Tree.of("type", "string", "derive", dice.of("{status}-{label}", "{label:upper}", "is {status}")));
        }
        if (draft.attributes.containsKey("note") && dice.chance(0.4)) {
            List<String> of = new ArrayList<>(List.of("note"));
            if (draft.attributes.containsKey("label")) {
                of.add("label");
            }
            if (dice.chance(0.3)) {
                draft.attributes.put("seed", Tree.of("type", "decimal", "store", false));
                of.add("seed");
            }
            draft.attributes.put("noteHash", Tree.of("type", "string", "hash-of", of));
        }
        if (dice.chance(0.1)) {
            draft.attributes.put("fixed", Tree.of("type", "integer", "default", 7, "read-only", true));
        }
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

    private void sorted(String name, Map<String, Object> words) {
        draft.attributes.put(name, words);
        draft.sorts.add(name);
    }

    private String time() {
        return dice.of("timestamp", "timestamp", "timestamp-millis", "epoch-seconds", "epoch-millis");
    }

    private Object id() {
        return switch (dice.below(9)) {
            case 0 -> Tree.of("type", "ulid", "generate", "ulid");
            case 1 -> Tree.of("type", "string", "generate", "ulid");
            case 2 -> Tree.of("type", "uuid", "generate", "uuid");
            case 3 -> Tree.of("type", "string", "generate", draft.small() + "_{ulid}");
            case 4 -> Tree.of("type", "integer", "range", "0..999999");
            case 5 -> Tree.of("type", "string", "store", false);
            default -> "string";
        };
    }

    /** Steps from each state to some of the others, and perhaps to itself; each is reached from somewhere. */
    private Map<String, Object> moves(String first) {
        String second = first.equals("open") ? "closed" : "open";
        Map<String, Object> moves = new LinkedHashMap<>();
        moves.put(first, dice.of(second, List.of(second, "done#1"), List.of(second, first)));
        moves.put(second, dice.of("done#1", List.of("done#1", first)));
        if (dice.chance(0.5)) {
            moves.put("done#1", dice.of(first, List.of("done#1")));
        }
        return moves;
    }
}
