package dev.partita.design.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;

/**
 * An access pattern as written: one record for each verb, with the words that this verb knows. So an option that would have no
 * effect cannot be held. Whoever reads patterns of all verbs may ask each for any word: one that its verb does not know, or that
 * is not stated, is null or empty.
 */
public sealed interface Pattern {

    Verb verb();

    /** The words that every verb knows. */
    Common common();

    default String name() {
        return common().name();
    }

    default String about() {
        return common().about();
    }

    /** The requirements it meets. */
    default List<String> ids() {
        return common().ids();
    }

    /** What the verb names: one entity, or several for {@code read}; pattern names for {@code gather} and {@code transact}. */
    default List<String> entities() {
        return common().entities();
    }

    default List<String> allow() {
        return common().allow();
    }

    /** The patterns of the parent, one of which has to answer whoever calls; empty when the entity's count. */
    default List<String> through() {
        return common().through();
    }

    default Entity.Expect expect() {
        return common().expect();
    }

    /** How it is called over HTTP, or null when that is left to the service. */
    default Route route() {
        return common().route();
    }

    default Node node() {
        return common().node();
    }

    /** Attributes, formatted, whose values the caller gives. */
    default List<Template.Variable> by() {
        return List.of();
    }

    default Where where() {
        return null;
    }

    default Order order() {
        return null;
    }

    default Template.Variable range() {
        return null;
    }

    default Integer page() {
        return null;
    }

    default Integer max() {
        return null;
    }

    /** The attributes named in {@code return}. */
    default List<String> returned() {
        return List.of();
    }

    default Boolean strong() {
        return null;
    }

    default Long cacheSeconds() {
        return null;
    }

    /** The entity whose items are fetched, or {@code whole}. */
    default String fetch() {
        return null;
    }

    /** The attribute that leads to what is fetched, where the file names it in place of the entity; null otherwise. */
    default String fetchBy() {
        Node written = node() instanceof Node.Mapping map ? map.entries().get("fetch") : null;
        return written instanceof Node.Text text
                        && fetch() != null
                        && !text.value().equals(fetch())
                ? text.value()
                : null;
    }

    default String then() {
        return null;
    }

    default Each each() {
        return null;
    }

    /** Whether it makes one request for each value of this attribute. */
    default boolean isEach(String attribute) {
        return each() != null && each().attribute().equals(attribute);
    }

    default Long walkSeconds() {
        return null;
    }

    /** The attribute whose words are sought. */
    default String searchOn() {
        return null;
    }

    /** The exact request, or null when the compiler is to find it. */
    default Pinned pinned() {
        return null;
    }

    default List<String> change() {
        return List.of();
    }

    /** Values every such write stores; {@code me} and {@code now} stand for the caller and the moment. */
    default Map<String, Object> set() {
        return Map.of();
    }

    /** How much to add to an attribute; null when the caller says. */
    default Map<String, Object> add() {
        return Map.of();
    }

    default List<String> append() {
        return List.of();
    }

    default List<String> remove() {
        return List.of();
    }

    default List<String> require() {
        return List.of();
    }

    default Where when() {
        return null;
    }

    default String with() {
        return null;
    }

    default String detect() {
        return null;
    }

    default boolean hard() {
        return false;
    }

    /** Whether an update makes the item that is not there. */
    default boolean orCreate() {
        return false;
    }

    /** Whether there may be an item afterwards that was not there before. */
    default boolean makes() {
        return verb() == Verb.CREATE || verb() == Verb.PUT || orCreate();
    }

    /** Arguments of a {@code transact} that have one value in all its parts. */
    default List<String> same() {
        return List.of();
    }

    /** Conditions on the items this one refers to, by entity; null when it is enough that the item exists. */
    default Map<String, Where> requires() {
        return Map.of();
    }

    default Guard guard() {
        return null;
    }

    /** The same pattern in whatever order comes. */
    default Pattern withoutOrder() {
        return this;
    }

    /** The same pattern with its request left to the compiler. */
    default Pattern unpinned(List<Template.Variable> by, Template.Variable range) {
        return this;
    }

