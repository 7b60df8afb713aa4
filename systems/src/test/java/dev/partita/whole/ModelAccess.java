package dev.partita.whole;

import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Pattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Who may call what, at the meaning of {@code allow:}, {@code owner:} and {@code roles:}. */
final class ModelAccess {

    /** By what right somebody calls; the most general one they have. */
    enum Right {
        NOT_SIGNED_IN,
        NOT_ALLOWED,
        /** Only about what is of their groups. */
        MEMBER,
        /** Only about what is theirs, and only the item tells. */
        OWNER,
        FREE
    }

    private final Model model;
    private final Sketch sketch;
    private final List<String> caller;

    /** @param caller the subject and the groups; empty for nobody */
    ModelAccess(Model model, List<String> caller) {
        this.model = model;
        this.sketch = model.sketch();
        this.caller = caller;
    }

    /** Whose an item must be. */
    interface Claim {
        boolean holds(Entity entity, Map<String, Object> values);
    }

    /** What a call of the pattern is held to; null when it may be about everything. */
    Claim claim(Pattern pattern, Map<String, Object> arguments) {
        Claim own = claimOfRule(pattern, arguments);
        ModelThrough through = new ModelThrough(model, this);
        // A write says of which parent it is; what a put replaces may be of another.
        boolean isSettled = pattern.writes() && !pattern.verb().equals("put");
        return isSettled || !through.follows(pattern)
                ? own
                : (entity, values) ->
                        (own == null || own.holds(entity, values)) && through.shows(pattern, entity, values);
    }

    /** Whether a parent that the call names is none for the caller. */
    boolean hides(Pattern pattern, Map<String, Object> arguments) {
        return new ModelThrough(model, this).hides(pattern, arguments);
    }

    private Claim claimOfRule(Pattern pattern, Map<String, Object> arguments) {
        Claim own = ownClaim(pattern, arguments);
        Entity fetched = sketch.entity(pattern.text("fetch"));
        boolean isShut = fetched != null
                && fetched.words().containsKey("allow")
                && own(pattern, Tree.names(fetched.words().get("allow")), arguments) != Right.FREE;
        // What is fetched is for those whom its own entity allows, whatever the pattern says.
        return isShut
                ? (entity, values) ->
                        !entity.name().equals(fetched.name()) && (own == null || own.holds(entity, values))
                : own;
    }

    /** What the pattern itself holds a call to, and whatever it goes on with. */
    Claim ownClaim(Pattern pattern, Map<String, Object> arguments) {
        if (right(pattern, arguments, true).compareTo(Right.NOT_ALLOWED) <= 0) {
            return null;
        }
        List<Claim> all = new ArrayList<>();
        Map<String, Object> given = arguments;
        for (Pattern one = pattern; one != null; one = sketch.patterns().get(one.text("then"))) {
            given = one == pattern ? given : passedOn(pattern, one, given);
            Right own = own(one, given);
            if (own == Right.OWNER) {
                all.add((entity, values) ->
                        entity.text("owner") == null || caller.get(0).equals(values.get(entity.text("owner"))));
            } else if (own == Right.MEMBER) {
                Set<Object> groups = new HashSet<>();
                rules(one).forEach(words -> words.forEach(word -> groups.addAll(groups(word))));
                all.add((entity, values) -> group(entity) == null || groups.contains(values.get(group(entity))));
            }
        }
        return all.isEmpty() ? null : (entity, values) -> all.stream().allMatch(claim -> claim.holds(entity, values));
    }

    /** The groups in which somebody has a role. */
    private Set<Object> groups(String word) {
        Map<String, Object> role = Tree.map(sketch.section("roles").get(word));
        Entity membership = sketch.entity((String) role.get("membership"));
        Set<Object> groups = new HashSet<>();
        if (membership == null || caller.isEmpty()) {
            return groups;
        }
        for (Map<String, Object> values : model.all(membership)) {
            Object group = values.get(role.get("group"));
            boolean isTheirs = model.isAlive(membership, values)
                    && caller.get(0).equals(values.get(role.get("by")))
                    && Condition.holds(
                            (String) role.get("when"),
                            new Condition.Subject(membership, values, Map.of(), model.now()));
            if (isTheirs && isPermitted((String) role.get("permission"), group)) {
                groups.add(group);
            }
        }
        return groups;
    }

