package dev.partita.design.internal.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Names of a design as other languages write them: {@code TestCase} is {@code testCase}, {@code test-case}, {@code test-cases}. */
public final class Wording {

    private static final Map<String, String> IRREGULAR = Map.ofEntries(
            Map.entry("person", "people"),
            Map.entry("child", "children"),
            Map.entry("man", "men"),
            Map.entry("woman", "women"),
            Map.entry("datum", "data"),
            Map.entry("medium", "media"),
            Map.entry("criterion", "criteria"),
            Map.entry("quiz", "quizzes"),
            Map.entry("shelf", "shelves"),
            Map.entry("leaf", "leaves"),
            Map.entry("half", "halves"),
            Map.entry("life", "lives"),
            Map.entry("hero", "heroes"),
            Map.entry("lens", "lenses"));

    /** Words that are not counted, or the same for one and many. */
    private static final Set<String> UNCOUNTED = Set.of(
            "data",
            "metadata",
            "media",
            "information",
            "info",
            "equipment",
            "feedback",
            "staff",
            "content",
            "software",
            "hardware",
            "traffic",
            "weather",
            "money",
            "cash",
            "spam");

    private Wording() {}

    /** With the article that is spoken before it: {@code an Organization}, {@code a User}, {@code an hour}, {@code an SMS}. */
    public static String one(String noun) {
        String word = noun.toLowerCase(Locale.ROOT);
        boolean isSpelt = noun.length() > 1 && noun.matches("[B-DF-HJ-NP-TV-Z]+");
        boolean isVowel = isSpelt
                ? "fhlmnrsx".indexOf(word.charAt(0)) >= 0
                : word.matches("(?:[aei]|o(?!ne)|u(?:n(?!i)|p|m|lt|g)|hour|hono|honest|heir).*")
                        && !word.startsWith("eu");
        return (isVowel ? "an " : "a ") + noun;
    }

    /** {@code TestCase}, {@code SiteTag} for {@code site_tag}, {@code UrlChecks} for {@code url-checks}. */
    public static String type(String name) {
        StringBuilder type = new StringBuilder();
        parts(name).forEach(part -> type.append(Character.toUpperCase(part.charAt(0)))
                .append(part, 1, part.length()));
        return type.toString();
    }

    /** {@code createdAt}, also for {@code created_at}; {@code url} for {@code URL}. */
    public static String member(String name) {
        String type = type(name);
        int capitals = 0;
        while (capitals < type.length() && Character.isUpperCase(type.charAt(capitals))) {
            capitals++;
        }
        // URLName becomes urlName: the last capital begins the next word.
        int lowered = capitals <= 1 || capitals == type.length() || !Character.isLetter(type.charAt(capitals))
                ? capitals
                : capitals - 1;
        return type.substring(0, Math.max(1, lowered)).toLowerCase(Locale.ROOT) + type.substring(Math.max(1, lowered));
    }

    /** {@code [test, case]} for {@code TestCase}, {@code [url, name]} for {@code URLName}; all in small letters. */
    public static List<String> words(String name) {
        List<String> words = new ArrayList<>();
        for (String part : parts(name)) {
            int start = 0;
            for (int i = 1; i < part.length(); i++) {
                boolean isCapital = Character.isUpperCase(part.charAt(i));
                boolean follows = !Character.isUpperCase(part.charAt(i - 1));
                boolean leads = i + 1 < part.length() && Character.isLowerCase(part.charAt(i + 1));
                if (isCapital && (follows || leads)) {
                    words.add(part.substring(start, i).toLowerCase(Locale.ROOT));
                    start = i;
                }
            }
            words.add(part.substring(start).toLowerCase(Locale.ROOT));
        }
        return words;
    }

    /** {@code test-case} for {@code TestCase}. */
    public static String kebab(String name) {
        return String.join("-", words(name));
    }

    /** {@code TestCases} for {@code TestCase}, {@code categories} for {@code category}. */
    public static String plural(String noun) {
        String lower = noun.toLowerCase(Locale.ROOT);
        for (Map.Entry<String, String> irregular : IRREGULAR.entrySet()) {
            int head = noun.length() - irregular.getKey().length();
            if (lower.endsWith(irregular.getKey()) && (head == 0 || Character.isUpperCase(noun.charAt(head)))) {
                return noun.substring(0, head + 1) + irregular.getValue().substring(1);
            }
        }
        List<String> words = words(noun);
        String last = words.isEmpty() ? lower : words.get(words.size() - 1);
        // Settings and orders are many already.
        if (UNCOUNTED.contains(last) || last.matches(".*[^aisu]s")) {
            return noun;
        }
        if (last.matches(".+sis")) {
            return noun.substring(0, noun.length() - 2) + "es";
        }
        if (lower.matches(".*[^aeiou]y")) {
            return noun.substring(0, noun.length() - 1) + "ies";
        }
        if (lower.matches(".*(s|x|z|ch|sh)")) {
            return noun + "es";
        }
        return noun + "s";
    }

    /** What many items of an entity are called wherever they are a member: {@code testCases}, {@code categories}. */
    public static String members(String entity) {
        return member(plural(type(entity)));
    }

    /** What stands between underscores, hyphens and the like; a name in capitals only is a word like any other. */
    private static List<String> parts(String name) {
        List<String> parts = new ArrayList<>();
        boolean isAllCapitals = name.length() > 1 && name.equals(name.toUpperCase(Locale.ROOT));
        for (String part : name.split("[^\\p{L}\\p{N}]+")) {
            if (!part.isEmpty()) {
                parts.add(isAllCapitals ? part.toLowerCase(Locale.ROOT) : part);
            }
        }
        return parts;
    }
}