    /** The same pattern, asked by other names for the same values. */
    default Pattern askedBy(List<Template.Variable> by) {
        return this;
    }

    /** Reads that choose items by a key. */
    sealed interface Choosing extends Pattern permits Get, Read, Listing, Count {

        Choice choice();

        /** The same pattern with another choice of items. */
        Pattern choosing(Choice choice);

        @Override
        default Pattern unpinned(List<Template.Variable> by, Template.Variable range) {
            return choosing(choice().unpinned(by, range));
        }

        @Override
        default Pattern askedBy(List<Template.Variable> by) {
            Choice choice = choice();
            return choosing(new Choice(by, choice.where(), choice.range(), choice.walkSeconds(), choice.pinned()));
        }

        @Override
        default List<Template.Variable> by() {
            return choice().by();
        }

        @Override
        default Where where() {
            return choice().where();
        }

        @Override
        default Template.Variable range() {
            return choice().range();
        }

        @Override
        default Long walkSeconds() {
            return choice().walkSeconds();
        }

        @Override
        default Pinned pinned() {
            return choice().pinned();
        }
    }

    /** Reads that return the attributes of what they find. */
    sealed interface Returning extends Pattern permits Get, Read, Listing, Scan {

        Returned answer();

        @Override
        default List<String> returned() {
            return answer().attributes();
        }

        @Override
        default Boolean strong() {
            return answer().strong();
        }

        @Override
        default Long cacheSeconds() {
            return answer().cacheSeconds();
        }
    }

    /** Writes that store values, and may ask for more than that these fit their attributes. */
    sealed interface Storing extends Pattern permits Create, Put, Update {

        Demands demands();

        @Override
        default List<String> require() {
            return demands().require();
        }

        @Override
        default Where when() {
            return demands().when();
        }

        @Override
        default Map<String, Where> requires() {
            return demands().requires();
        }

        @Override
        default Guard guard() {
            return demands().guard();
        }
    }

    record Get(Common common, Choice choice, Order order, Returned answer, String fetch, String then)
            implements Choosing, Returning {

        /**
         * One that no file states, for those who need a read of their own.
         *
         * @param where null for every item
         * @param returned the attributes returned, hidden ones too; empty for all that are not hidden
         */
        public static Get of(
                String name, String entity, List<String> by, Where where, boolean strong, List<String> returned) {
            return new Get(
                    Common.of(name, entity), Choice.of(by, where), null, Returned.of(strong, returned), null, null);
        }

        @Override
        public Verb verb() {
            return Verb.GET;
        }

        @Override
        public Get choosing(Choice choice) {
            return new Get(common, choice, order, answer, fetch, then);
        }

        @Override
        public Get withoutOrder() {
            return new Get(common, choice, null, answer, fetch, then);
        }
    }

    record Read(Common common, Choice choice, Order order, Integer page, Returned answer)
            implements Choosing, Returning {

        @Override
        public Verb verb() {
            return Verb.READ;
        }

        @Override
        public Read choosing(Choice choice) {
            return new Read(common, choice, order, page, answer);
        }

        @Override
        public Read withoutOrder() {
            return new Read(common, choice, null, page, answer);
        }
    }

    /** {@code list}. */
    record Listing(
            Common common,
            Choice choice,
            Order order,
            Integer page,
            Integer max,
            Each each,
            Returned answer,
            String fetch,
            String then)
            implements Choosing, Returning {

        /** One that no file states; see {@link Get#of}. */
        public static Listing of(String name, String entity, List<String> by, Where where, List<String> returned) {
            return new Listing(
                    Common.of(name, entity),
                    Choice.of(by, where),
                    null,
                    null,
                    null,
                    null,
                    Returned.of(false, returned),
                    null,
                    null);
        }

        @Override
        public Verb verb() {
            return Verb.LIST;
        }

        @Override
        public Listing choosing(Choice choice) {
            return new Listing(common, choice, order, page, max, each, answer, fetch, then);
        }

        /** The limit of its request is then the size of a page. */
        @Override
        public Listing unpinned(List<Template.Variable> by, Template.Variable range) {
            Integer limit = choice.pinned().limit();
            return new Listing(
                    common,
                    choice.unpinned(by, range),
                    order,
                    limit == null ? page : limit,
                    max,
                    each,
                    answer,
                    fetch,
                    then);
        }

        @Override
        public Listing withoutOrder() {
            return new Listing(common, choice, null, page, max, each, answer, fetch, then);
        }
    }

