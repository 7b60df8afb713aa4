package dev.partita.plan.internal.compile;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Place;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.key.Bindings;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.internal.write.Finder;
import dev.partita.plan.internal.write.Locator;
import dev.partita.plan.internal.write.WriteModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What keeps a write from being compiled. */
final class WriteChecks {

    private final WriteModel model;
    private final Pattern pattern;
    private final Codec codec;
    private final Entity entity;
    private final List<Finding> findings;

    WriteChecks(WriteModel model, Pattern pattern, Codec codec, List<Finding> findings) {
        this.model = model;
        this.pattern = pattern;
        this.codec = codec;
        this.entity = codec.entity();
        this.findings = findings;
    }

    void all() {
        if (entity.from() != null) {
            error(
                    CompilerRule.WRITE_OF_FAN_OUT,
                    pattern.verb().word(),
                    entity.name() + " is made from " + entity.from().entity() + " and written only together with it",
                    Help.edit(Edit.remove("patterns", pattern.name()))
                            .saying("and write the " + entity.from().entity() + " instead"));
            return;
        }
        boolean isNew = pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT;
        if (!isNew && Locator.of(codec, pattern) == null) {
            error(
                    CompilerRule.ITEM_NOT_FOUND_BY,
                    "by",
                    "nothing leads from " + names(pattern) + " to one " + entity.name(),
                    Help.edit(Edit.ofPattern(pattern, "by", Edit.list(codec.keyAttributes())))
                            .or("give a unique attribute")
                            .or("add an index"));
        }
        if (!isNew) {
            spelling();
            leftOut();
        }
        if (pattern.verb() == Verb.RESTORE && entity.softDelete() == null) {
            error(
                    CompilerRule.NOTHING_TO_RESTORE,
                    "restore",
                    entity.name() + " is not marked when it is deleted, so it cannot be restored",
                    Help.edits(softDelete(), null));
        }
        if (isNew && pattern.when() != null) {
            error(
                    CompilerRule.WHEN_OF_NEW_ITEM,
                    "when",
                    "when speaks of the item as it is, and " + pattern.name() + " makes a new one",
                    Help.edit(Edit.remove("patterns", pattern.name(), "when"))
                            .or("use requires: for conditions on other items")
                            .or("update: for this one"));
        }
        if (pattern.hard() && entity.softDelete() == null) {
            error(
                    CompilerRule.OPTION_WITHOUT_EFFECT,
                    "hard",
                    "`hard` has no effect: " + Wording.one(entity.name())
                            + " is removed for good anyway, since it has no soft-delete",
                    Help.edit(Edit.remove("patterns", pattern.name(), "hard")));
        }
        if (pattern.orCreate() && Locator.of(codec, pattern) != null) {
            new MakingCheck(model, pattern, codec, findings).all();
        }
        changes();
        parents(isNew);
    }

    /** An item that is found by its key must have what is asked for, not another spelling of it. */
    private void spelling() {
        Bindings bindings = new Bindings(entity, pattern.by(), List.of());
        Locator locator = Locator.of(codec, pattern);
        if (locator == null) {
            return;
        }
        locator.templates().stream()
                .flatMap(Template::variables)
                .filter(part -> Bindings.fold(part) != null && !bindings.isExact(part))
                .findFirst()
                .ifPresent(part -> {
                    String word = Bindings.fold(part).name().toLowerCase(Locale.ROOT);
                    error(
                            CompilerRule.CASE_LOST_IN_KEY,
                            "by",
                            "the key {" + KeyTerm.shown(part) + "} of " + entity.name()
                                    + " is the same for other spellings of " + part.attribute(),
                            Help.edit(Edit.ofAttribute(entity, part.attribute(), "normalise", word)));
                });
    }

