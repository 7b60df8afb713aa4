package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Part;
import dev.partita.whole.Sketch.Pattern;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Every writing pattern, done to the model. */
final class ModelWrites {

    /**
     * What a write must lead to.
     *
     * @param refusals the rules it breaks, any of which may be named; empty when it must succeed
     * @param tolerated rules that may be named although it could have succeeded, since the documents leave it open
     * @param outcome created, updated, …; null for whatever
     * @param values all that is visible of the item afterwards
     * @param parts children of {@code with:}, or the parts of a {@code transact:}
     */
    record Verdict(
            Set<String> refusals,
            Set<String> tolerated,
            String outcome,
            Map<String, Object> values,
            List<Verdict> parts) {}

    /** Stands for an id that nobody has told. */
    static final String MADE_UP = "made up";

    private final Model model;
    private final Sketch sketch;
    private final Set<String> refusals = new TreeSet<>();
    private final Set<String> tolerated = new TreeSet<>();
    private final ModelAccess.Claim claim;
    private final Map<String, Object> learned;
    private final List<Map<String, Object>> learnedParts;

    private ModelWrites(
            Model model, ModelAccess.Claim claim, Map<String, Object> learned, List<Map<String, Object>> learnedParts) {
        this.model = model;
        this.claim = claim;
        this.sketch = model.sketch();
        this.learned = learned;
        this.learnedParts = learnedParts;
    }

    /**
     * Does it to the model, unless it must be refused.
     *
     * @param owners whose item it must be for a pattern, or null for anybody's
     * @param learned what the write answered, and its parts: ids that were made up are taken from there
     */
    static Verdict write(
            Model model,
            Pattern pattern,
            Map<String, Object> arguments,
            Function<Pattern, ModelAccess.Claim> owners,
            Map<String, Object> learned,
            List<Map<String, Object>> learnedParts) {
        return write(model, pattern, arguments, owners, learned, learnedParts, new ArrayList<>());
    }

    private static Verdict write(
            Model model,
            Pattern pattern,
            Map<String, Object> arguments,
            Function<Pattern, ModelAccess.Claim> owners,
            Map<String, Object> learned,
            List<Map<String, Object>> learnedParts,
            List<Object[]> numbers) {
        ModelWrites writes = new ModelWrites(model, owners.apply(pattern), learned, learnedParts);
        if (pattern.verb().equals("transact")) {
            return writes.transact(pattern, arguments, owners);
        }
        Model before = model.copy();
        Entity entity = model.sketch().entity(pattern.of().get(0));
        Verdict verdict;
        try {
            verdict = switch (pattern.verb()) {
                case "create" -> writes.create(pattern, entity, arguments);
                case "put" -> writes.put(pattern, entity, arguments);
                case "update" -> writes.update(pattern, entity, arguments);
                case "delete" -> writes.delete(pattern, entity, arguments);
                default -> writes.restore(pattern, entity, arguments);
            };
        } catch (Values.Invalid e) {
            writes.refusals.add("invalid");
            verdict = writes.refused();
        }
        numbers.addAll(writes.taken);
        if (!verdict.refusals().isEmpty() && !writes.keepsEffects) {
            Model numbered = model.copy();
            model.become(before);
            writes.renumber(numbered);
        }
        return verdict;
    }

    /** Children of a parent that is gone go, although the delete is refused. */
    private boolean keepsEffects;

    /** Counters of sequences stay where they are: a number that was taken is gone. */
    private final List<Object[]> taken = new ArrayList<>();

    private void renumber(Model numbered) {
        for (Object[] one : taken) {
            Entity parent = (Entity) one[0];
            @SuppressWarnings("unchecked")
            List<Object> key = (List<Object>) one[1];
            Map<String, Object> after = numbered.find(parent, key);
            Map<String, Object> there = model.find(parent, key);
            if (after != null && there != null) {
                Map<String, Object> counted = new LinkedHashMap<>(there);
                counted.put((String) one[2], after.get(one[2]));
                model.put(parent, counted);
            }
        }
    }

    private Verdict transact(
            Pattern pattern, Map<String, Object> arguments, Function<Pattern, ModelAccess.Claim> owners) {
        for (String name : pattern.names("same")) {
            if (pattern.of().stream()
                            .map(part -> Tree.map(arguments.get(part)).get(name))
                            .distinct()
                            .count()
                    > 1) {
                refusals.add("invalid");
                return refused();
            }
        }
        Model before = model.copy();
        List<Verdict> parts = new ArrayList<>();
        for (int i = 0; i < pattern.of().size(); i++) {
            Pattern part = sketch.patterns().get(pattern.of().get(i));
            Map<String, Object> own = Tree.map(arguments.get(part.name()));
            Map<String, Object> told = i < learnedParts.size() ? learnedParts.get(i) : Map.of();
            Verdict verdict = write(model, part, own, owners, told, List.of(), taken);
            refusals.addAll(verdict.refusals());
            tolerated.addAll(verdict.tolerated());
            parts.add(verdict);
        }
        if (!refusals.isEmpty()) {
            Model numbered = model.copy();
            model.become(before);
            renumber(numbered);
            return refused();
        }
        return new Verdict(Set.of(), tolerated, "done", Map.of(), parts);
    }