    /** {@code Club.rights contains a}, of the group itself. */
    private boolean isPermitted(String permission, Object group) {
        if (permission == null) {
            return true;
        }
        String[] words = permission.split("[. ]");
        Entity entity = sketch.entity(words[0]);
        Map<String, Object> there = model.find(entity, List.of(group));
        return model.isAlive(entity, there)
                && there.get(words[1]) instanceof Collection<?> rights
                && rights.contains(words[3]);
    }

    /** The attribute that says of which group an item is; null where nothing does. */
    private String group(Entity entity) {
        return entity.attributes().containsKey("clubId") ? "clubId" : null;
    }

    private Right member(Pattern pattern, String word, Map<String, Object> arguments) {
        Map<String, Object> role = Tree.map(sketch.section("roles").get(word));
        if (!role.containsKey("membership")) {
            return Right.NOT_ALLOWED;
        }
        Set<Object> groups = groups(word);
        if (groups.isEmpty() || Boolean.TRUE.equals(role.get("everywhere"))) {
            return groups.isEmpty() ? Right.NOT_ALLOWED : Right.FREE;
        }
        Entity entity = sketch.entity(pattern.of().get(0));
        String group = entity == null ? null : group(entity);
        if (group == null) {
            return Right.NOT_ALLOWED;
        }
        String changed = ModelWrites.argument(pattern, group);
        if (pattern.names("change").contains(group)
                && arguments.containsKey(changed)
                && !groups.contains(arguments.get(changed))) {
            return Right.NOT_ALLOWED;
        }
        if (takes(pattern, group)) {
            return groups.contains(arguments.get(group)) ? Right.MEMBER : Right.NOT_ALLOWED;
        }
        boolean isShown = pattern.writes()
                || !pattern.verb().equals("count")
                        && (pattern.names("return").isEmpty()
                                || pattern.names("return").contains(group));
        return isShown ? Right.MEMBER : Right.NOT_ALLOWED;
    }

    Right right(Pattern pattern, Map<String, Object> arguments) {
        return right(pattern, arguments, false);
    }

    private Right right(Pattern pattern, Map<String, Object> arguments, boolean isPart) {
        Right right = isPart && rules(pattern).stream().allMatch(words -> words.contains("together"))
                ? Right.FREE
                : own(pattern, arguments);
        boolean isMadeOfOthers =
                pattern.verb().equals("gather") || pattern.verb().equals("transact");
        for (String part : parts(pattern)) {
            Pattern next = sketch.patterns().get(part);
            Map<String, Object> given =
                    switch (pattern.verb()) {
                        case "transact" -> Tree.map(arguments.get(part));
                        case "gather" -> arguments;
                        default -> passedOn(pattern, next, arguments);
                    };
            Right other = right(next, given, isMadeOfOthers);
            right = other.compareTo(right) < 0 ? other : right;
        }
        return right;
    }

    /** What {@code then} goes on with is looked up by the item found, not by what another part of a gather was asked for. */
    private static Map<String, Object> passedOn(Pattern pattern, Pattern next, Map<String, Object> arguments) {
        Map<String, Object> passed = new LinkedHashMap<>(arguments);
        asked(next)
                .map(Sketch.Part::attribute)
                .filter(name ->
                        asked(pattern).noneMatch(part -> part.attribute().equals(name)))
                .forEach(passed::remove);
        return passed;
    }

    private Right own(Pattern pattern, Map<String, Object> arguments) {
        Right right = Right.FREE;
        for (List<String> words : rules(pattern)) {
            Right other = own(pattern, words, arguments);
            right = other.compareTo(right) < 0 ? other : right;
        }
        return right;
    }

