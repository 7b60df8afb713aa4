package dev.partita.design;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An access pattern as written: what to read or write, by what, and how. Options that are not stated are null or empty.
 *
 * @param ids the requirements it meets
 * @param entities what the verb names: one entity, or several for {@code read}; pattern names for {@code gather} and {@code transact}
 * @param by attributes, formatted, whose values the caller gives
 * @param set values every such write stores; {@code me} and {@code now} stand for the caller and the moment
 * @param add how much to add to an attribute; null when the caller says
 * @param same arguments of a {@code transact} that have one value in all its parts
 * @param requires conditions on the items this one refers to, by entity; null when it is enough that the item exists
 * @param through the patterns of the parent, one of which has to answer whoever calls; empty when the entity's count
 * @param route how it is called over HTTP, or null when that is left to the service
 * @param pinned the exact request, or null when the compiler is to find it
 */
public record Pattern(
        String name,
        String about,
        List<String> ids,
        Verb verb,
        List<String> entities,
        List<Template.Variable> by,
        Where where,
        String order,
        Template.Variable range,
        Integer page,
        Integer max,
        List<String> returned,
        Boolean strong,
        Long cacheSeconds,
        String fetch,
        String then,
        Each each,
        Long walkSeconds,
        String searchOn,
        Pinned pinned,
        List<String> change,
        Map<String, Object> set,
        Map<String, Object> add,
        List<String> append,
        List<String> remove,
        List<String> require,
        Where when,
        String with,
        String detect,
        boolean hard,
        List<String> same,
        Map<String, Where> requires,
        Guard guard,
        List<String> allow,
        List<String> through,
        Entity.Expect expect,
        Route route,
        Node node) {

    public Pattern {
        ids = List.copyOf(ids);
        entities = List.copyOf(entities);
        by = List.copyOf(by);
        returned = List.copyOf(returned);
        change = List.copyOf(change);
        set = Ordered.copyOf(set);
        add = Ordered.copyOf(add);
        append = List.copyOf(append);
        remove = List.copyOf(remove);
        require = List.copyOf(require);
        same = List.copyOf(same);
        requires = Ordered.copyOf(requires);
        allow = List.copyOf(allow);
        through = List.copyOf(through);
    }

    /** The same pattern in whatever order comes. */
    public Pattern withoutOrder() {
        return with(by, where, null, range, page, pinned);
    }

    /** The same pattern with its request left to the compiler. */
    public Pattern unpinned(List<Template.Variable> by, Template.Variable range, Integer page) {
        return with(by, pinned.filter() == null ? where : pinned.filter(), order, range, page, null);
    }

    /** The same pattern, asked by other names for the same values. */
    public Pattern askedBy(List<Template.Variable> by) {
        return with(by, where, order, range, page, pinned);
    }

    private Pattern with(
            List<Template.Variable> by,
            Where where,
            String order,
            Template.Variable range,
            Integer page,
            Pinned pinned) {
        return new Pattern(
                name,
                about,
                ids,
                verb,
                entities,
                by,
                where,
                order,
                range,
                page,
                max,
                returned,
                strong,
                cacheSeconds,
                fetch,
                then,
                each,
                walkSeconds,
                searchOn,
                pinned,
                change,
                set,
                add,
                append,
                remove,
                require,
                when,
                with,
                detect,
                hard,
                same,
                requires,
                guard,
                allow,
                through,
                expect,
                route,
                node);
    }

    /**
     * A read that no file states, for those who need one of their own.
     *
     * @param where null for every item
     * @param returned the attributes returned, hidden ones too; empty for all that are not hidden
     */
    public static Pattern reading(
            String name,
            Verb verb,
            String entity,
            List<String> by,
            Where where,
            boolean strong,
            List<String> returned) {
        return new Pattern(
                name,
                null,
                List.of(),
                verb,
                List.of(entity),
                by.stream()
                        .map(attribute -> new Template.Variable(attribute, List.of(), Place.START))
                        .toList(),
                where,
                null,
                null,
                null,
                null,
                returned,
                strong ? Boolean.TRUE : null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                null,
                null,
                false,
                List.of(),
                Map.of(),
                null,
                List.of(),
                List.of(),
                null,
                null,
                null);
    }

    public enum Verb {
        GET,
        READ,
        LIST,
        COUNT,
        SEARCH,
        SCAN,
        GATHER,
        CREATE,
        PUT,
        UPDATE,
        DELETE,
        RESTORE,
        TRANSACT;

        public boolean writes() {
            return ordinal() >= CREATE.ordinal();
        }

        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * A method and a path behind the design's own, with arguments in braces: {@code GET /users/{userId}/history}. Both are null
     * for {@code route: none}, which leaves the pattern its own route only.
     */
    public record Route(String method, String path, Node node) {

        /** What may not stand first in a path, since the service has it for something else. */
        public static final Set<String> RESERVED =
                Set.of("patterns", "openapi.json", "docs", "sign-in", "login", "alarms");

        public boolean isNone() {
            return path == null;
        }

        /** The parts between the slashes; a part in braces is a variable. */
        public List<String> parts() {
            return List.of(path.substring(1).split("/"));
        }

        /** The names in braces, in their order. */
        public List<String> variables() {
            return parts().stream()
                    .filter(part -> part.startsWith("{"))
                    .map(part -> part.substring(1, part.length() - 1))
                    .toList();
        }

        /** The same for all routes that a request cannot tell apart. */
        public String place() {
            return method + " " + path.replaceAll("\\{[^}]*}", "{}");
        }
    }

    /** One request for each value of an attribute: its range or enum, or what a list pattern returns in {@code fromAttribute}. */
    public record Each(String attribute, String fromPattern, String fromAttribute, Node node) {}

    /** Count first, then write: what quotas are for. Kept so that the linter can say so. */
    public record Guard(String countPattern, String below, Node node) {}

    /**
     * A request given literally.
     *
     * @param index null for the table itself
     * @param forward null when not stated
     */
    public record Pinned(
            String index, Map<String, KeyTest> key, Boolean forward, Integer limit, Where filter, Node node) {
        public Pinned {
            key = Ordered.copyOf(key);
        }
    }

    /** A condition on one key attribute. BETWEEN has two templates, the others one. */
    public record KeyTest(Operator operator, List<Template> templates, Place place) {
        public KeyTest {
            templates = List.copyOf(templates);
        }

        /** The attribute that an argument is a value of, or one end of a range of ({@code numberFrom}, {@code numberTo}); or null. */
        public static Attribute attribute(Map<String, Attribute> attributes, String argument) {
            Attribute own = attributes.get(argument);
            for (String end : List.of("From", "To")) {
                if (own == null && argument.endsWith(end)) {
                    own = attributes.get(argument.substring(0, argument.length() - end.length()));
                }
            }
            return own;
        }

        public enum Operator {
            EQUALS,
            BEGINS_WITH,
            BETWEEN,
            AT_LEAST,
            AT_MOST,
            ABOVE,
            BELOW
        }
    }
}
