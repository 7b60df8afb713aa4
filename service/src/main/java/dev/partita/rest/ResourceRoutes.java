package dev.partita.rest;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.run.Plans;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Routes that name what a pattern is about, made by rule.
 *
 * <p>An entity is a collection with items in it: {@code /users} and {@code /users/{userId}}. Every pattern wishes for the plain
 * place of what it does: a get for the item, a list for the collection, an update for PATCH of the item. When several wish for
 * one place, the most general of them has it, and of equals the first in the file: the list that asks for least, the update that
 * changes most. The others, and what has no plain place, stand below it under their own name without the entity's:
 * {@code /users/by-email}, {@code /users/{userId}/deactivate}; an update of one attribute under that attribute's,
 * {@code PUT /users/{userId}/email}. A route that the file states goes before all of them.
 */
final class ResourceRoutes {

    private final Design design;
    private final Plans plans;
    private final String base;
    private final Map<String, Resource> resources = new LinkedHashMap<>();
    private final Map<String, Route> made = new HashMap<>();
    private final Map<String, String> items = new LinkedHashMap<>();
    private final Set<String> taken = new HashSet<>();

    /** A place that a pattern would like to have. */
    private record Wish(Pattern pattern, String method, String path, int rank, int order) {

        String place() {
            return ResourceRoutes.place(method, path);
        }
    }

    ResourceRoutes(Plans plans, String base) {
        this.plans = plans;
        this.design = plans.design();
        this.base = base;
        addResources();
        Map<String, List<Wish>> wishes = new LinkedHashMap<>();
        int order = 0;
        for (Pattern pattern : design.patterns().values()) {
            if (pattern.route() != null && !pattern.route().isNone()) {
                state(pattern);
            }
        }
        for (Pattern pattern : design.patterns().values()) {
            Wish wish = pattern.route() == null ? wish(pattern, order++) : null;
            if (wish != null) {
                wishes.computeIfAbsent(wish.place(), place -> new ArrayList<>()).add(wish);
            }
        }
        wishes.forEach((place, all) -> {
            Wish best = all.stream()
                    .min(Comparator.comparingInt(Wish::rank).thenComparingInt(Wish::order))
                    .orElseThrow();
            take(best.pattern(), best.method(), best.path(), Route.Kind.RESOURCE);
        });
        for (Pattern pattern : design.patterns().values()) {
            if (pattern.route() == null && !made.containsKey(pattern.name())) {
                named(pattern);
            }
        }
        findItems();
    }

    /** Of several patterns that read one item, the one at its plain place, else the first that has a route. */
    private void findItems() {
        for (Pattern pattern : design.patterns().values()) {
            Resource resource = resource(pattern);
            Route route = made.get(pattern.name());
            boolean reads = pattern.verb() == Verb.GET || pattern.verb() == Verb.READ;
            String item = reads && resource != null && route != null ? item(pattern, resource) : null;
            if (item != null) {
                String entity = pattern.entities().get(0);
                if (route.path().equals(base + item)) {
                    items.put(entity, pattern.name());
                } else {
                    items.putIfAbsent(entity, pattern.name());
                }
            }
        }
    }

    private void state(Pattern pattern) {
        for (String variable : pattern.route().variables()) {
            if (!takes(pattern, variable)) {
                throw new IllegalArgumentException("The route of " + pattern.name() + " has {" + variable
                        + "}, which is no argument of the pattern");
            }
        }
        if (!take(pattern, pattern.route().method(), pattern.route().path(), Route.Kind.STATED)) {
            throw new IllegalArgumentException("The route of " + pattern.name() + " is another pattern's, too: "
                    + pattern.route().method() + " " + pattern.route().path());
        }
    }

    /** Null when a pattern has none. */
    Route of(String pattern) {
        return made.get(pattern);
    }

    /** The pattern that reads one item of an entity, by entity. */
    Map<String, String> items() {
        return items;
    }

