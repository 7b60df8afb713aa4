package dev.partita.design;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;
import dev.partita.design.model.Word;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words of the language, construct by construct: what the reader knows and what the published schema lists. */
enum Vocabulary {
    DESIGN(
            "a design",
            "design about separator time-zone types tables entities quotas patterns identity roles allow alarms samples ignore"),
    TYPE("a type", "about enum open record"),
    TABLE(
            "a table",
            "about name key type-attribute billing expiry recovery backups stream encryption class deletion-protection indexes ignore"),
    TABLE_KEY("a table's key", "partition sort"),
    KEY_ATTRIBUTE("a key attribute", "name type"),
    BILLING("billing", "read write read-up-to write-up-to"),
    BACKUPS("backups", "every keep"),
    INDEX("an index", "about local partition sort projection billing ignore"),
    ENTITY(
            "an entity",
            "about table type key attributes unique expiry soft-delete version owner from allow through expect ignore"),
    ATTRIBUTE(
            "an attribute",
            "about type enum open record stored store required default generate set derive hash-of normalise unique references"
                    + " must-exist on-delete range length pattern host-in max-items distinct moves hidden read-only immutable personal secret"
                    + " prefix absent size cardinality cost ignore"),
    GENERATE("generate", "sequence max"),
    UNIQUE("a unique constraint", "about on lock"),
    SOFT_DELETE("soft-delete", "flag at reason"),
    FROM("from", "entity each as"),
    ENTITY_EXPECT("what to expect of an entity", "items size per-day keep"),
    QUOTA("a quota", "about counts per counter item expiry limit by unlimited"),
    /** With exactly one of {@link #VERBS}. */
    PATTERN("a pattern", "id about allow through expect route ignore"),
    PATTERN_EXPECT("what to expect of a pattern", "per-day peak items size hit-rate"),
    KEY_TEST("a condition on a key", "begins-with between at-least at-most above below"),
    GUARD("a guard", "count below"),
    IDENTITY("identity", "subject groups entity by when"),
    ROLE("a role", "about group entity by when membership permission everywhere"),
    ALARM("an alarm", "about metric above below per"),
    IGNORE("an exception", "rule at reason");

    static final List<String> VERBS = verbs();
    static final List<String> SIMPLE_TYPES = simpleTypes();
    static final List<String> KEY_TYPES = split("string number binary");
    static final List<String> STREAMS = split("off keys new old both");
    static final List<String> TABLE_CLASSES = split("standard infrequent-access");
    static final List<String> SET = Word.all(Attribute.SetOn.values());
    static final List<String> NORMALISE = Word.all(Attribute.NormaliseStep.values());
    static final List<String> ON_DELETE = Word.all(Attribute.OnDelete.values());
    static final List<String> CONSISTENCY = split("strong eventual");
    static final List<String> DIRECTION = split("forward backward");
    static final List<String> ORDERS = Word.all(Pattern.Order.Direction.values());
    static final List<String> ALLOW = split("anyone signed-in owner together");
    static final List<String> METRICS = Word.all(Design.Metric.values());
    static final List<String> FORMATS = split("newest-first date month year hour lower upper hash shard shorten raw");

    /** What a pattern says when it states its request itself. */
    static final List<String> STATED = split("index key direction limit filter");

    private static final Map<Pattern.Verb, Set<String>> OPTIONS = new EnumMap<>(Pattern.Verb.class);
    private static final Map<Pattern.Verb, Set<String>> WORDS = new EnumMap<>(Pattern.Verb.class);
    private static final Map<Pattern.Verb, Set<String>> BESIDE_STATED = new EnumMap<>(Pattern.Verb.class);