    private Right own(Pattern pattern, List<String> words, Map<String, Object> arguments) {
        if (words.contains("anyone")) {
            return Right.FREE;
        }
        Boolean isOpen = caller.isEmpty() ? null : isOpenAccount();
        if (Boolean.FALSE.equals(isOpen)) {
            return Right.NOT_ALLOWED;
        }
        boolean isSignedIn = Boolean.TRUE.equals(isOpen);
        if (!caller.isEmpty() && words.stream().anyMatch(this::isInGroup)) {
            return Right.FREE;
        }
        if (isSignedIn && words.contains("signed-in")) {
            return Right.FREE;
        }
        if (!isSignedIn) {
            return Right.NOT_SIGNED_IN;
        }
        if (words.stream().anyMatch(this::holds)) {
            return Right.FREE;
        }
        Right most = words.stream()
                .map(word -> member(pattern, word, arguments))
                .max(Comparator.naturalOrder())
                .orElse(Right.NOT_ALLOWED);
        if (most != Right.NOT_ALLOWED) {
            return most;
        }
        Entity entity = sketch.entity(pattern.of().get(0));
        Entity fetched = sketch.entity(pattern.text("fetch"));
        Entity told = fetched == null ? entity : fetched;
        if (!words.contains("owner") || entity == null || entity.text("owner") == null && told.text("owner") == null) {
            return Right.NOT_ALLOWED;
        }
        if (entity.text("owner") != null && takesOwner(pattern, entity)) {
            Object given = arguments.get(entity.text("owner"));
            return given == null || given.equals(caller.get(0)) ? Right.OWNER : Right.NOT_ALLOWED;
        }
        String changed = entity.text("owner") == null ? "" : ModelWrites.argument(pattern, entity.text("owner"));
        boolean givesAway = pattern.names("change").contains(entity.text("owner"))
                && arguments.containsKey(changed)
                && !caller.get(0).equals(arguments.get(changed));
        // Only the item tells, so the answer must show whose it is.
        boolean isShown = pattern.writes()
                || !pattern.verb().equals("count")
                        && told.text("owner") != null
                        && (pattern.names("return").isEmpty()
                                || pattern.names("return").contains(told.text("owner")));
        return givesAway || !isShown ? Right.NOT_ALLOWED : Right.OWNER;
    }

    /** Whether the owner is an argument. */
    static boolean takesOwner(Pattern pattern, Entity entity) {
        return takes(pattern, entity.text("owner"));
    }

    private static boolean takes(Pattern pattern, String owner) {
        return pattern.verb().equals("create") || pattern.verb().equals("put")
                ? !Tree.map(pattern.words().get("set")).containsKey(owner)
                : asked(pattern)
                        .anyMatch(part -> part.attribute().equals(owner)
                                && part.formats().isEmpty()
                                && !owner.equals(ModelReads.eachOf(pattern)));
    }

    /** What callers give to be found by: {@code by}, or what a stated key equals. */
    private static Stream<Sketch.Part> asked(Pattern pattern) {
        return Stream.concat(
                pattern.by().stream(),
                Tree.map(pattern.words().get("key")).values().stream()
                        .filter(String.class::isInstance)
                        .flatMap(template -> Sketch.template((String) template).stream())
                        .filter(Sketch.Part::isAttribute));
    }

    /** The arguments, with the caller where the owner was left out. */
    Map<String, Object> completed(Pattern pattern, Map<String, Object> arguments) {
        // Of whoever calls what is open to anyone no account is looked at.
        boolean isKnown = !caller.isEmpty() && (isForAnyone(pattern) || Boolean.TRUE.equals(isOpenAccount()));
        return isKnown ? filled(pattern, arguments) : arguments;
    }

    /** The puts, this one or its parts, that do not say whose it is. */
    Set<String> leftOut(Pattern pattern, Map<String, Object> arguments) {
        Set<String> names = new HashSet<>();
        for (Pattern part : writes(pattern)) {
            Entity entity = sketch.entity(part.of().get(0));
            if (part.verb().equals("put")
                    && entity.text("owner") != null
                    && given(pattern, part, arguments).get(entity.text("owner")) == null) {
                names.add(part.name());
            }
        }
        return names;
    }

