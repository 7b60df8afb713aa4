package dev.partita.design.internal.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/** Finds what an author probably meant by a word that nobody knows. */
public final class Spelling {

    /** What people who know DynamoDB, SQL or another tool write first. */
    private static final Map<String, String> OTHER_WORDS = Map.ofEntries(
            Map.entry("accesspatterns", "patterns"),
            Map.entry("queries", "patterns"),
            Map.entry("ttl", "expiry"),
            Map.entry("expires", "expiry"),
            Map.entry("pitr", "recovery"),
            Map.entry("streams", "stream"),
            Map.entry("sse", "encryption"),
            Map.entry("hash", "partition"),
            Map.entry("hashkey", "partition"),
            Map.entry("partitionkey", "partition"),
            Map.entry("pk", "partition"),
            Map.entry("rangekey", "sort"),
            Map.entry("sortkey", "sort"),
            Map.entry("sk", "sort"),
            Map.entry("gsis", "indexes"),
            Map.entry("lsis", "indexes"),
            Map.entry("globalsecondaryindexes", "indexes"),
            Map.entry("localsecondaryindexes", "indexes"),
            Map.entry("lsi", "local"),
            Map.entry("keysonly", "keys"),
            Map.entry("include", "projection"),
            Map.entry("fields", "attributes"),
            Map.entry("columns", "attributes"),
            Map.entry("properties", "attributes"),
            Map.entry("column", "stored"),
            Map.entry("alias", "stored"),
            Map.entry("short", "stored"),
            Map.entry("normalize", "normalise"),
            Map.entry("mandatory", "required"),
            Map.entry("notnull", "required"),
            Map.entry("foreignkey", "references"),
            Map.entry("refers", "references"),
            Map.entry("description", "about"),
            Map.entry("comment", "about"),
            Map.entry("purpose", "about"),
            Map.entry("doc", "about"),
            Map.entry("select", "return"),
            Map.entry("returns", "return"),
            Map.entry("sortby", "order"),
            Map.entry("orderby", "order"),
            Map.entry("pagesize", "page"),
            Map.entry("condition", "when"),
            Map.entry("if", "when"),
            Map.entry("find", "get"),
            Map.entry("fetchone", "get"),
            Map.entry("query", "list"),
            Map.entry("insert", "create"),
            Map.entry("upsert", "put"),
            Map.entry("save", "put"),
            Map.entry("modify", "update"),
            Map.entry("destroy", "delete"),
            Map.entry("increment", "add"),
            Map.entry("transaction", "transact"),
            Map.entry("startswith", "begins-with"),
            Map.entry("prefix", "begins-with"),
            Map.entry("attributeexists", "exists"),
            Map.entry("attributenotexists", "missing"),
            Map.entry("gte", "at-least"),
            Map.entry("lte", "at-most"),
            Map.entry("gt", "above"),
            Map.entry("lt", "below"),
            Map.entry("scanindexforward", "direction"),
            Map.entry("indexname", "index"),
            Map.entry("filterexpression", "filter"),
            Map.entry("int", "integer"),
            Map.entry("long", "integer"),
            Map.entry("number", "integer"),
            Map.entry("float", "decimal"),
            Map.entry("double", "decimal"),
            Map.entry("bool", "boolean"),
            Map.entry("text", "string"),
            Map.entry("varchar", "string"),
            Map.entry("datetime", "timestamp"),
            Map.entry("instant", "timestamp"),
            Map.entry("epoch", "epoch-seconds"),
            Map.entry("unixtime", "epoch-seconds"),
            Map.entry("bytes", "binary"),
            Map.entry("blob", "binary"),
            Map.entry("object", "map"),
            Map.entry("json", "map"),
            Map.entry("array", "list of any"),
            Map.entry("list", "list of any"),
            Map.entry("set", "set of string"),
            Map.entry("public", "anyone"),
            Map.entry("authenticated", "signed-in"),
            Map.entry("timezone", "time-zone"),
            Map.entry("pad", "05"),
            Map.entry("inverted", "newest-first"),
            Map.entry("reverse", "newest-first"),
            Map.entry("desc", "newest-first"),
            Map.entry("day", "date"),
            Map.entry("lowercase", "lower"),
            Map.entry("uppercase", "upper"),
            Map.entry("sha256", "hash"));

    /** The known word nearest to {@code word}, or null when none is near. */
    public static String nearest(String word, Collection<String> known) {
        String plain = plain(word);
        if (plain.isEmpty() || word.length() > 100) {
            return null;
        }
        String meant = OTHER_WORDS.getOrDefault(plain, "");
        String translated = null;
        String begun = null;
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : known) {
            String other = plain(candidate);
            if (!meant.isEmpty() && other.equals(plain(meant))) {
                translated = candidate;
            }
            boolean prefix =
                    plain.length() >= 3 && other.startsWith(plain) || other.length() >= 3 && plain.startsWith(other);
            if (prefix && (begun == null || candidate.length() < begun.length())) {
                begun = candidate;
            }
            int shorter = Math.min(plain.length(), other.length());
            int allowed = shorter < 2 ? 0 : Math.max(1, shorter / 3);
            int distance = other.equals(plain) ? 0 : distance(plain, other, allowed);
            if (distance <= allowed && distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        if (bestDistance > 1 && translated != null) {
            return translated;
        }
        return best == null ? begun : best;
    }

    /** Advice for a word out of a fixed list: the nearest one, or the whole list. */
    public static String advice(String word, Collection<String> known) {
        String nearest = nearest(word, known);
        if (nearest != null) {
            return "did you mean `" + nearest + "`?";
        }
        if (known.size() == 1) {
            return "there is only `" + known.iterator().next() + "`";
        }
        return known.isEmpty() ? null : "one of: " + String.join(", ", known);
    }

    private static String plain(String word) {
        StringBuilder out = new StringBuilder(word.length());
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c != '-' && c != '_' && c != ' ') {
                out.append(c);
            }
        }
        return out.toString().toLowerCase(Locale.ROOT);
    }

    /** Insertions, deletions, changes and swaps of neighbours; anything above {@code bound} when there are more. */
    private static int distance(String a, String b, int bound) {
        if (Math.abs(a.length() - b.length()) > bound || b.length() > 100) {
            return bound + 1;
        }
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] spare = beforeLast;
            beforeLast = last;
            last = row;
            row = spare;
        }
        return last[b.length()];
    }

    /** Whether one is the other with a slip: a letter too many, too few, wrong, or two in the wrong order. */
    public static boolean isSlip(String one, String other) {
        return !one.equals(other) && distance(one, other, 2) <= 1;
    }

    private Spelling() {}
}
