package dev.partita.access;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Template;
import dev.partita.plan.Argument;
import dev.partita.plan.Codec;
import dev.partita.plan.Inputs;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Plans;
import dev.partita.plan.Result;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How one pattern knows whose items it is about. */
final class Owner {

    /** What the arguments alone say about a caller. */
    enum Claim {
        /** It is theirs: the owner is an argument, and it is who calls. */
        OWN,
        /** The owner is an argument that may be left out, and was. */
        LEFT_OUT,
        /** Only the item can tell. */
        ITEM_TELLS,
        /** It is somebody else's, or would become somebody else's. */
        OTHERS,
        /** Nobody owns what this pattern is about, or it does not come to light who does. */
        NONE
    }

    private final Pattern pattern;
    private final Entity entity;
    private final Attribute attribute;
    private final Codec codec;
    private final boolean isArgument;
    private final boolean isRequired;
    /** The argument that would give the item to somebody, or null. */
    private final String newOwner;
    /** The entity of the items whose owner decides about a result, and their attribute; null when no item tells. */
    private final Entity shown;

    private Owner(Plans plans, Pattern pattern, Entity entity) {
        Design design = plans.design();
        this.pattern = pattern;
        this.entity = entity;
        this.attribute = entity.owner() == null ? null : entity.attributes().get(entity.owner());
        this.codec = plans.codec(entity);
        this.isArgument = attribute != null && takesOwner();
        this.isRequired = isArgument && isRequired(plans);
        this.newOwner = attribute == null ? null : newOwner();
        this.shown = shown(design);
    }

    static Owner of(Plans plans, Pattern pattern) {
        return new Owner(
                plans, pattern, plans.design().entities().get(pattern.entities().get(0)));
    }

    Claim claim(String subject, Map<String, Object> arguments) {
        if (attribute != null && !isIdentity(codec, attribute, subject)) {
            return Claim.NONE;
        }
        if (newOwner != null && arguments.containsKey(newOwner) && !isSame(subject, arguments.get(newOwner))) {
            return Claim.OTHERS;
        }
        if (isArgument) {
            Object given = arguments.get(attribute.name());
            if (given == null) {
                return isRequired ? Claim.OWN : Claim.LEFT_OUT;
            }
            return isSame(subject, given) ? Claim.OWN : Claim.OTHERS;
        }
        if (pattern.verb().writes()) {
            return attribute == null ? Claim.NONE : Claim.ITEM_TELLS;
        }
        return shown == null ? Claim.NONE : Claim.ITEM_TELLS;
    }

    /** Whether somebody who is not known to be anybody chooses an identity that the design makes up. */
    boolean choosesIdentity(String subject, Map<String, Object> arguments) {
        if (attribute == null
                || attribute.generate() == null
                || pattern.verb() != Verb.CREATE && pattern.verb() != Verb.PUT) {
            return false;
        }
        Object given = arguments.get(attribute.name());
        return given != null && (subject == null || !isSame(subject, given));
    }

    /** Whether the owner is an argument, by which it is asked or given. */
    boolean isArgument() {
        return isArgument;
    }

    String attributeName() {
        return attribute.name();
    }

    /** The arguments with the owner filled in, where it is one and was not given. */
    Map<String, Object> completed(String subject, Map<String, Object> arguments, boolean evenIfOptional) {
        if (subject == null
                || !isArgument
                || !isRequired && !evenIfOptional
                || arguments.get(attribute.name()) != null) {
            return arguments;
        }
        Map<String, Object> completed = new LinkedHashMap<>(arguments);
        completed.put(attribute.name(), subject);
        return completed;
    }

    /** Whether a result has to be looked at even though the arguments name the owner: a stated request finds what it finds. */
    boolean isToBeChecked() {
        return pattern.pinned() != null && shown != null;
    }