    /** An index that does not have all items that are meant finds nothing where there is something. */
    private void leftOut() {
        Locator locator = Locator.of(codec, pattern);
        if (locator == null || locator.finder() == null || pattern.verb() == Verb.RESTORE) {
            return;
        }
        Finder.Gap gap = locator.finder().gap();
        List<String> tests = new ArrayList<>();
        gap.conditions().forEach(condition -> tests.add(condition.text()));
        gap.lacking().forEach(name -> tests.add("exists(" + name + ")"));
        if (tests.isEmpty()) {
            return;
        }
        List<String> all = new ArrayList<>();
        Conditions.all(pattern.when()).forEach(condition -> all.add(condition.text()));
        all.addAll(tests);
        Help help = Help.edit(Edit.ofPattern(pattern, "when", Edit.quoted(String.join(" AND ", all))));
        boolean isRequired = gap.conditions().isEmpty() && gap.lacking().size() == 1;
        error(
                CompilerRule.MISSING_INDEX_KEY,
                "by",
                pattern.name() + " looks through " + locator.finder().target() + ", which has no " + entity.name()
                        + " but where " + String.join(" AND ", tests),
                isRequired ? help.or(Edit.ofAttribute(entity, gap.lacking().get(0), "required", "true")) : help);
    }

    private void changes() {
        for (String name : pattern.require()) {
            Attribute attribute = entity.attributes().get(name);
            if (attribute != null && (attribute.isComputed() || pattern.set().containsKey(name))) {
                error(
                        CompilerRule.CHANGE_OF_COMPUTED,
                        "require",
                        name + " is filled in by the design, so no caller can give it and every call would fail",
                        Help.edit(without("require", pattern.require(), name)));
            }
        }
        for (String name : pattern.change()) {
            Attribute attribute = entity.attributes().get(name);
            if (attribute == null) {
                continue;
            }
            if (attribute.immutable()) {
                error(
                        CompilerRule.CHANGE_OF_IMMUTABLE,
                        "change",
                        name + " is immutable: it is given once, when the " + entity.name() + " is created",
                        Help.edit(Edit.remove("entities", entity.name(), "attributes", name, "immutable"))
                                .or("leave it out of change"));
            } else if (attribute.isComputed() || name.equals(entity.version())) {
                error(
                        CompilerRule.CHANGE_OF_COMPUTED,
                        "change",
                        name + " is filled in by the design, so callers cannot change it",
                        unchanged(name));
            }
        }
        for (String name : pattern.append()) {
            Type type = typeOf(name);
            if (type != null && !type.isListOrSet()) {
                error(
                        CompilerRule.NOTHING_TO_ADD_TO,
                        "append",
                        name + " is " + Wording.one(type.word()) + ", no list or set",
                        Help.edit(removed("append", pattern.append(), name), changed(name)));
            }
        }
        pattern.add().forEach((name, amount) -> {
            Type type = typeOf(name);
            if (type != null && type != Type.Simple.INTEGER && type != Type.Simple.DECIMAL) {
                error(
                        CompilerRule.NOTHING_TO_ADD_TO,
                        "add",
                        name + " is " + Wording.one(type.word()) + ", no number",
                        Help.edit(
                                pattern.node().get("add") instanceof Node.Mapping
                                        ? Edit.remove("patterns", pattern.name(), "add", name)
                                        : removed("add", pattern.add().keySet(), name),
                                changed(name)));
            }
        });
        if (pattern.detect() != null) {
            Attribute hash = entity.attributes().get(pattern.detect());
            if (hash != null && hash.hashOf().isEmpty()) {
                error(
                        CompilerRule.DETECT_WITHOUT_HASH,
                        "detect",
                        pattern.detect() + " is not computed from other attributes, so it shows no change of them",
                        hashOf(hash));
            }
        }
        others();
        quotaMoves();
    }

    /** What the pattern itself changes, beside what callers give for {@code change}. */
    private void others() {
        Map<String, Collection<String>> words = new LinkedHashMap<>();
        words.put("change", pattern.change());
        words.put("set", pattern.set().keySet());
        words.put("add", pattern.add().keySet());
        words.put("append", pattern.append());
        words.put("remove", pattern.remove());
        Map<String, String> seen = new LinkedHashMap<>();
        words.forEach((word, names) -> names.forEach(name -> {
            Attribute attribute = entity.attributes().get(name);
            String other = seen.putIfAbsent(name, word);
            if (attribute == null) {
                return;
            }
            if (other != null) {
                error(
                        CompilerRule.CHANGED_TWICE,
                        word,
                        name + " stands in `" + other + "` and in `" + word + "`, and one write changes it in one way",
                        Help.edit(without(word, names, name)));
            } else if (!word.equals("change")) {
                other(word, names, attribute);
            }
        }));
    }

