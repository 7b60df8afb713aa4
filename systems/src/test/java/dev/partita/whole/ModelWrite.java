package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Part;
import dev.partita.whole.Sketch.Pattern;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** One write, done to the model: what an item is filled with, and what follows from its values. */
abstract class ModelWrite {

    /**
     * What a write is judged with.
     *
     * @param before everything as it is before the first part of a transaction
     */
    record Given(
            Model model,
            Model before,
            ModelAccess.Claim claim,
            boolean isOwnerLeftOut,
            Map<String, Object> learned,
            List<Map<String, Object>> learnedParts) {}

    final Model model;
    final Model before;
    final Sketch sketch;
    final Set<String> refusals = new TreeSet<>();
    final Set<String> tolerated = new TreeSet<>();
    final ModelAccess.Claim claim;
    /** Whether the caller did not say whose it is, so that it is theirs if it is new. */
    final boolean isOwnerLeftOut;

    final Map<String, Object> learned;
    final List<Map<String, Object>> learnedParts;

    /** Counters of sequences stay where they are: a number that was taken is gone. */
    final List<Object[]> taken = new ArrayList<>();

    ModelWrite(Given given) {
        this.model = given.model();
        this.before = given.before();
        this.claim = given.claim();
        this.isOwnerLeftOut = given.isOwnerLeftOut();
        this.sketch = model.sketch();
        this.learned = given.learned();
        this.learnedParts = given.learnedParts();
    }

    /** Does it to the model, unless a rule forbids it. */
    abstract ModelWrites.Verdict run(Pattern pattern, Entity entity, Map<String, Object> arguments);

    ModelWrites.Verdict refused() {
        Set<String> all = new TreeSet<>(refusals);
        all.addAll(tolerated);
        return new ModelWrites.Verdict(all, Set.of(), null, Map.of(), List.of());
    }