    private Verdict create(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> given = new LinkedHashMap<>(arguments);
        List<Object> children = pattern.text("with") == null
                ? List.of()
                : Tree.list(given.remove(childrenArgument(pattern.text("with"))));
        Map<String, Object> values = complete(pattern, entity, given, learned);
        List<Map<String, Object>> made = children(pattern, entity, values, children);
        if (!refusals.isEmpty()) {
            return refused();
        }
        number(entity, values);
        Map<String, Object> there = refusals.isEmpty() ? model.find(entity, model.key(entity, values)) : null;
        if (there != null && !model.isExpired(entity, there)) {
            refusals.add("already-exists");
        }
        // Conditions are about items as they are, before this write counts in them.
        requires(pattern, entity, values, arguments);
        guard(pattern, arguments);
        add(pattern, entity, values);
        Entity child = sketch.entity(pattern.text("with"));
        Set<List<Object>> keys = new LinkedHashSet<>();
        for (Map<String, Object> one : made) {
            boolean isMadeUp = child.attributes().values().stream()
                    .anyMatch(attribute ->
                            attribute.get("generate") instanceof String && one.get(attribute.name()) == MADE_UP);
            if (!keys.add(model.key(child, one)) && !isMadeUp) {
                refusals.add("already-exists");
            }
            Map<String, Object> same = model.find(child, model.key(child, one));
            if (same != null && one.containsValue(MADE_UP)) {
                tolerated.add("already-exists");
            } else if (same != null && !model.isExpired(child, same)) {
                refusals.add("already-exists");
            }
            add(null, child, one);
        }
        if (made.size() > 1 && !refusals.isEmpty() && !quotas(child).isEmpty()) {
            // What breaks one rule is not counted any more, and might have broken this one, too.
            tolerated.add("quota-reached");
        }
        if (there != null && child != null && !quotas(child).isEmpty()) {
            // The children may be too many for the parent that is there, or for the one that was to come.
            tolerated.add("quota-reached");
        }
        if (refusals.contains("not-unique") && !made.isEmpty()) {
            // Two of one transaction that are not unique are one lock written twice.
            refusals.add("already-exists");
        }
        if (!refusals.isEmpty()) {
            return refused();
        }
        List<Verdict> parts = made.stream()
                .map(one -> new Verdict(Set.of(), Set.of(), "created", Model.visible(child, one, List.of()), List.of()))
                .toList();
        Map<String, Object> shown = Model.visible(entity, values, List.of());
        return new Verdict(Set.of(), tolerated, "created", shown, parts);
    }

    static String childrenArgument(String entity) {
        return Character.toLowerCase(entity.charAt(0)) + entity.substring(1) + "s";
    }

    /** Puts a new item, if nothing forbids it. */
    private void add(Pattern pattern, Entity entity, Map<String, Object> values) {
        unique(entity, values);
        references(entity, values, entity.attributes().keySet());
        countUp(entity, values);
        if (refusals.isEmpty()) {
            // What was there is over: this is another one.
            model.remove(entity, values);
            model.put(entity, values);
            if (chosen.contains(values)) {
                model.forgetWrite(entity, values);
            }
        }
    }

    /** Items whose callers chose the id that would have told when they were written. */
    private final Set<Map<String, Object>> chosen = Collections.newSetFromMap(new IdentityHashMap<>());

    private List<Map<String, Object>> children(
            Pattern pattern, Entity entity, Map<String, Object> parent, List<Object> given) {
        List<Map<String, Object>> all = new ArrayList<>();
        if (pattern.text("with") == null) {
            return all;
        }
        Entity child = sketch.entity(pattern.text("with"));
        Attribute numbered = numbered(child);
        boolean isNumbered = numbered != null && numbered.sequence()[0].equals(entity.name());
        for (Object one : given) {
            Map<String, Object> inputs = new LinkedHashMap<>(Tree.map(one));
            if (isNumbered) {
                inputs.remove(numbered.name());
            }
            Map<String, Object> told = all.size() < learnedParts.size() ? learnedParts.get(all.size()) : Map.of();
            child.attributes().values().forEach(attribute -> {
                boolean isReference = entity.name().equals(attribute.text("references"))
                        && entity.keyNames().size() == 1;
                if (isReference) {
                    inputs.put(
                            attribute.name(),
                            parent.get(entity.keyNames().iterator().next()));
                } else if (entity.keyNames().contains(attribute.name())) {
                    inputs.put(attribute.name(), parent.get(attribute.name()));
                }
            });
            Map<String, Object> values = complete(null, child, inputs, told);
            if (isSomebodyElses(child, values)) {
                // Whoever makes something of their own makes what comes along with it in their own name, too.
                refusals.add("invalid");
            }
            if (isNumbered) {
                values.put(numbered.name(), BigDecimal.valueOf(all.size() + 1));
            }
            all.add(values);
        }
        if (isNumbered) {
            parent.put(numbered.sequence()[1], BigDecimal.valueOf(all.size()));
        }
        return all;
    }

    private static Attribute numbered(Entity entity) {
        return entity.attributes().values().stream()
                .filter(attribute -> attribute.sequence() != null)
                .findFirst()
                .orElse(null);
    }

    /** A number is taken when all that can be seen without looking at others is right, and is gone then. */
    private void number(Entity entity, Map<String, Object> values) {
        Attribute numbered = numbered(entity);
        if (numbered == null) {
            return;
        }
        Entity parent = sketch.entity(numbered.sequence()[0]);
        Map<String, Object> there = model.parent(entity, parent, values);
        if (!model.isAlive(parent, there)) {
            refusals.add("reference-missing");
            return;
        }
        BigDecimal next =
                ((BigDecimal) there.getOrDefault(numbered.sequence()[1], BigDecimal.ZERO)).add(BigDecimal.ONE);
        Object max = Tree.map(numbered.get("generate")).get("max");
        if (max != null && next.compareTo(new BigDecimal(max.toString())) > 0) {
            refusals.add("sequence-exhausted");
            return;
        }
        Map<String, Object> counted = new LinkedHashMap<>(there);
        counted.put(numbered.sequence()[1], next);
        model.put(parent, counted);
        taken.add(new Object[] {parent, model.key(parent, there), numbered.sequence()[1]});
        values.put(numbered.name(), next);
        compute(entity, values, values, true);
    }