    /** What of a result is the caller's. */
    Result own(String subject, Result result, Codec shownCodec) {
        Attribute owner = shown.attributes().get(shown.owner());
        boolean isWhole = pattern.verb() == Verb.GET || pattern.verb() == Verb.READ;
        List<Result.Found> own = result.items().stream()
                .filter(item -> !item.entity().equals(shown.name())
                        || isSame(shownCodec, owner, subject, item.values().get(owner.name())))
                .toList();
        boolean hasOwn = own.stream().anyMatch(item -> item.entity().equals(shown.name()));
        // What has no owner itself belongs to the item it is read with.
        List<Result.Found> kept =
                !hasOwn || isWhole && own.size() < result.items().size() ? List.of() : own;
        return kept.size() == result.items().size()
                ? result
                : new Result(kept, kept.size(), Map.of(), result.cursor(), Map.of(), result.requests(), result.units());
    }

    Entity shown() {
        return shown;
    }

    private boolean takesOwner() {
        return switch (pattern.verb()) {
            case CREATE, PUT -> !attribute.isComputed() && !pattern.set().containsKey(attribute.name());
            case UPDATE, DELETE, RESTORE -> isAskedBy();
            case GET, READ, LIST, COUNT, SEARCH, SCAN -> isAskedBy() || isPinned();
            case GATHER, TRANSACT -> false;
        };
    }

    private boolean isAskedBy() {
        boolean isEach = pattern.each() != null && pattern.each().attribute().equals(attribute.name());
        return !isEach && pattern.by().stream().anyMatch(this::isPlain);
    }

    private boolean isPinned() {
        return pattern.pinned() != null
                && pattern.pinned().key().values().stream()
                        .filter(test -> test.operator() == Pattern.KeyTest.Operator.EQUALS)
                        .flatMap(test -> test.templates().stream())
                        .flatMap(Template::variables)
                        .anyMatch(this::isPlain);
    }

    private boolean isPlain(Template.Variable variable) {
        return variable.attribute().equals(attribute.name())
                && variable.formats().isEmpty();
    }

    private boolean isRequired(Plans plans) {
        for (Argument argument : plans.plan(pattern.name()).arguments()) {
            if (argument.name().equals(attribute.name())) {
                return argument.required();
            }
        }
        return false;
    }

    private String newOwner() {
        String name = attribute.name();
        boolean isChanged = pattern.change().contains(name)
                || pattern.add().containsKey(name) && pattern.add().get(name) == null
                || pattern.append().contains(name);
        if (!isChanged) {
            return null;
        }
        return isAskedBy() ? "new" + Character.toUpperCase(name.charAt(0)) + name.substring(1) : name;
    }

    private Entity shown(Design design) {
        boolean isFetched = pattern.fetch() != null && !pattern.fetch().equals("whole");
        Entity found = isFetched ? design.entities().get(pattern.fetch()) : entity;
        Pattern next = pattern.then() == null ? null : design.patterns().get(pattern.then());
        boolean tells = pattern.verb() != Verb.COUNT
                && (next == null || next.entities().contains(entity.name()))
                && found != null
                && found.owner() != null
                && !found.attributes().get(found.owner()).hidden()
                && (pattern.returned().isEmpty()
                        || pattern.returned().contains(found.owner())
                        || pattern.then() != null);
        return tells ? found : null;
    }

    private boolean isSame(String subject, Object value) {
        return isSame(codec, attribute, subject, value);
    }

    private static boolean isSame(Codec codec, Attribute attribute, String subject, Object value) {
        if (value == null) {
            return false;
        }
        if (subject.equals(value) && attribute.normalise().isEmpty()) {
            return true;
        }
        Object one = logical(codec, attribute, subject);
        return one != null && one.equals(logical(codec, attribute, value));
    }

    /** Whether the subject can be the owner of anything: an id of the attribute's type. */
    private static boolean isIdentity(Codec codec, Attribute attribute, String subject) {
        return logical(codec, attribute, subject) != null;
    }

    private static Object logical(Codec codec, Attribute attribute, Object value) {
        try {
            return new Inputs(codec).argument(attribute, value);
        } catch (InvalidValues e) {
            return null;
        }
    }
}