    private void other(String word, Collection<String> names, Attribute attribute) {
        String name = attribute.name();
        boolean isFollowing =
                attribute.derive() != null || !attribute.hashOf().isEmpty() || name.equals(entity.version());
        if (isFollowing) {
            error(
                    CompilerRule.CHANGE_OF_COMPUTED,
                    word,
                    name + " is filled in by the design, so no pattern can change it",
                    Help.edit(without(word, names, name)));
        } else if (attribute.immutable() && pattern.verb() == Verb.UPDATE) {
            error(
                    CompilerRule.CHANGE_OF_IMMUTABLE,
                    word,
                    name + " is immutable: it is given once, when the " + entity.name() + " is created",
                    Help.edit(Edit.remove("entities", entity.name(), "attributes", name, "immutable"))
                            .or("leave it out of " + word));
        } else if (word.equals("remove")
                && attribute.required()
                && !attribute.type().isListOrSet()) {
            error(
                    CompilerRule.REMOVAL_OF_REQUIRED,
                    word,
                    name + " is required, so it cannot be taken away",
                    Help.edit(Edit.remove("entities", entity.name(), "attributes", name, "required"))
                            .or("leave it out of remove"));
        }
    }

    private Edit without(String word, Collection<String> names, String name) {
        return pattern.node().get(word) instanceof Node.Mapping
                ? names.size() == 1
                        ? Edit.remove("patterns", pattern.name(), word)
                        : Edit.remove("patterns", pattern.name(), word, name)
                : removed(word, names, name);
    }

    /** Whether a key attribute would change; that has a finding of its own, {@code mutable-key-part}. */
    boolean changesKey() {
        return pattern.verb() == Verb.UPDATE
                && Stream.of(
                                pattern.change(),
                                pattern.set().keySet(),
                                pattern.add().keySet(),
                                pattern.append(),
                                pattern.remove())
                        .anyMatch(names -> names.stream().anyMatch(codec.keyAttributes()::contains));
    }

    private void quotaMoves() {
        for (Quota quota : model.quotas(entity)) {
            quota.per().stream()
                    .filter(variable -> pattern.change().contains(variable.attribute()))
                    .forEach(variable -> error(
                            CompilerRule.CHANGE_MOVES_QUOTA,
                            "change",
                            "changing " + variable.attribute() + " would move the " + entity.name()
                                    + " to another count of the quota " + quota.name(),
                            unchanged(variable.attribute()).saying("and delete and create again instead")));
        }
    }

    private void parents(boolean isNew) {
        for (String name : pattern.requires().keySet()) {
            Entity parent = model.design().entities().get(name);
            if (parent != null && model.codec(name) != null && model.parentKey(entity, parent) == null) {
                error(
                        CompilerRule.NO_WAY_TO_PARENT,
                        "requires",
                        entity.name() + " does not say which " + name + " is meant"
                                + ReferenceCheck.reason(entity, model.codec(name)),
                        ReferenceCheck.help(entity, model.codec(name)));
            }
        }
        for (Attribute attribute : entity.attributes().values()) {
            if (isNew && attribute.sequence() != null) {
                Entity parent =
                        model.design().entities().get(attribute.sequence().entity());
                if (parent != null && model.codec(parent.name()) != null && model.parentKey(entity, parent) == null) {
                    error(
                            CompilerRule.NO_WAY_TO_PARENT,
                            null,
                            entity.name() + "." + attribute.name() + " is numbered by " + parent.name() + ", but "
                                    + entity.name() + " does not say which one is meant"
                                    + ReferenceCheck.reason(entity, model.codec(parent.name())),
                            ReferenceCheck.help(entity, model.codec(parent.name())));
                }
                List<String> rivals =
                        parent == null || model.codec(parent.name()) == null ? List.of() : model.rivals(entity, parent);
                if (!rivals.isEmpty()) {
                    error(
                            CompilerRule.NO_WAY_TO_PARENT,
                            null,
                            entity.name() + "." + attribute.name() + " is numbered by " + parent.name() + ", and "
                                    + String.join(", ", rivals) + " refer to one each",
                            one(parent, rivals));
                }
            }
        }
        if (pattern.with() != null && model.codec(pattern.with()) != null) {
            Entity child = model.codec(pattern.with()).entity();
            child.attributes().values().stream()
                    .filter(attribute -> attribute.sequence() != null
                            && !attribute.sequence().entity().equals(entity.name()))
                    .forEach(attribute -> error(
                            CompilerRule.NO_WAY_TO_PARENT,
                            "with",
                            child.name() + "." + attribute.name() + " is numbered by "
                                    + attribute.sequence().entity() + ", not by the " + entity.name()
                                    + " it would be created with",
                            "create each " + child.name() + " by a pattern of its own"));
            if (model.parentKey(child, entity) == null) {
                error(
                        CompilerRule.NO_WAY_TO_PARENT,
                        "with",
                        child.name() + " has no attribute for the key of its " + entity.name()
                                + ReferenceCheck.reason(child, codec),
                        ReferenceCheck.help(child, codec));
            }
            List<String> rivals = model.rivals(child, entity);
            if (!rivals.isEmpty()) {
                error(
                        CompilerRule.NO_WAY_TO_PARENT,
                        "with",
                        child.name() + " refers to several " + entity.name() + " items, by " + String.join(", ", rivals)
                                + ", and nothing says which is the one it is created with",
                        one(entity, rivals) + ", or call that one " + String.join(", ", codec.keyAttributes())
                                + ", as the key does");
            }
        }
    }

