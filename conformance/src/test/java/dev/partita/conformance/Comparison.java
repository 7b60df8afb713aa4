package dev.partita.conformance;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Lists where two answers to one request differ.
 *
 * <p>Times, random identifiers, and the account and region inside ARNs are no part of the comparison. Members of an object
 * have no order. Items of a Scan, and of a Query whose ties have no defined order, are compared as multisets.
 */
final class Comparison {

    /** One place where the answers differ; a value that is not there is {@code absent}. */
    record Difference(String path, String theirs, String ours) {
        @Override
        public String toString() {
            return path + "\n      theirs: " + theirs + "\n      ours:   " + ours;
        }
    }

    private static final Set<String> IGNORED = Set.of(
            "CreationDateTime",
            "CreationRequestDateTime",
            "LastUpdateToPayPerRequestDateTime",
            "LastIncreaseDateTime",
            "LastDecreaseDateTime",
            "TableId",
            "eventID",
            "awsRegion",
            "ApproximateCreationDateTime",
            "SequenceNumber",
            "StartingSequenceNumber",
            "ShardId",
            "ShardIterator",
            "NextShardIterator",
            "StreamLabel",
            "LatestStreamLabel",
            "SizeBytes");
    private static final Pattern ARN = Pattern.compile("arn:aws:dynamodb:[a-z0-9-]*:[0-9]*:");
    private static final Pattern STREAM_LABEL = Pattern.compile("/stream/[-0-9T:.]+");
    private static final Pattern NUMBER_SET_MEMBER = Pattern.compile(".*\\.NS\\[\\d+]");
    /** Lists whose order DynamoDB does not define. */
    private static final Set<String> UNORDERED =
            Set.of("AttributeDefinitions", "GlobalSecondaryIndexes", "LocalSecondaryIndexes", "NonKeyAttributes");

    private final List<Difference> differences = new ArrayList<>();
    private final boolean itemsOrdered;

    private Comparison(boolean itemsOrdered) {
        this.itemsOrdered = itemsOrdered;
    }

    static List<Difference> of(Answer theirs, Answer ours, boolean itemsOrdered) {
        Comparison comparison = new Comparison(itemsOrdered);
        if (!arnsEqual(theirs.outcome(), ours.outcome())) {
            comparison.differences.add(new Difference("outcome", theirs.outcome(), ours.outcome()));
        }
        if (theirs.succeeded() == ours.succeeded()) {
            comparison.compare("", theirs.body(), ours.body());
        }
        return comparison.differences;
    }

    private void compare(String path, Object theirs, Object ours) {
        if (theirs instanceof Map<?, ?> theirMap && ours instanceof Map<?, ?> ourMap) {
            Set<Object> names = new LinkedHashSet<>(theirMap.keySet());
            names.addAll(ourMap.keySet());
            for (Object name : names) {
                if (!ignored(path, (String) name)) {
                    String member = path.isEmpty() ? (String) name : path + "." + name;
                    compare(member, theirMap.get(name), ourMap.get(name));
                }
            }
        } else if (theirs instanceof List<?> theirList && ours instanceof List<?> ourList) {
            compareLists(path, theirList, ourList);
        } else if (theirs instanceof BigDecimal theirNumber && ours instanceof BigDecimal ourNumber) {
            if (theirNumber.compareTo(ourNumber) != 0) {
                differences.add(new Difference(path, theirNumber.toString(), ourNumber.toString()));
            }
        } else if (isNumberText(path)) {
            // DynamoDB Local keeps numbers inside documents as they were written; the service normalises them all.
            String their = normalised(theirs);
            if (!their.equals(ours)) {
                differences.add(new Difference(path, their, show(ours)));
            }
        } else if (!arnsEqual(show(theirs), show(ours))) {
            differences.add(new Difference(path, show(theirs), show(ours)));
        }
    }

    private static boolean isNumberText(String path) {
        return path.endsWith(".N") || NUMBER_SET_MEMBER.matcher(path).matches();
    }

    private static String normalised(Object number) {
        try {
            BigDecimal value = new BigDecimal((String) number);
            return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
        } catch (ClassCastException | NullPointerException | NumberFormatException notANumber) {
            return show(number);
        }
    }

    private void compareLists(String path, List<?> theirs, List<?> ours) {
        String name = path.substring(path.lastIndexOf('.') + 1);
        boolean unordered = UNORDERED.contains(name)
                || path.startsWith("Responses.")
                || name.equals("ConsumedCapacity")
                || !itemsOrdered && (name.equals("Items") || name.equals("Records"));
        List<?> theirMembers = unordered ? sorted(theirs) : theirs;
        List<?> ourMembers = unordered ? sorted(ours) : ours;
        if (theirMembers.size() != ourMembers.size()) {
            differences.add(new Difference(
                    path + ".length",
                    theirMembers.size() + " " + show(theirMembers),
                    ourMembers.size() + " " + show(ourMembers)));
            return;
        }
        for (int i = 0; i < theirMembers.size(); i++) {
            compare(path + "[" + i + "]", theirMembers.get(i), ourMembers.get(i));
        }
    }

    /** The names above are ignored where DynamoDB puts them, not where a test's item happens to use one. */
    private static boolean ignored(String path, String name) {
        return IGNORED.contains(name) && !path.contains("Item") && !path.contains("Attributes.");
    }

    private static List<?> sorted(List<?> list) {
        List<Object> copy = new ArrayList<>(list);
        copy.sort(Comparator.comparing(
                member -> member instanceof Map<?, ?> map && map.get("TableName") instanceof String table
                        ? table
                        : canonical(member)));
        return copy;
    }

    /** JSON text with members in the order of their names. */
    static String canonical(Object value) {
        return Json.print(sortedMembers(value));
    }

    private static Object sortedMembers(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((name, member) -> sorted.put(
                    (String) name,
                    name.equals("N") && member instanceof String ? normalised(member) : sortedMembers(member)));
            return sorted;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Comparison::sortedMembers).toList();
        }
        return value;
    }

    private static String show(Object value) {
        return value == null ? "absent" : canonical(value);
    }

    private static boolean arnsEqual(String theirs, String ours) {
        return theirs.equals(ours) || withoutPlace(theirs).equals(withoutPlace(ours));
    }

    private static String withoutPlace(String text) {
        String sameAccount = ARN.matcher(text).replaceAll("arn:aws:dynamodb:region:account:");
        return STREAM_LABEL.matcher(sameAccount).replaceAll("/stream/label");
    }
}