    private void addResources() {
        Set<String> nouns = new HashSet<>(Pattern.Route.RESERVED);
        Map<String, List<String>> identities = new HashMap<>();
        design.entities().values().forEach(e -> identities.put(e.name(), Resource.identity(design, e)));
        for (Entity entity : design.entities().values()) {
            String noun = Wording.kebab(Wording.plural(entity.name()));
            if (!nouns.add(noun)) {
                noun = Wording.kebab(entity.name()) + "-items";
                for (int i = 2; !nouns.add(noun); i++) {
                    noun = Wording.kebab(entity.name()) + "-items-" + i;
                }
            }
            resources.put(entity.name(), new Resource(design, entity, noun, identities.get(entity.name()), null));
        }
        // Now that all are known: which of them hang under another.
        for (Resource resource : List.copyOf(resources.values())) {
            String parent = resource.identity().size() < 2
                    ? null
                    : resource.identity().stream()
                            .filter(name -> parentBy(resource.entity(), name) != null && resource.fits(name))
                            .findFirst()
                            .orElse(null);
            if (parent != null) {
                resources.put(
                        resource.entity().name(),
                        new Resource(design, resource.entity(), resource.noun(), resource.identity(), parent));
            }
        }
    }

    /** The resource that an attribute names an item of. */
    private Resource parentBy(Entity entity, String attribute) {
        String reference = Resource.reference(design, entity, attribute);
        Resource parent = reference == null ? null : resources.get(reference);
        return parent == null || parent.entity() == entity || !parent.canBeParent() ? null : parent;
    }

    private Wish wish(Pattern pattern, int order) {
        Resource resource = resource(pattern);
        if (resource == null) {
            return null;
        }
        String collection = collection(pattern, resource);
        String item = item(pattern, resource);
        return switch (pattern.verb()) {
            case GET, READ -> item == null ? null : new Wish(pattern, "GET", item, 0, order);
            case LIST -> new Wish(pattern, "GET", collection, rank(pattern, collection), order);
            case SCAN ->
                pattern.where() == null ? new Wish(pattern, "GET", collection, Integer.MAX_VALUE, order) : null;
            case CREATE -> new Wish(pattern, "POST", collection, 0, order);
            case PUT -> item == null ? null : new Wish(pattern, "PUT", item, 0, order);
            case UPDATE ->
                item == null || pattern.change().isEmpty()
                        ? null
                        : new Wish(pattern, "PATCH", item, -pattern.change().size(), order);
            case DELETE -> item == null ? null : new Wish(pattern, "DELETE", item, pattern.hard() ? 1 : 0, order);
            case COUNT, SEARCH, RESTORE, GATHER, TRANSACT -> null;
        };
    }

    /** A list is the more general the less it asks for: arguments first, then conditions. */
    private int rank(Pattern pattern, String collection) {
        List<String> inPath = Route.variables(collection);
        long asked = plan(pattern).arguments().stream()
                .filter(argument -> argument.required() && !inPath.contains(argument.name()))
                .count();
        return (int) asked * 2 + (pattern.where() == null ? 0 : 1);
    }

    /** A pattern that has not got a plain place has one under its name, when there is room. */
    private void named(Pattern pattern) {
        Resource resource = resource(pattern);
        if (resource == null) {
            String name = Wording.kebab(pattern.name());
            if (!Pattern.Route.RESERVED.contains(name)) {
                take(pattern, pattern.verb().writes() ? "POST" : "GET", "/" + name, Route.Kind.RESOURCE);
            }
            return;
        }
        String item = item(pattern, resource);
        if (item != null
                && isOfOne(pattern)
                && take(
                        pattern,
                        "PUT",
                        item + "/" + Wording.kebab(pattern.change().get(0)),
                        Route.Kind.RESOURCE)) {
            return;
        }
        String place = item != null && pattern.verb() != Verb.CREATE ? item : collection(pattern, resource);
        String action = resource.action(pattern.name(), parent(pattern, resource, item));
        if (action == null) {
            action = switch (pattern.verb()) {
                case COUNT, SEARCH, SCAN, RESTORE -> pattern.verb().word();
                default -> Wording.kebab(pattern.name());
            };
        }
        String method = !pattern.verb().writes() ? "GET" : pattern.verb() == Verb.PUT ? "PUT" : "POST";
        take(pattern, method, place + "/" + action, Route.Kind.RESOURCE);
    }

    /** Whether it sets one attribute to what the caller gives, and does nothing else: that is a place of its own. */
    private static boolean isOfOne(Pattern pattern) {
        return pattern.verb() == Verb.UPDATE
                && pattern.change().size() == 1
                && pattern.require().equals(pattern.change())
                && pattern.set().isEmpty()
                && pattern.add().isEmpty()
                && pattern.append().isEmpty()
                && pattern.remove().isEmpty();
    }

    private Entity parent(Pattern pattern, Resource resource, String item) {
        Resource parent = item != null && resource.parent() == null ? null : above(pattern, resource);
        return parent == null ? null : parent.entity();
    }