    /** A new item: what is given, what the pattern sets, and what the design fills in. */
    Map<String, Object> complete(Pattern pattern, Entity entity, Map<String, Object> given, Map<String, Object> told) {
        Map<String, Object> set =
                pattern == null ? Map.of() : Tree.map(pattern.words().get("set"));
        if (pattern != null && pattern.names("require").stream().anyMatch(name -> given.get(name) == null)) {
            refusals.add("invalid");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (Attribute attribute : entity.attributes().values()) {
            String name = attribute.name();
            if (attribute.get("generate") instanceof String && given.get(name) != null) {
                chosen.add(values);
            }
            if (given.get(name) != null && (set.containsKey(name) || ModelWrites.isOthersToWrite(entity, attribute))) {
                refusals.add("invalid");
            }
            try {
                Object value = set.containsKey(name)
                        ? constant(attribute, set.get(name))
                        : Values.kept(attribute, given.get(name));
                if (value != null && !attribute.moves().isEmpty() && !value.equals(attribute.get("default"))) {
                    refusals.add("invalid");
                }
                value = value == null ? initial(entity, attribute, told) : value;
                if (value != null) {
                    values.put(name, value);
                }
            } catch (Values.Invalid e) {
                refusals.add("invalid");
            }
        }
        given.keySet().stream()
                .filter(name -> !entity.attributes().containsKey(name))
                .forEach(name -> refusals.add("invalid"));
        compute(entity, values, values, true);
        hosts(entity, values);
        for (Attribute attribute : entity.attributes().values()) {
            Object value = values.get(attribute.name());
            boolean isKey = entity.keyNames().contains(attribute.name());
            boolean isMissing = value == null || value.equals("") && isKey;
            if ((isKey || attribute.is("required")) && isMissing && attribute.sequence() == null) {
                refusals.add("invalid");
            }
        }
        return values;
    }

    /** Items whose callers chose the id that would have told when they were written. */
    final Set<Map<String, Object>> chosen = Collections.newSetFromMap(new IdentityHashMap<>());

    /** A URL is on the host of another attribute, or below it. */
    void hosts(Entity entity, Map<String, Object> values) {
        for (Attribute attribute : entity.attributes().values()) {
            Object link = values.get(attribute.name());
            Object domain = attribute.text("host-in") == null ? null : values.get(attribute.text("host-in"));
            if (link != null && domain != null) {
                String host = ((String) link).replaceFirst("^[a-z]+://", "").replaceFirst("[:/?].*$", "");
                if (!host.equals(domain) && !host.endsWith("." + domain)) {
                    refusals.add("invalid");
                }
            }
        }
    }

    Object initial(Entity entity, Attribute attribute, Map<String, Object> told) {
        if (attribute.name().equals(entity.text("version"))) {
            return BigDecimal.ONE;
        }
        if (attribute.text("set") != null && !attribute.text("set").equals("on-delete")) {
            return moment(attribute);
        }
        if (attribute.get("generate") instanceof String form) {
            Object made = told.getOrDefault(attribute.name(), ModelWrites.MADE_UP);
            if (made != ModelWrites.MADE_UP && !fits(form, (String) made)) {
                throw new IllegalStateException(made + " was not generated by " + form);
            }
            return made;
        }
        return Values.kept(attribute, attribute.get("default"));
    }

    static boolean fits(String form, String made) {
        String regex = form.equals("ulid") || form.equals("uuid") ? "{" + form + "}" : form;
        int open = regex.indexOf('{');
        int close = regex.indexOf('}');
        String middle = made.substring(open, made.length() - (regex.length() - close - 1));
        return made.startsWith(regex.substring(0, open))
                && made.endsWith(regex.substring(close + 1))
                && middle.matches(regex.contains("ulid") ? "[0-9A-Z]{26}" : "[0-9a-f-]{36}");
    }

    /** What {@code set: on-…} stores: the time, or for text who it was. */
    Object moment(Attribute attribute) {
        return attribute.shape().isTime() ? Values.kept(attribute, timeOf(attribute, model.now())) : model.me();
    }

    private Object timeOf(Attribute attribute, Instant moment) {
        return attribute.shape().word().equals("date")
                ? LocalDate.ofInstant(moment, sketch.zone()).toString()
                : moment;
    }

    Object constant(Attribute attribute, Object value) {
        return value == null
                ? null
                : value.equals("me")
                        ? model.me()
                        : String.valueOf(value).startsWith("now")
                                        && attribute.shape().isTime()
                                ? Values.kept(
                                        attribute, timeOf(attribute, Condition.moment((String) value, model.now())))
                                : Values.kept(attribute, value);
    }

    /**
     * Derived attributes follow from the others; so do hashes. What is an input only is not kept, so a hash of such follows what is
     * given, and stays when none of it is.
     */
    void compute(Entity entity, Map<String, Object> values, Map<String, Object> given, boolean isWhole) {
        for (int pass = 0; pass < 2; pass++) {
            for (Attribute attribute : entity.attributes().values()) {
                if (attribute.get("derive") != null) {
                    keep(attribute, values, derived(entity, attribute, values));
                }
                List<String> parts = Tree.names(attribute.get("hash-of"));
                boolean isTouched = isWhole || parts.stream().anyMatch(given::containsKey);
                if (!parts.isEmpty() && isTouched) {
                    keep(attribute, values, hash(entity, parts, values));
                }
            }
        }
    }

    static void keep(Attribute attribute, Map<String, Object> values, Object value) {
        if (value == null) {
            values.remove(attribute.name());
        } else {
            values.put(attribute.name(), Values.kept(attribute, value));
        }
    }

    Object derived(Entity entity, Attribute attribute, Map<String, Object> values) {
        String from = attribute.text("derive");
        if (entity.attributes().containsKey(from)) {
            return values.get(from);
        }
        StringBuilder text = new StringBuilder();
        for (Part part : Sketch.template(from)) {
            Object value = part.isAttribute() ? values.get(part.attribute()) : part.literal();
            if (value == null) {
                return null;
            }
            boolean isAlone = Sketch.template(from).size() == 1;
            text.append(part.isAttribute() ? KeyTexts.of(sketch, part, entity, value, isAlone) : value);
        }
        return text.toString();
    }

    static Object hash(Entity entity, List<String> parts, Map<String, Object> values) {
        if (parts.stream().allMatch(name -> values.get(name) == null)) {
            return null;
        }
        List<String> texts = parts.stream()
                .map(name -> KeyTexts.plain(entity.attributes().get(name), values.get(name)))
                .toList();
        boolean isPlain = texts.size() == 1 || texts.stream().noneMatch(text -> text.isEmpty() || text.contains("\n"));
        return Values.sha256(
                isPlain
                        ? String.join("\n", texts)
                        : parts.stream()
                                .map(name -> json(
                                        values.get(name),
                                        KeyTexts.plain(entity.attributes().get(name), values.get(name))))
                                .collect(Collectors.joining(",", "[", "]")));
    }

    /** Text or a number as DynamoDB's JSON has it. */
    private static String json(Object value, String text) {
        return value == null
                ? "null"
                : value instanceof BigDecimal
                        ? "{\"N\":\"" + text + "\"}"
                        : "{\"S\":\""
                                + text.replace("\\", "\\\\")
                                        .replace("\"", "\\\"")
                                        .replace("\n", "\\n")
                                + "\"}";
    }
}