    /**
     * Whether somebody who is let in because anybody is says whose an account is to be, and it is not themselves: an account stands for
     * whoever had its id before, or has it elsewhere.
     */
    boolean choosesIdentity(Pattern pattern, Map<String, Object> arguments) {
        Entity account = account();
        for (Pattern part : account == null ? List.<Pattern>of() : writes(pattern)) {
            boolean isOfWhole = part != pattern && rules(part).stream().allMatch(words -> words.contains("together"));
            boolean isOpen = rules(isOfWhole ? pattern : part).stream()
                    .anyMatch(words -> (caller.isEmpty() || words.stream().noneMatch(this::isInGroup))
                            && (words.contains("anyone") || words.contains("signed-in")));
            Map<String, Object> given = given(pattern, part, arguments);
            String owner = account.text("owner");
            boolean isOwn =
                    part.of().get(0).equals(account.name()) && takes(part, owner) && isSomebodyElse(given.get(owner));
            boolean isChilds = account.name().equals(part.text("with"))
                    && given.values().stream()
                            .filter(Collection.class::isInstance)
                            .flatMap(list -> ((Collection<?>) list).stream())
                            .anyMatch(child -> child instanceof Map<?, ?> values && isSomebodyElse(values.get(owner)));
            if (isOpen && (part.verb().equals("create") || part.verb().equals("put")) && (isOwn || isChilds)) {
                return true;
            }
        }
        return false;
    }

    private boolean isSomebodyElse(Object given) {
        return given != null && (caller.isEmpty() || !caller.get(0).equals(given));
    }

    private List<Pattern> writes(Pattern pattern) {
        return pattern.verb().equals("transact")
                ? pattern.of().stream().map(sketch.patterns()::get).toList()
                : pattern.writes() ? List.of(pattern) : List.of();
    }

    private static Map<String, Object> given(Pattern whole, Pattern part, Map<String, Object> arguments) {
        return whole == part ? arguments : Tree.map(arguments.get(part.name()));
    }

    /** The entity that one signs in to: it has a password, an owner, and a name that only one has. */
    private Entity account() {
        return sketch.entities().values().stream()
                .filter(entity -> entity.text("owner") != null)
                .filter(entity -> entity.attributes().values().stream()
                        .anyMatch(attribute -> attribute.shape().word().equals("password")))
                .filter(entity -> entity.uniques().values().stream()
                        .anyMatch(names -> names.size() == 1
                                && entity.attributes()
                                        .get(names.get(0))
                                        .shape()
                                        .word()
                                        .equals("string")))
                .findFirst()
                .orElse(null);
    }

    private boolean isForAnyone(Pattern pattern) {
        List<Pattern> gates = new ModelThrough(model, this)
                .gates(pattern, sketch.entity(pattern.of().get(0)));
        Entity fetched = sketch.entity(pattern.text("fetch"));
        boolean isShut = fetched != null
                && fetched.words().containsKey("allow")
                && !Tree.names(fetched.words().get("allow")).contains("anyone");
        return !isShut
                && rules(pattern).stream().allMatch(words -> words.contains("anyone"))
                && gates.stream().allMatch(this::isForAnyone)
                && parts(pattern).stream().map(sketch.patterns()::get).allMatch(this::isForAnyone);
    }

    private static List<String> parts(Pattern pattern) {
        return pattern.verb().equals("gather") || pattern.verb().equals("transact")
                ? pattern.of()
                : pattern.text("then") == null ? List.of() : List.of(pattern.text("then"));
    }