    /** A new item: what is given, what the pattern sets, and what the design fills in. */
    private Map<String, Object> complete(
            Pattern pattern, Entity entity, Map<String, Object> given, Map<String, Object> told) {
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
            if (given.get(name) != null && (set.containsKey(name) || isOthersToWrite(entity, attribute))) {
                refusals.add("invalid");
            }
            try {
                Object value = set.containsKey(name)
                        ? constant(attribute, set.get(name))
                        : Values.kept(attribute, given.get(name));
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

    /** A URL is on the host of another attribute, or below it. */
    private void hosts(Entity entity, Map<String, Object> values) {
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

    /** Whether callers never give it: the design, or other patterns, fill it in. */
    static boolean isOthersToWrite(Entity entity, Attribute attribute) {
        return attribute.get("derive") != null
                || attribute.get("hash-of") != null
                || attribute.get("set") != null
                || attribute.is("read-only")
                || attribute.sequence() != null
                || attribute.name().equals(entity.text("version"))
                || entity.map("soft-delete").containsValue(attribute.name());
    }

    private Object initial(Entity entity, Attribute attribute, Map<String, Object> told) {
        if (attribute.name().equals(entity.text("version"))) {
            return BigDecimal.ONE;
        }
        if (attribute.text("set") != null && !attribute.text("set").equals("on-delete")) {
            return moment(attribute);
        }
        if (attribute.get("generate") instanceof String form) {
            Object made = told.getOrDefault(attribute.name(), MADE_UP);
            if (made != MADE_UP && !fits(form, (String) made)) {
                throw new IllegalStateException(made + " was not generated by " + form);
            }
            return made;
        }
        return Values.kept(attribute, attribute.get("default"));
    }

    private static boolean fits(String form, String made) {
        String regex = form.equals("ulid") || form.equals("uuid") ? "{" + form + "}" : form;
        int open = regex.indexOf('{');
        int close = regex.indexOf('}');
        String middle = made.substring(open, made.length() - (regex.length() - close - 1));
        return made.startsWith(regex.substring(0, open))
                && made.endsWith(regex.substring(close + 1))
                && middle.matches(regex.contains("ulid") ? "[0-9A-Z]{26}" : "[0-9a-f-]{36}");
    }

    /** What {@code set: on-…} stores: the time, or for text who it was. */
    private Object moment(Attribute attribute) {
        return attribute.shape().isTime() ? Values.kept(attribute, timeOf(attribute)) : model.me();
    }

    private Object timeOf(Attribute attribute) {
        Instant now = model.now();
        return attribute.shape().word().equals("date")
                ? LocalDate.ofInstant(now, sketch.zone()).toString()
                : now;
    }

    private Object constant(Attribute attribute, Object value) {
        return value == null
                ? null
                : value.equals("me")
                        ? model.me()
                        : value.equals("now") && attribute.shape().isTime()
                                ? Values.kept(attribute, timeOf(attribute))
                                : Values.kept(attribute, value);
    }

    /**
     * Derived attributes follow from the others; so do hashes. What is an input only is not kept, so a hash of such follows what is
     * given, and stays when none of it is.
     */
    private void compute(Entity entity, Map<String, Object> values, Map<String, Object> given, boolean isWhole) {
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

    private static void keep(Attribute attribute, Map<String, Object> values, Object value) {
        if (value == null) {
            values.remove(attribute.name());
        } else {
            values.put(attribute.name(), Values.kept(attribute, value));
        }
    }

    private Object derived(Entity entity, Attribute attribute, Map<String, Object> values) {
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

    private static Object hash(Entity entity, List<String> parts, Map<String, Object> values) {
        if (parts.stream().allMatch(name -> values.get(name) == null)) {
            return null;
        }
        return Values.sha256(String.join(
                "\n",
                parts.stream()
                        .map(name -> KeyTexts.plain(entity.attributes().get(name), values.get(name)))
                        .toList()));
    }

    private void unique(Entity entity, Map<String, Object> values) {
        List<Object> key = model.key(entity, values);
        for (List<String> names : entity.uniques().values()) {
            boolean isTaken = names.stream().allMatch(name -> values.get(name) != null)
                    && model.all(entity).stream()
                            .filter(other -> !model.isExpired(entity, other))
                            .filter(other -> !model.key(entity, other).equals(key))
                            .anyMatch(other -> names.stream()
                                    .allMatch(name -> values.get(name).equals(other.get(name))));
            if (isTaken) {
                refusals.add("not-unique");
            }
        }
    }

    private void references(Entity entity, Map<String, Object> values, Collection<String> touched) {
        for (Attribute attribute : entity.attributes().values()) {
            Object value = values.get(attribute.name());
            if (attribute.is("must-exist") && value != null && touched.contains(attribute.name())) {
                Entity parent = sketch.entity(attribute.text("references"));
                if (!model.isAlive(parent, model.find(parent, List.of(value)))) {
                    refusals.add("reference-missing");
                }
            }
        }
    }

    private void requires(Pattern pattern, Entity entity, Map<String, Object> values, Map<String, Object> arguments) {
        Object words = pattern.words().get("requires");
        Map<String, Object> all = new LinkedHashMap<>();
        if (words instanceof Map<?, ?>) {
            all.putAll(Tree.map(words));
        } else {
            Tree.names(words).forEach(name -> all.put(name, "exists"));
        }
        all.forEach((name, condition) -> {
            Entity parent = sketch.entity(name);
            Map<String, Object> there = model.parent(entity, parent, values);
            if (!model.isAlive(parent, there)) {
                refusals.add("reference-missing");
            } else if (!condition.equals("exists")
                    && !Condition.holds(
                            (String) condition, new Condition.Subject(parent, there, arguments, model.now()))) {
                refusals.add("condition-not-met");
            }
        });
    }

    private void guard(Pattern pattern, Map<String, Object> arguments) {
        Map<String, Object> guard = Tree.map(pattern.words().get("guard"));
        if (!guard.isEmpty()) {
            long count = new ModelReads(model)
                    .read((String) guard.get("count"), arguments)
                    .count();
            if (count >= Long.parseLong(String.valueOf(guard.get("below")))) {
                refusals.add("quota-reached");
            }
        }
    }

    private List<Map.Entry<String, Map<String, Object>>> quotas(Entity entity) {
        return sketch.section("quotas").entrySet().stream()
                .map(entry -> Map.entry(entry.getKey(), Tree.map(entry.getValue())))
                .filter(entry -> entry.getValue().get("counts").equals(entity.name()))
                .toList();
    }

    private void countUp(Entity entity, Map<String, Object> values) {
        for (Map.Entry<String, Map<String, Object>> entry : quotas(entity)) {
            Map<String, Object> quota = entry.getValue();
            if (quota.get("counter") == null) {
                List<Object> key = counterKey(entry.getKey(), quota, values);
                Model.Counter counter = model.counters().get(key);
                boolean isOver = counter == null
                        || counter.until() != null
                                && counter.until().getEpochSecond()
                                        <= model.now().getEpochSecond();
                long count = isOver ? 0 : counter.count();
                below(entity, quota, values, null, count);
                if (refusals.isEmpty()) {
                    model.counters().put(key, new Model.Counter(count + 1, until(quota, isOver ? null : counter)));
                }
                continue;
            }
            String[] names = ((String) quota.get("counter")).split("\\.");
            Entity parent = sketch.entity(names[0]);
            Map<String, Object> there = countedAt(entity, parent, quota, values);
            if (!model.isAlive(parent, there)) {
                refusals.add("reference-missing");
                continue;
            }
            BigDecimal count = (BigDecimal) there.getOrDefault(names[1], BigDecimal.ZERO);
            below(entity, quota, values, there, count.longValue());
            if (refusals.isEmpty()) {
                Map<String, Object> counted = new LinkedHashMap<>(there);
                counted.put(names[1], count.add(BigDecimal.ONE));
                model.put(parent, counted);
            }
        }
    }

    /** A count by day ends so long after its last use, another one so long after its first. */
    private Instant until(Map<String, Object> quota, Model.Counter there) {
        if (quota.get("expiry") == null) {
            return null;
        }
        boolean isByTime = Tree.names(quota.get("per")).stream()
                .anyMatch(name -> Sketch.variable(name).bucket() != null);
        return there != null && !isByTime
                ? there.until()
                : model.now().plusSeconds(Sketch.seconds((String) quota.get("expiry")));
    }

    private Map<String, Object> countedAt(
            Entity entity, Entity parent, Map<String, Object> quota, Map<String, Object> values) {
        List<String> per = Tree.names(quota.get("per"));
        if (per.size() == 1 && parent.keyNames().size() == 1) {
            Object key = values.get(per.get(0));
            return key == null ? null : model.find(parent, List.of(key));
        }
        return model.parent(entity, parent, values);
    }

    private List<Object> counterKey(String name, Map<String, Object> quota, Map<String, Object> values) {
        List<Object> key = new ArrayList<>(List.of(name));
        Tree.names(quota.get("per")).stream()
                .map(Sketch::variable)
                .forEach(part -> key.add(Values.formatted(part, values.get(part.attribute()), sketch.zone())));
        return key;
    }

    private void below(
            Entity entity,
            Map<String, Object> quota,
            Map<String, Object> values,
            Map<String, Object> parent,
            long count) {
        Object limit = quota.get("limit");
        if (limit instanceof Map<?, ?> choices) {
            Object value = values.get(quota.get("by"));
            limit = value == null ? null : choices.get(String.valueOf(value));
        }
        Long most = limit == null
                ? null
                : limit instanceof Number number
                        ? (Long) number.longValue()
                        : followed(entity, ((String) limit).split("\\."), values, parent);
        Object unlimited = quota.get("unlimited");
        boolean isUnlimited = most == null || unlimited != null && ((Number) unlimited).longValue() == most;
        if (!isUnlimited && count >= most) {
            refusals.add("quota-reached");
        }
    }

    /** The number at the end of a path through references. */
    private Long followed(Entity entity, String[] path, Map<String, Object> values, Map<String, Object> counted) {
        Entity at = entity;
        Map<String, Object> current = values;
        for (int i = 0; i < path.length - 1; i++) {
            boolean isEntity = i == 0 && sketch.entities().containsKey(path[0]);
            Entity next = isEntity
                    ? sketch.entity(path[0])
                    : sketch.entity(at.attributes().get(path[i]).text("references"));
            Object reference = isEntity ? null : current.get(path[i]);
            current = isEntity
                    ? counted != null ? counted : model.parent(entity, next, values)
                    : reference == null ? null : model.find(next, List.of(reference));
            if (current == null) {
                refusals.add("reference-missing");
                return null;
            }
            at = next;
        }
        BigDecimal number = (BigDecimal) current.get(path[path.length - 1]);
        if (number == null) {
            // Whether a limit that is absent is none or nothing is allowed is not said.
            tolerated.add("quota-reached");
        }
        return number == null ? null : (Long) number.longValue();
    }

    /** A counter that is gone stays gone, and none falls below nothing. */
    private void countDown(Entity entity, Map<String, Object> values) {
        for (Map.Entry<String, Map<String, Object>> entry : quotas(entity)) {
            Map<String, Object> quota = entry.getValue();
            if (quota.get("counter") == null) {
                List<Object> key = counterKey(entry.getKey(), quota, values);
                Model.Counter counter = model.counters().get(key);
                if (counter != null && counter.count() > 0) {
                    model.counters().put(key, new Model.Counter(counter.count() - 1, counter.until()));
                }
                continue;
            }
            String[] names = ((String) quota.get("counter")).split("\\.");
            Entity parent = sketch.entity(names[0]);
            Map<String, Object> there = countedAt(entity, parent, quota, values);
            if (there != null && there.get(names[1]) instanceof BigDecimal count && count.signum() > 0) {
                Map<String, Object> counted = new LinkedHashMap<>(there);
                counted.put(names[1], count.subtract(BigDecimal.ONE));
                model.put(parent, counted);
            }
        }
    }

    private Verdict put(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> given = new LinkedHashMap<>(arguments);
        Object version = entity.text("version") == null ? null : given.remove(entity.text("version"));
        Map<String, Object> values = complete(pattern, entity, given, learned);
        if (version != null && !(version instanceof Number)) {
            refusals.add("invalid");
        }
        if (!refusals.isEmpty()) {
            return refused();
        }
        Map<String, Object> before = model.find(entity, model.key(entity, values));
        if (before != null && !model.isExpired(entity, before) && isSomebodyElses(entity, before)) {
            refusals.add("not-found");
            refusals.add("already-exists");
            return refused();
        }
        if (before == null || model.isExpired(entity, before)) {
            if (version != null) {
                tolerated.add("version-changed");
                tolerated.add("not-found");
            }
            requires(pattern, entity, values, arguments);
            add(pattern, entity, values);
            return refusals.isEmpty()
                    ? new Verdict(Set.of(), tolerated, "created", Model.visible(entity, values, List.of()), List.of())
                    : refused();
        }
        Map<String, Object> after = new LinkedHashMap<>(values);
        Set<String> counters = counters(entity);
        for (Attribute attribute : entity.attributes().values()) {
            String name = attribute.name();
            boolean isKept = "on-create".equals(attribute.text("set"))
                    || attribute.get("generate") != null
                    || attribute.is("immutable")
                    || attribute.is("read-only")
                            && !Tree.map(pattern.words().get("set")).containsKey(name)
                            && !entity.map("soft-delete").containsValue(name)
                    || counters.contains(name);
            if (isKept && before.get(name) != null && !entity.keyNames().contains(name)) {
                if (given.get(name) != null && !Objects.equals(values.get(name), before.get(name))) {
                    if (attribute.is("immutable")) {
                        refusals.add("invalid");
                    } else {
                        // A generated id that is given again and differs: kept, or refused.
                        tolerated.add("invalid");
                    }
                }
                after.put(name, before.get(name));
            }
        }
        compute(entity, after, values, true);
        hosts(entity, after);
        version(entity, version, before, after);
        if (pattern.text("detect") != null
                && after.get(pattern.text("detect")) != null
                && Objects.equals(after.get(pattern.text("detect")), before.get(pattern.text("detect")))
                && !model.isMarked(entity, before)) {
            return refusals.isEmpty()
                    ? new Verdict(Set.of(), tolerated, "unchanged", Model.visible(entity, before, List.of()), List.of())
                    : refused();
        }
        unique(entity, after);
        references(entity, after, entity.attributes().keySet());
        requires(pattern, entity, values, arguments);
        if (model.isMarked(entity, before)) {
            entity.map("soft-delete").values().forEach(mark -> {
                if (after.get(mark) == before.get(mark)) {
                    after.remove(mark);
                }
            });
            countUp(entity, after);
        }
        if (!refusals.isEmpty()) {
            return refused();
        }
        model.put(entity, after);
        return new Verdict(Set.of(), tolerated, "replaced", Model.visible(entity, after, List.of()), List.of());
    }

    /** Attributes that quotas and sequences count in. */
    private Set<String> counters(Entity entity) {
        Set<String> names = new LinkedHashSet<>();
        sketch.section("quotas").values().forEach(quota -> {
            String counter = (String) Tree.map(quota).get("counter");
            if (counter != null && counter.startsWith(entity.name() + ".")) {
                names.add(counter.split("\\.")[1]);
            }
        });
        sketch.entities().values().forEach(other -> other.attributes().values().forEach(attribute -> {
            if (attribute.sequence() != null && attribute.sequence()[0].equals(entity.name())) {
                names.add(attribute.sequence()[1]);
            }
        }));
        return names;
    }

    private void version(Entity entity, Object given, Map<String, Object> before, Map<String, Object> after) {
        if (entity.text("version") != null) {
            BigDecimal there = (BigDecimal) before.get(entity.text("version"));
            if (given != null && !(given instanceof Number)) {
                throw new Values.Invalid("no version: " + given);
            }
            if (given != null && there.compareTo(new BigDecimal(given.toString())) != 0) {
                refusals.add("version-changed");
            }
            after.put(entity.text("version"), there.add(BigDecimal.ONE));
        }
    }

    /** The item that {@code by} leads to, alive or not; null when there is none. */
    private Map<String, Object> located(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Object version = entity.text("version") == null ? null : arguments.get(entity.text("version"));
        if (version != null && !(version instanceof Number)) {
            refusals.add("invalid");
        }
        for (Part part : pattern.by()) {
            Object given = arguments.get(part.attribute());
            if (given == null || given.equals("")) {
                throw new Values.Invalid(part.attribute() + " is missing");
            }
            try {
                Values.kept(entity.attributes().get(part.attribute()), given);
            } catch (Values.Invalid e) {
                // No item can have this: whether it is not found or no such value is not said.
                refusals.add("invalid");
                refusals.add("not-found");
            }
        }
        ModelReads reads = new ModelReads(model);
        List<Map<String, Object>> found = model.all(entity).stream()
                .filter(values -> reads.isMeant(pattern, entity, values, arguments))
                .toList();
        boolean isByKey = isByKey(pattern, entity);
        Set<String> by =
                new LinkedHashSet<>(pattern.by().stream().map(Part::attribute).toList());
        boolean isByLock = entity.uniques().values().stream().anyMatch(by::containsAll);
        if (!isByKey && !isByLock) {
            found = found.stream()
                    .filter(values -> isInIndex(entity, by, values))
                    .toList();
        }
        if (found.size() > 1 && !isByKey) {
            List<Map<String, Object>> alive = found.stream()
                    .filter(values -> model.isAlive(entity, values))
                    .toList();
            if (alive.size() > 1) {
                refusals.add("several-found");
            } else {
                // Whether those that are deleted or over still count as found is not said.
                tolerated.add("several-found");
            }
            found = alive.isEmpty() ? found : alive;
        }
        // Somebody else's is as if it were not there.
        return found.isEmpty() || isSomebodyElses(entity, found.get(0)) ? null : found.get(0);
    }

    /** Whether an index that these attributes lead into holds the item. */
    private boolean isInIndex(Entity entity, Set<String> by, Map<String, Object> values) {
        return entity.ways().stream()
                .filter(way ->
                        way.partition().stream().allMatch(part -> !part.isAttribute() || by.contains(part.attribute())))
                .anyMatch(way -> way.parts().stream()
                        .allMatch(part -> !part.isAttribute() || values.get(part.attribute()) != null));
    }

    private boolean isSomebodyElses(Entity entity, Map<String, Object> values) {
        return claim != null && !claim.holds(entity, values);
    }

    static String argument(Pattern pattern, String name) {
        boolean isTaken =
                pattern.by().stream().anyMatch(part -> part.attribute().equals(name));
        return isTaken ? "new" + Character.toUpperCase(name.charAt(0)) + name.substring(1) : name;
    }

    private Verdict update(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        if (pattern.names("require").stream().anyMatch(name -> arguments.get(argument(pattern, name)) == null)) {
            refusals.add("invalid");
        }
        if (!known(pattern, entity).containsAll(arguments.keySet())) {
            refusals.add("invalid");
        }
        Map<String, Object> changes = new LinkedHashMap<>();
        for (String name : pattern.names("change")) {
            if (arguments.containsKey(argument(pattern, name))) {
                Attribute attribute = entity.attributes().get(name);
                Object given = arguments.get(argument(pattern, name));
                Object value = Values.kept(attribute, given == null ? attribute.get("default") : given);
                if (value == null && attribute.is("required")) {
                    refusals.add("invalid");
                }
                changes.put(name, value);
            }
        }
        Tree.map(pattern.words().get("set"))
                .forEach((name, value) ->
                        changes.put(name, constant(entity.attributes().get(name), value)));
        Map<String, Object> before = located(pattern, entity, arguments);
        elements(pattern, entity, arguments);
        for (String name : pattern.names("remove")) {
            Attribute attribute = entity.attributes().get(name);
            if (attribute.is("required") && !(attribute.shape().isMany() && arguments.get(name) != null)) {
                refusals.add("invalid");
            }
        }
        if (!model.isAlive(entity, before)) {
            if (!refusals.contains("invalid")) {
                refusals.add("not-found");
            }
            return refused();
        }
        Map<String, Object> after = new LinkedHashMap<>(before);
        after.putAll(changes);
        append(pattern, entity, arguments, changes, after);
        takeAway(pattern, entity, arguments, changes, after);
        addNumbers(pattern, entity, arguments, changes, after);
        touch(entity, after, changes, false);
        after.values().removeIf(Objects::isNull);
        compute(entity, after, changes, false);
        version(entity, arguments.get(entity.text("version")), before, after);
        if (!Condition.holds(pattern.text("when"), new Condition.Subject(entity, before, arguments, model.now()))) {
            refusals.add("condition-not-met");
        }
        if (pattern.text("detect") != null
                && refusals.isEmpty()
                && Tree.names(entity.attributes().get(pattern.text("detect")).get("hash-of")).stream()
                        .anyMatch(changes::containsKey)
                && after.get(pattern.text("detect")) != null
                && Objects.equals(after.get(pattern.text("detect")), before.get(pattern.text("detect")))) {
            return new Verdict(Set.of(), tolerated, "unchanged", Model.visible(entity, before, List.of()), List.of());
        }
        unique(entity, after);
        references(entity, after, changes.keySet());
        requires(pattern, entity, after, arguments);
        if (!refusals.isEmpty()) {
            return refused();
        }
        model.put(entity, after);
        return new Verdict(Set.of(), tolerated, "updated", Model.visible(entity, after, List.of()), List.of());
    }

    /** What an update takes. */
    private Set<String> known(Pattern pattern, Entity entity) {
        Set<String> known = new LinkedHashSet<>();
        pattern.by().forEach(part -> known.add(part.attribute()));
        pattern.names("change").forEach(name -> known.add(argument(pattern, name)));
        known.addAll(pattern.names("append"));
        known.addAll(pattern.names("remove"));
        if (!(pattern.words().get("add") instanceof Map<?, ?>)) {
            known.addAll(pattern.names("add"));
        }
        known.add(String.valueOf(entity.text("version")));
        entity.attributes()
                .keySet()
                .forEach(name ->
                        known.add(ConditionMaker.WANTED + Character.toUpperCase(name.charAt(0)) + name.substring(1)));
        return known;
    }

    /** Judges what is to be appended or taken out, by itself. */
    private static void elements(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        for (String word : List.of("append", "remove")) {
            for (String name : pattern.names(word)) {
                Attribute attribute = entity.attributes().get(name);
                if (attribute.shape().isMany()) {
                    Values.kept(attribute, arguments.get(name));
                }
            }
        }
    }

    private void append(
            Pattern pattern,
            Entity entity,
            Map<String, Object> arguments,
            Map<String, Object> changes,
            Map<String, Object> after) {
        for (String name : pattern.names("append")) {
            Attribute attribute = entity.attributes().get(name);
            Object given = Values.kept(attribute, arguments.get(name));
            if (given != null) {
                Collection<Object> all = empty(attribute);
                all.addAll((Collection<?>) after.getOrDefault(name, List.of()));
                ((Collection<?>) given).forEach(element -> {
                    if (!attribute.is("distinct") || !all.contains(element)) {
                        all.add(element);
                    }
                });
                judge(attribute, all);
                after.put(name, all);
                changes.put(name, all);
            }
        }
    }

    private static Collection<Object> empty(Attribute attribute) {
        return attribute.shape().word().equals("set") ? new LinkedHashSet<>() : new ArrayList<>();
    }

    private void judge(Attribute attribute, Object value) {
        try {
            Values.kept(new Attribute(attribute.name(), attribute.shape(), withoutNormalise(attribute)), value);
        } catch (Values.Invalid e) {
            refusals.add("invalid");
        }
    }

    private static Map<String, Object> withoutNormalise(Attribute attribute) {
        Map<String, Object> words = new LinkedHashMap<>(attribute.words());
        words.remove("normalise");
        return words;
    }

    private void takeAway(
            Pattern pattern,
            Entity entity,
            Map<String, Object> arguments,
            Map<String, Object> changes,
            Map<String, Object> after) {
        for (String name : pattern.names("remove")) {
            Attribute attribute = entity.attributes().get(name);
            if (attribute.shape().isMany() && arguments.get(name) != null) {
                Object given = Values.kept(attribute, arguments.get(name));
                if (after.get(name) != null) {
                    Collection<Object> left = empty(attribute);
                    left.addAll((Collection<?>) after.get(name));
                    left.removeAll(given == null ? List.of() : (Collection<?>) given);
                    after.put(name, Values.isEmptySet(left) ? null : left);
                }
            } else {
                if (attribute.is("required")) {
                    refusals.add("invalid");
                }
                after.put(name, Values.kept(attribute, attribute.get("default")));
            }
            changes.put(name, after.get(name));
        }
    }

    private void addNumbers(
            Pattern pattern,
            Entity entity,
            Map<String, Object> arguments,
            Map<String, Object> changes,
            Map<String, Object> after) {
        Object add = pattern.words().get("add");
        Map<String, Object> amounts = new LinkedHashMap<>();
        if (add instanceof Map<?, ?>) {
            amounts.putAll(Tree.map(add));
        } else {
            Tree.names(add).forEach(name -> amounts.put(name, arguments.get(name)));
        }
        amounts.forEach((name, amount) -> {
            if (amount != null) {
                Attribute attribute = entity.attributes().get(name);
                BigDecimal sum =
                        ((BigDecimal) after.getOrDefault(name, BigDecimal.ZERO)).add(new BigDecimal(amount.toString()));
                Object kept = Values.free(sum);
                judge(attribute, kept);
                after.put(name, kept);
                changes.put(name, kept);
            }
        });
    }

    private void touch(Entity entity, Map<String, Object> after, Map<String, Object> changes, boolean isDelete) {
        entity.attributes().values().stream()
                .filter(attribute -> "on-write".equals(attribute.text("set"))
                        || isDelete && "on-delete".equals(attribute.text("set")))
                .forEach(attribute -> {
                    after.put(attribute.name(), moment(attribute));
                    changes.put(attribute.name(), after.get(attribute.name()));
                });
    }

    private Verdict delete(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> before = located(pattern, entity, arguments);
        boolean isSoft = !entity.map("soft-delete").isEmpty()
                && !Boolean.TRUE.equals(pattern.words().get("hard"));
        boolean isThere = before != null && (!isSoft || model.isAlive(entity, before));
        if (!isThere) {
            refusals.add("not-found");
            if (before == null && claim == null && !isSoft && isByKey(pattern, entity)) {
                Map<String, Object> key = new LinkedHashMap<>();
                entity.keyNames()
                        .forEach(name -> key.put(
                                name, Values.argument(entity.attributes().get(name), arguments.get(name))));
                if (referring(entity, key, "refuse")) {
                    refusals.add("still-referenced");
                } else {
                    cascade(entity, key);
                    keepsEffects = true;
                }
            }
            return refused();
        }
        if (!model.isAlive(entity, before)) {
            tolerated.add("not-found");
        }
        if (!isSoft && referring(entity, before, "refuse")) {
            refusals.add("still-referenced");
        } else if (!isSoft && !children(entity, before, "refuse").isEmpty()) {
            // Whether a child that is marked, and may come back, still refers to it is not said.
            tolerated.add("still-referenced");
        }
        if (!Condition.holds(pattern.text("when"), new Condition.Subject(entity, before, arguments, model.now()))) {
            refusals.add("condition-not-met");
        }
        Map<String, Object> after = new LinkedHashMap<>(before);
        Object version = entity.text("version") == null ? null : arguments.get(entity.text("version"));
        version(entity, version, before, after);
        Map<String, Object> marks = new LinkedHashMap<>();
        if (isSoft) {
            mark(entity, arguments, after, marks);
        }
        if (!refusals.isEmpty()) {
            return refused();
        }
        if (!model.isMarked(entity, before)) {
            countDown(entity, before);
        }
        if (isSoft) {
            compute(entity, after, marks, false);
            model.put(entity, after);
        } else {
            model.remove(entity, before);
            cascade(entity, before);
        }
        return new Verdict(Set.of(), tolerated, "deleted", Model.visible(entity, before, List.of()), List.of());
    }

    private static boolean isByKey(Pattern pattern, Entity entity) {
        return pattern.by().stream().map(Part::attribute).toList().containsAll(entity.keyNames());
    }

    private void mark(
            Entity entity, Map<String, Object> arguments, Map<String, Object> after, Map<String, Object> marks) {
        Map<String, Object> mark = entity.map("soft-delete");
        if (mark.containsKey("flag")) {
            after.put((String) mark.get("flag"), true);
        }
        if (mark.containsKey("at")) {
            after.put((String) mark.get("at"), moment(entity.attributes().get(mark.get("at"))));
        }
        if (mark.containsKey("reason")) {
            String name = (String) mark.get("reason");
            Object given = arguments.get(name);
            Object reason =
                    given == null ? null : Values.argument(entity.attributes().get(name), given);
            after.put(name, reason);
            if (reason == null) {
                after.remove(name);
            }
        }
        mark.values().forEach(name -> marks.put((String) name, true));
        touch(entity, after, marks, true);
    }

    /** Children that refer to an item, with this {@code on-delete}. */
    private boolean referring(Entity entity, Map<String, Object> values, String onDelete) {
        return children(entity, values, onDelete).stream()
                .anyMatch(child -> model.isAlive((Entity) child[0], Tree.map(child[1])));
    }

    private List<Object[]> children(Entity entity, Map<String, Object> values, String onDelete) {
        List<Object[]> all = new ArrayList<>();
        for (Entity child : sketch.entities().values()) {
            for (Attribute attribute : child.attributes().values()) {
                boolean isCopy = entity.name().equals(child.map("from").get("entity"));
                if (entity.name().equals(attribute.text("references"))
                        && onDelete.equals(attribute.text("on-delete"))
                        && !isCopy) {
                    Object key = values.get(entity.keyNames().iterator().next());
                    model.all(child).stream()
                            .filter(item -> key != null && key.equals(item.get(attribute.name())))
                            .forEach(item -> all.add(new Object[] {child, item}));
                }
            }
        }
        return all;
    }

    private void cascade(Entity entity, Map<String, Object> values) {
        for (Object[] child : children(entity, values, "cascade")) {
            Entity of = (Entity) child[0];
            Map<String, Object> item = Tree.map(child[1]);
            if (model.find(of, model.key(of, item)) == null) {
                continue;
            }
            model.remove(of, item);
            if (!model.isMarked(of, item)) {
                countDown(of, item);
            }
            cascade(of, item);
        }
    }

    private Verdict restore(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> before = located(pattern, entity, arguments);
        if (before == null || !model.isMarked(entity, before) || model.isExpired(entity, before)) {
            refusals.add("not-found");
            return refused();
        }
        Map<String, Object> after = new LinkedHashMap<>(before);
        Map<String, Object> mark = entity.map("soft-delete");
        Map<String, Object> changes = new LinkedHashMap<>();
        mark.forEach((word, name) -> {
            after.remove(name);
            changes.put((String) name, null);
        });
        if (mark.containsKey("flag")) {
            after.put((String) mark.get("flag"), false);
        }
        entity.attributes().values().stream()
                .filter(attribute -> "on-delete".equals(attribute.text("set")))
                .forEach(attribute -> after.remove(attribute.name()));
        touch(entity, after, changes, false);
        compute(entity, after, changes, false);
        version(entity, entity.text("version") == null ? null : arguments.get(entity.text("version")), before, after);
        if (!Condition.holds(pattern.text("when"), new Condition.Subject(entity, before, arguments, model.now()))) {
            refusals.add("condition-not-met");
        }
        countUp(entity, after);
        if (!refusals.isEmpty()) {
            return refused();
        }
        model.put(entity, after);
        return new Verdict(Set.of(), tolerated, "restored", Model.visible(entity, after, List.of()), List.of());
    }

    private Verdict refused() {
        Set<String> all = new TreeSet<>(refusals);
        all.addAll(tolerated);
        return new Verdict(all, Set.of(), null, Map.of(), List.of());
    }
}