    record Count(Common common, Choice choice, Each each, Boolean strong, Long cacheSeconds) implements Choosing {

        @Override
        public Verb verb() {
            return Verb.COUNT;
        }

        @Override
        public Count choosing(Choice choice) {
            return new Count(common, choice, each, strong, cacheSeconds);
        }
    }

    record Search(
            Common common,
            String searchOn,
            Where where,
            Integer page,
            Integer max,
            List<String> returned,
            Long cacheSeconds)
            implements Pattern {

        public Search {
            returned = List.copyOf(returned);
        }

        @Override
        public Verb verb() {
            return Verb.SEARCH;
        }
    }

    record Scan(Common common, Where where, Pinned pinned, Integer page, Integer max, Returned answer, String fetch)
            implements Returning {

        @Override
        public Verb verb() {
            return Verb.SCAN;
        }

        @Override
        public Scan unpinned(List<Template.Variable> by, Template.Variable range) {
            return new Scan(common, pinned.conditionOr(where), null, page, max, answer, fetch);
        }
    }

    record Gather(Common common, Long cacheSeconds) implements Pattern {

        @Override
        public Verb verb() {
            return Verb.GATHER;
        }
    }

    record Create(Common common, Map<String, Object> set, String with, Demands demands) implements Storing {

        public Create {
            set = Ordered.copyOf(set);
        }

        @Override
        public Verb verb() {
            return Verb.CREATE;
        }
    }

    record Put(Common common, Map<String, Object> set, String detect, Demands demands) implements Storing {

        public Put {
            set = Ordered.copyOf(set);
        }

        @Override
        public Verb verb() {
            return Verb.PUT;
        }
    }

    record Update(
            Common common,
            List<Template.Variable> by,
            List<String> change,
            Map<String, Object> set,
            Map<String, Object> add,
            List<String> append,
            List<String> remove,
            String detect,
            boolean orCreate,
            Demands demands)
            implements Storing {

        public Update {
            by = List.copyOf(by);
            change = List.copyOf(change);
            set = Ordered.copyOf(set);
            add = Ordered.copyOf(add);
            append = List.copyOf(append);
            remove = List.copyOf(remove);
        }

        @Override
        public Verb verb() {
            return Verb.UPDATE;
        }
    }

    record Delete(Common common, List<Template.Variable> by, Where when, boolean hard, Guard guard) implements Pattern {

        public Delete {
            by = List.copyOf(by);
        }

        @Override
        public Verb verb() {
            return Verb.DELETE;
        }
    }

    record Restore(Common common, List<Template.Variable> by, Where when, Guard guard) implements Pattern {

        public Restore {
            by = List.copyOf(by);
        }

        @Override
        public Verb verb() {
            return Verb.RESTORE;
        }
    }

    record Transact(Common common, List<String> same) implements Pattern {

        public Transact {
            same = List.copyOf(same);
        }

        @Override
        public Verb verb() {
            return Verb.TRANSACT;
        }
    }

    /** What a pattern of any verb may say; the members are explained where {@link Pattern} has them. */
    record Common(
            String name,
            String about,
            List<String> ids,
            List<String> entities,
            List<String> allow,
            List<String> through,
            Entity.Expect expect,
            Route route,
            Node node) {

        public Common {
            ids = List.copyOf(ids);
            entities = List.copyOf(entities);
            allow = List.copyOf(allow);
            through = List.copyOf(through);
        }

        static Common of(String name, String entity) {
            return new Common(name, null, List.of(), List.of(entity), List.of(), List.of(), null, null, null);
        }
    }