    private boolean take(Pattern pattern, String method, String path, Route.Kind kind) {
        if (!taken.add(place(method, path))) {
            return false;
        }
        Route route = Route.of(method, base + path, plans, pattern, kind);
        made.put(pattern.name(), route);
        return true;
    }

    /** What the pattern is about: what it fetches, or what it names. Null when that is several things. */
    private Resource resource(Pattern pattern) {
        if (pattern.verb() == Verb.GATHER || pattern.verb() == Verb.TRANSACT) {
            return null;
        }
        boolean isOther = pattern.fetch() != null && !pattern.fetch().equals("whole");
        return resources.get(isOther ? pattern.fetch() : pattern.entities().get(0));
    }

    /** {@code /users}, or {@code /problems/{problemId}/test-cases} when the pattern knows the problem. */
    private String collection(Pattern pattern, Resource resource) {
        String attribute = aboveBy(pattern, resource);
        return attribute == null
                ? "/" + resource.noun()
                : under(attribute, above(pattern, resource))
                        + resource.nounUnder(above(pattern, resource).entity());
    }

    private static String under(String attribute, Resource parent) {
        return "/" + parent.noun() + "/{" + attribute + "}/";
    }

    /** The resource that the pattern's collection hangs under; null when it stands alone. */
    private Resource above(Pattern pattern, Resource resource) {
        String attribute = aboveBy(pattern, resource);
        return attribute == null
                ? null
                : parentBy(design.entities().get(pattern.entities().get(0)), attribute);
    }

    /** The argument that names an item of the resource above. */
    private String aboveBy(Pattern pattern, Resource resource) {
        Entity asked = design.entities().get(pattern.entities().get(0));
        if (pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT) {
            return resource.parent() != null && takes(pattern, resource.parent()) ? resource.parent() : null;
        }
        if (resource.parent() != null && takes(pattern, resource.parent()) && isBy(pattern, resource.parent())) {
            return resource.parent();
        }
        for (Template.Variable variable : pattern.by()) {
            Attribute attribute = asked.attributes().get(variable.attribute());
            if (variable.formats().isEmpty()
                    && takes(pattern, variable.attribute())
                    && parentBy(asked, variable.attribute()) != null
                    && Resource.fitsPath(asked, attribute)) {
                return variable.attribute();
            }
        }
        return null;
    }

    /** {@code /users/{userId}} when the pattern goes by what tells items apart; null otherwise. */
    private String item(Pattern pattern, Resource resource) {
        boolean isOfItem =
                switch (pattern.verb()) {
                    case GET, UPDATE, DELETE, RESTORE -> true;
                    case READ -> plan(pattern) instanceof ReadPlan read && read.hasHead();
                    case PUT -> true;
                    default -> false;
                };
        if (!isOfItem) {
            return null;
        }
        if (pattern.verb() != Verb.PUT
                && (pattern.by().size() != resource.identity().size()
                        || !resource.identity().stream().allMatch(name -> isBy(pattern, name)))) {
            return null;
        }
        if (!resource.identity().stream().allMatch(name -> takes(pattern, name))) {
            return null;
        }
        Resource parent = resource.parent() == null ? null : parentBy(resource.entity(), resource.parent());
        String before = parent == null ? "/" : under(resource.parent(), parent);
        Entity under = parent == null ? null : parent.entity();
        if (resource.own().isEmpty() || !resource.own().stream().allMatch(resource::fits)) {
            return before + resource.singular(under);
        }
        StringBuilder path =
                new StringBuilder(before).append(under == null ? resource.noun() : resource.nounUnder(under));
        resource.own().forEach(name -> path.append("/{").append(name).append('}'));
        return path.toString();
    }

    private boolean takes(Pattern pattern, String argument) {
        if (pattern.isEach(argument)) {
            // A plural may be called as one: what callers give is a list all the same.
            return false;
        }
        return plan(pattern).arguments().stream().map(Argument::name).anyMatch(argument::equals);
    }

    private static boolean isBy(Pattern pattern, String attribute) {
        return pattern.by().stream()
                .anyMatch(by -> by.formats().isEmpty() && by.attribute().equals(attribute));
    }

    private Plan plan(Pattern pattern) {
        return plans.plan(pattern.name());
    }

    /** Method and path, whatever its variables are called. */
    static String place(String method, String path) {
        return method + " " + path.replaceAll("\\{[^}]*}", "{}");
    }
}