    private static String one(Entity parent, List<String> rivals) {
        return "take `references: " + parent.name() + "` away from all of " + String.join(", ", rivals)
                + " but the one that is meant";
    }

    private Type typeOf(String name) {
        Attribute attribute = entity.attributes().get(name);
        return attribute == null ? null : attribute.type();
    }

    private static String names(Pattern pattern) {
        Set<String> names = new java.util.LinkedHashSet<>();
        pattern.by().forEach(variable -> names.add(variable.attribute()));
        return names.isEmpty() ? "nothing" : String.join(", ", names);
    }

    /** The list {@code change} without one of its names; in words when no other is left. */
    private Help unchanged(String name) {
        return pattern.change().size() == 1
                ? Help.words("leave " + name + " as it is")
                : Help.edit(removed("change", pattern.change(), name));
    }

    private Edit removed(String word, java.util.Collection<String> names, String name) {
        List<String> rest = names.stream().filter(other -> !other.equals(name)).toList();
        return rest.isEmpty()
                ? Edit.remove("patterns", pattern.name(), word)
                : Edit.ofPattern(pattern, word, Edit.list(rest));
    }

    private Edit changed(String name) {
        return Edit.ofPattern(
                pattern,
                "change",
                Edit.list(Stream.concat(pattern.change().stream(), Stream.of(name))
                        .toList()));
    }

    private List<Edit> softDelete() {
        List<Edit> edits = new java.util.ArrayList<>();
        edits.add(Edit.ofEntity(entity, "soft-delete", "{ at: deletedAt }"));
        if (!entity.attributes().containsKey("deletedAt")) {
            edits.add(Edit.put("timestamp", "entities", entity.name(), "attributes", "deletedAt"));
        }
        return edits;
    }

    /** What a caller gives besides the key is what a hash is made of. */
    private Help hashOf(Attribute hash) {
        List<String> made = entity.attributes().values().stream()
                .filter(a -> a != hash && !a.isComputed() && a.generate() == null)
                .map(Attribute::name)
                .filter(name -> !codec.keyAttributes().contains(name))
                .toList();
        return made.isEmpty()
                ? Help.words("say in hash-of: at the attribute what it is made of")
                : Help.edit(Edit.ofAttribute(entity, hash.name(), "hash-of", Edit.list(made)));
    }

    private void error(CompilerRule rule, String word, String message, String advice) {
        error(rule, word, message, Help.words(advice));
    }

    private void error(CompilerRule rule, String word, String message, Help help) {
        Node node = pattern.node();
        Place place = node == null ? Place.START : word == null ? node.place() : node.placeOf(word);
        findings.add(rule.found(pattern.name(), place, message, help));
    }
}
