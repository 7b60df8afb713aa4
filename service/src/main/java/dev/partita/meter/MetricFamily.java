package dev.partita.meter;

import java.util.List;
import java.util.Locale;

/** Every metric there is: its name, its labels, and what it says. */
enum MetricFamily {
    REQUESTS(Type.COUNTER, "partita_requests", "Requests answered, failed ones included.", "design", "pattern"),
    ERRORS(
            Type.COUNTER,
            "partita_errors",
            "Requests answered with an error, by status and name of the problem.",
            "design",
            "pattern",
            "status",
            "problem"),
    REQUEST_SECONDS(
            Type.SUMMARY,
            "partita_request_seconds",
            "Time from a request to its answer; quantiles of the last 5 minutes.",
            "design",
            "pattern"),
    UNITS(Type.COUNTER, "partita_units", "Capacity units taken, kind read or write.", "design", "pattern", "kind"),
    CACHE_HITS(Type.COUNTER, "partita_cache_hits", "Reads answered from the cache.", "design", "pattern"),
    CACHE_MISSES(
            Type.COUNTER,
            "partita_cache_misses",
            "Reads of a cached pattern that asked the table.",
            "design",
            "pattern"),
    CACHE_DROPPED(
            Type.COUNTER,
            "partita_cache_dropped",
            "Answers read but not kept, since a write came in between.",
            "design",
            "pattern"),
    CACHE_INVALIDATIONS(
            Type.COUNTER,
            "partita_cache_invalidations",
            "Writes that made cached answers forgotten.",
            "design",
            "pattern"),
    CACHE_FAILURES(
            Type.COUNTER, "partita_cache_failures", "Times the cache could not be reached.", "design", "pattern"),
    TABLE_REQUESTS(
            Type.COUNTER,
            "partita_table_requests",
            "Requests sent to a table, refused ones included.",
            "design",
            "table",
            "operation"),
    TABLE_UNITS(
            Type.COUNTER,
            "partita_table_units",
            "Capacity units taken from a table, or by reads of one of its indexes.",
            "design",
            "table",
            "index",
            "kind"),
    TABLE_SECONDS(
            Type.SUMMARY,
            "partita_table_request_seconds",
            "Time of requests that the tables answered, kind read or write; quantiles of the last 5 minutes.",
            "design",
            "kind"),
    THROTTLED(
            Type.COUNTER,
            "partita_throttled",
            "Requests to a table refused because they came too fast.",
            "design",
            "table"),
    UNPROCESSED(
            Type.COUNTER,
            "partita_unprocessed",
            "Items a batch did not get to, so that they were asked for again.",
            "design",
            "table"),
    TABLE_ERRORS(
            Type.COUNTER,
            "partita_table_errors",
            "Requests to a table that failed, by DynamoDB's name of the error.",
            "design",
            "table",
            "error"),
    ITEM_BYTES(
            Type.HISTOGRAM,
            "partita_item_bytes",
            "Sizes of whole items, direction read or written.",
            "design",
            "table",
            "direction"),
    TTL_DELETIONS(Type.COUNTER, "partita_ttl_deletions", "Items deleted because they had expired.", "design"),
    ALARM(Type.GAUGE, "partita_alarm", "1 when an alarm of the design is raised.", "design", "alarm"),
    ALARM_UNKNOWN(
            Type.GAUGE,
            "partita_alarm_unknown",
            "1 when not enough was measured to judge an alarm.",
            "design",
            "alarm"),
    ALARM_VALUE(
            Type.GAUGE,
            "partita_alarm_value",
            "What an alarm measured last, as its design counts it.",
            "design",
            "alarm"),
    SEARCH_READY(Type.GAUGE, "partita_search_ready", "1 when searches are answered by the index.", "design", "index"),
    SEARCH_DOCUMENTS(Type.GAUGE, "partita_search_documents", "Items that a search index knows.", "design", "index"),
    SEARCH_BEHIND(
            Type.GAUGE,
            "partita_search_behind_seconds",
            "How far a search index is behind its table.",
            "design",
            "index"),
    READY(Type.GAUGE, "partita_ready", "1 when requests are served: what /ready says."),
    CONNECTIONS(Type.GAUGE, "partita_open_connections", "Connections of clients that are open now."),
    LOGS_SUPPRESSED(
            Type.COUNTER, "partita_logs_suppressed", "Log lines left out because they said the same again and again."),
    INFO(Type.GAUGE, "partita_info", "Always 1; the labels say what runs.", "version", "java"),
    START(Type.GAUGE, "process_start_time_seconds", "When the process was started, in seconds since 1970."),
    UPTIME(Type.GAUGE, "partita_uptime_seconds", "How long the process has run."),
    CPU(Type.COUNTER, "process_cpu_seconds", "Processor time the process has used."),
    HEAP_USED(Type.GAUGE, "jvm_heap_used_bytes", "Java heap in use, garbage included."),
    HEAP_MOST(Type.GAUGE, "jvm_heap_max_bytes", "The most that the Java heap may grow to."),
    THREADS(Type.GAUGE, "jvm_threads", "Java threads that live now."),
    GC_SECONDS(Type.COUNTER, "jvm_gc_seconds", "Time spent collecting garbage.");

    enum Type {
        COUNTER,
        GAUGE,
        SUMMARY,
        HISTOGRAM;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Type type;
    private final String base;
    private final String help;
    private final List<String> labels;

    MetricFamily(Type type, String base, String help, String... labels) {
        this.type = type;
        this.base = base;
        this.help = help;
        this.labels = List.of(labels);
    }

    Type type() {
        return type;
    }

    /** Without the suffix of a counter. */
    String base() {
        return base;
    }

    /** As queries name it. */
    String fullName() {
        return type == Type.COUNTER ? base + "_total" : base;
    }

    String help() {
        return help;
    }

    List<String> labels() {
        return labels;
    }
}