    private Map<String, Object> filled(Pattern pattern, Map<String, Object> arguments) {
        if (pattern.verb().equals("transact")) {
            Map<String, Object> completed = new LinkedHashMap<>(arguments);
            pattern.of()
                    .forEach(part ->
                            completed.put(part, filled(sketch.patterns().get(part), Tree.map(arguments.get(part)))));
            return completed;
        }
        if (pattern.verb().equals("gather")) {
            Map<String, Object> completed = new LinkedHashMap<>(arguments);
            pattern.of()
                    .forEach(part -> completed.putAll(filled(sketch.patterns().get(part), completed)));
            return completed;
        }
        Entity entity = sketch.entity(pattern.of().get(0));
        boolean isOwners = entity != null
                && entity.text("owner") != null
                && rules(pattern).stream().anyMatch(words -> words.contains("owner"))
                && takesOwner(pattern, entity);
        if (!isOwners || arguments.get(entity.text("owner")) != null) {
            return arguments;
        }
        Map<String, Object> completed = new LinkedHashMap<>(arguments);
        completed.put(entity.text("owner"), caller.get(0));
        return completed;
    }

    /** Of the pattern, else of each entity it returns, or of the design where that says nothing. */
    private List<List<String>> rules(Pattern pattern) {
        if (pattern.words().containsKey("allow")) {
            return List.of(pattern.names("allow"));
        }
        List<String> whole = Tree.names(sketch.tree().get("allow"));
        List<String> returned = new ArrayList<>(pattern.of());
        if (sketch.entity(pattern.text("fetch")) != null) {
            returned.add(pattern.text("fetch"));
        }
        ModelThrough through = new ModelThrough(model, this);
        return returned.stream()
                .map(sketch::entity)
                // Whoever follows a parent's pattern goes by its rules, where there are none of its own.
                .filter(entity -> entity == null
                        || entity.words().containsKey("allow")
                        || through.gates(pattern, entity).isEmpty())
                .map(entity -> entity != null && entity.words().containsKey("allow")
                        ? Tree.names(entity.words().get("allow"))
                        : whole)
                .toList();
    }

    /** Whether the caller's account is open, where the design has accounts; null when there is none. */
    private Boolean isOpenAccount() {
        Map<String, Object> identity = sketch.section("identity");
        Entity entity = sketch.entity((String) identity.get("entity"));
        if (entity == null) {
            return true;
        }
        return model.all(entity).stream()
                .filter(values -> model.isAlive(entity, values))
                .filter(values -> caller.get(0).equals(values.get(identity.get("by"))))
                .map(values -> Condition.holds(
                        (String) identity.get("when"), new Condition.Subject(entity, values, Map.of(), model.now())))
                .findFirst()
                .orElse(null);
    }

    /** Whether the caller could call a pattern about some item or other. */
    boolean couldCall(Pattern pattern) {
        return rules(pattern).stream().allMatch(this::isPossible);
    }

    private boolean isPossible(List<String> words) {
        if (words.contains("anyone")) {
            return true;
        }
        Boolean isOpen = caller.isEmpty() ? null : isOpenAccount();
        if (caller.isEmpty() || Boolean.FALSE.equals(isOpen)) {
            return false;
        }
        return words.stream().anyMatch(this::isInGroup)
                || Boolean.TRUE.equals(isOpen)
                        && words.stream()
                                .anyMatch(word -> List.of("signed-in", "owner").contains(word)
                                        || holds(word)
                                        || !groups(word).isEmpty());
    }

    private boolean isInGroup(String word) {
        Map<String, Object> role = Tree.map(sketch.section("roles").get(word));
        return role.containsKey("group")
                && !role.containsKey("membership")
                && caller.subList(1, caller.size()).contains(role.get("group"));
    }

    private boolean holds(String word) {
        Map<String, Object> role = Tree.map(sketch.section("roles").get(word));
        if (role.isEmpty()) {
            return false;
        }
        if (role.containsKey("entity")) {
            Entity entity = sketch.entity((String) role.get("entity"));
            return model.all(entity).stream()
                    .filter(values -> model.isAlive(entity, values))
                    .filter(values -> caller.get(0).equals(values.get(role.get("by"))))
                    .anyMatch(values -> Condition.holds(
                            (String) role.get("when"), new Condition.Subject(entity, values, Map.of(), model.now())));
        }
        return !role.containsKey("membership")
                && caller.subList(1, caller.size()).contains(role.get("group"));
    }
}