    /** Which items a read is about. */
    record Choice(List<Template.Variable> by, Where where, Template.Variable range, Long walkSeconds, Pinned pinned) {

        public Choice {
            by = List.copyOf(by);
        }

        static Choice of(List<String> by, Where where) {
            List<Template.Variable> variables = by.stream()
                    .map(attribute -> new Template.Variable(attribute, List.of(), Place.START))
                    .toList();
            return new Choice(variables, where, null, null, null);
        }

        private Choice unpinned(List<Template.Variable> by, Template.Variable range) {
            return new Choice(by, pinned.conditionOr(where), range, walkSeconds, null);
        }
    }

    /**
     * What a read returns of the items it finds, and how fresh.
     *
     * @param attributes empty for all that are not hidden
     */
    record Returned(List<String> attributes, Boolean strong, Long cacheSeconds) {

        public Returned {
            attributes = List.copyOf(attributes);
        }

        static Returned of(boolean strong, List<String> attributes) {
            return new Returned(attributes, strong ? Boolean.TRUE : null, null);
        }
    }

    /** What a write asks for before it stores anything. */
    record Demands(List<String> require, Where when, Map<String, Where> requires, Guard guard) {

        public Demands {
            require = List.copyOf(require);
            requires = Ordered.copyOf(requires);
        }
    }

    enum Verb {
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

        private final String word = name().toLowerCase(java.util.Locale.ROOT);

        public boolean writes() {
            return ordinal() >= CREATE.ordinal();
        }

        public String word() {
            return word;
        }
    }

    /**
     * A method and a path behind the design's own, with arguments in braces: {@code GET /users/{userId}/history}. Both are null
     * for {@code route: none}, which leaves the pattern its own route only.
     */
    record Route(String method, String path, Node node) {

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

    /**
     * The order in which items come.
     *
     * @param attribute null when any time, or whatever comes next in the key, will do
     * @param direction null when only the attribute is stated: then it ascends
     * @param text as written
     */
    record Order(String attribute, Direction direction, String text) {

        public static Order of(String text) {
            if (text == null) {
                return null;
            }
            StringTokenizer words = new StringTokenizer(text);
            int count = words.countTokens();
            String first = count == 0 ? "" : words.nextToken();
            String last = first;
            while (words.hasMoreTokens()) {
                last = words.nextToken();
            }
            Direction direction = Word.of(last, Direction.values());
            return new Order(count == 2 || direction == null ? first : null, direction, text);
        }

        public boolean isDescending() {
            return direction == Direction.DESCENDING || direction == Direction.NEWEST_FIRST;
        }

        public boolean isByTime() {
            return direction == Direction.NEWEST_FIRST || direction == Direction.OLDEST_FIRST;
        }

        @Override
        public String toString() {
            return text;
        }

        public enum Direction implements Word {
            NEWEST_FIRST,
            OLDEST_FIRST,
            ASCENDING,
            DESCENDING
        }
    }

    /**
     * One request for each value of an attribute: its range or enum, what a list pattern returns in {@code fromAttribute}, or what
     * callers give.
     */
    record Each(String attribute, String fromPattern, String fromAttribute, boolean isGiven, Node node) {

        /** The word for values that callers give; a list pattern's always have a point between two names. */
        public static final String GIVEN = "given";
    }

    /** Count first, then write: what quotas are for. Kept so that the linter can say so. */
    record Guard(String countPattern, String below, Node node) {}

    /**
     * A request given literally.
     *
     * @param index null for the table itself
     * @param forward null when not stated
     */
    record Pinned(String index, Map<String, KeyTest> key, Boolean forward, Integer limit, Where filter, Node node) {
        public Pinned {
            key = Ordered.copyOf(key);
        }

        /** What its items have to meet: its filter, which stands for the {@code where} beside it. */
        private Where conditionOr(Where where) {
            return filter == null ? where : filter;
        }
    }

    /** A condition on one key attribute. BETWEEN has two templates, the others one. */
    record KeyTest(Operator operator, List<Template> templates, Place place) {
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
