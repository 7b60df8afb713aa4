package dev.partita.design;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The words of the language, construct by construct: what the reader knows and what the published schema lists. */
enum Words {
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
            "about table type key attributes unique expiry soft-delete version owner from allow expect ignore"),
    ATTRIBUTE(
            "an attribute",
            "about type enum open record stored store required default generate set derive hash-of normalise unique references"
                    + " must-exist on-delete range length pattern max-items distinct hidden read-only immutable personal secret"
                    + " prefix absent size cardinality cost ignore"),
    GENERATE("generate", "sequence max"),
    UNIQUE("a unique constraint", "about on lock"),
    SOFT_DELETE("soft-delete", "flag at reason"),
    FROM("from", "entity each as"),
    ENTITY_EXPECT("what to expect of an entity", "items size per-day keep"),
    QUOTA("a quota", "about counts per counter item expiry limit by unlimited"),
    /** With exactly one of {@link #VERBS}. */
    PATTERN("a pattern", "id about allow expect route ignore"),
    READ_OPTIONS(
            "a pattern that reads",
            "by where order range page max return consistency cache fetch then each walk on index key direction limit filter"),
    WRITE_OPTIONS(
            "a pattern that writes",
            "by change set add append remove require when with detect hard requires guard cache index key"),
    PATTERN_EXPECT("what to expect of a pattern", "per-day peak items size hit-rate"),
    KEY_TEST("a condition on a key", "begins-with between at-least at-most above below"),
    GUARD("a guard", "count below"),
    IDENTITY("identity", "subject groups"),
    ROLE("a role", "about group entity by when membership permission everywhere"),
    ALARM("an alarm", "about metric above below per"),
    IGNORE("an exception", "rule at reason");

    static final List<String> VERBS =
            Stream.of(Pattern.Verb.values()).map(Pattern.Verb::word).toList();
    static final List<String> SIMPLE_TYPES =
            Stream.of(Type.Simple.values()).map(Type.Simple::word).toList();
    static final List<String> KEY_TYPES = split("string number binary");
    static final List<String> STREAMS = split("off keys new old both");
    static final List<String> TABLE_CLASSES = split("standard infrequent-access");
    static final List<String> SET = split("on-create on-write on-delete");
    static final List<String> NORMALISE = split("trim lower upper url domain");
    static final List<String> ON_DELETE = split("cascade refuse keep");
    static final List<String> CONSISTENCY = split("strong eventual");
    static final List<String> DIRECTION = split("forward backward");
    static final List<String> ORDERS = split("newest-first oldest-first ascending descending");
    static final List<String> ALLOW = split("anyone signed-in owner");
    static final List<String> METRICS = split("throttled-requests throttled-share read-latency-p99 write-latency-p99"
            + " units-per-day item-size ttl-deletions cache-hit-rate hot-key");
    static final List<String> FORMATS = split("newest-first date month year hour lower upper hash shard shorten raw");

    private final String noun;
    private final List<String> list;

    Words(String noun, String words) {
        this.noun = noun;
        this.list = split(words);
    }

    /** How an error message calls the construct. */
    String noun() {
        return noun;
    }

    List<String> list() {
        return list;
    }

    /** The words that may stand beside a verb. */
    static List<String> besides(Pattern.Verb verb) {
        List<String> words = new ArrayList<>(PATTERN.list);
        words.addAll(verb.writes() ? WRITE_OPTIONS.list : READ_OPTIONS.list);
        return words;
    }

    private static List<String> split(String words) {
        return List.of(words.split(" "));
    }
}