    static {
        goes(Pattern.Verb.GET, "by where order range return consistency cache fetch then walk");
        goes(Pattern.Verb.READ, "by where order range page return consistency cache walk");
        goes(Pattern.Verb.LIST, "by where order range page max return consistency cache fetch then each walk");
        goes(Pattern.Verb.COUNT, "by where range consistency cache each walk");
        goes(Pattern.Verb.SEARCH, "on where page max return cache");
        goes(Pattern.Verb.SCAN, "where page max return consistency cache fetch");
        goes(Pattern.Verb.GATHER, "cache");
        goes(Pattern.Verb.CREATE, "set require when with requires guard");
        goes(Pattern.Verb.PUT, "set require when detect requires guard");
        goes(Pattern.Verb.UPDATE, "by change set add append remove require when detect or-create requires guard");
        goes(Pattern.Verb.DELETE, "by when hard guard");
        goes(Pattern.Verb.RESTORE, "by when guard");
        goes(Pattern.Verb.TRANSACT, "same");
        states(Pattern.Verb.GET, STATED, "where order return consistency cache fetch then");
        states(Pattern.Verb.READ, STATED, "where order page return consistency cache");
        states(Pattern.Verb.LIST, STATED, "where order page return consistency cache fetch");
        states(Pattern.Verb.COUNT, split("index key filter"), "where consistency cache");
        states(Pattern.Verb.SCAN, split("index limit filter"), "where page return consistency cache fetch");
        for (Pattern.Verb verb : Pattern.Verb.values()) {
            WORDS.put(verb, both(both(PATTERN.all, OPTIONS.get(verb)), List.of(verb.word())));
        }
    }

    private static final Map<String, Pattern.Verb> VERB_BY_WORD = new HashMap<>();

    static {
        for (Pattern.Verb verb : Pattern.Verb.values()) {
            VERB_BY_WORD.put(verb.word(), verb);
        }
    }

    private final String noun;
    private final List<String> list;
    private final Set<String> all;

    Vocabulary(String noun, String words) {
        this.noun = noun;
        this.list = split(words);
        this.all = ordered(list);
    }

    /** How an error message calls the construct. */
    String noun() {
        return noun;
    }

    /** As they are listed for people. */
    List<String> list() {
        return list;
    }

    /** The same in the same order, to be looked up. */
    Set<String> all() {
        return all;
    }

    /** The verb with this word, or null. */
    static Pattern.Verb verb(String word) {
        return VERB_BY_WORD.get(word);
    }

    /** All words of a pattern with this verb. */
    static Set<String> words(Pattern.Verb verb) {
        return WORDS.get(verb);
    }

    /** The options that mean something beside a verb, where the compiler finds the request and where the pattern states it. */
    static Set<String> options(Pattern.Verb verb) {
        return OPTIONS.get(verb);
    }

    /** Those that still mean something where the pattern states its request; with the words that state it. */
    static Set<String> besideStated(Pattern.Verb verb) {
        return BESIDE_STATED.getOrDefault(verb, Set.of());
    }

    /** Every option that some verb knows. */
    static List<String> allOptions() {
        return OPTIONS.values().stream().flatMap(Set::stream).distinct().toList();
    }

    /** The verbs that know an option. */
    static List<String> verbsOf(String option) {
        return OPTIONS.entrySet().stream()
                .filter(entry -> entry.getValue().contains(option))
                .map(entry -> entry.getKey().word())
                .toList();
    }

    private static void goes(Pattern.Verb verb, String options) {
        OPTIONS.put(verb, ordered(split(options)));
    }

    private static void states(Pattern.Verb verb, List<String> stated, String beside) {
        OPTIONS.put(verb, both(OPTIONS.get(verb), stated));
        BESIDE_STATED.put(verb, both(stated, split(beside)));
    }

    private static Set<String> both(Collection<String> first, Collection<String> second) {
        Set<String> both = new LinkedHashSet<>(first);
        both.addAll(second);
        return Collections.unmodifiableSet(both);
    }

    private static Set<String> ordered(List<String> words) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(words));
    }

    private static List<String> verbs() {
        List<String> words = new ArrayList<>();
        for (Pattern.Verb verb : Pattern.Verb.values()) {
            words.add(verb.word());
        }
        return List.copyOf(words);
    }

    private static List<String> simpleTypes() {
        List<String> words = new ArrayList<>();
        for (Type.Simple type : Type.Simple.values()) {
            words.add(type.word());
        }
        return List.copyOf(words);
    }

    private static List<String> split(String words) {
        return List.of(words.split(" "));
    }
}
