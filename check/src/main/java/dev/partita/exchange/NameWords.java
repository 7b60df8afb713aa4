package dev.partita.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What names and parts of keys look like, and names made from them. */
final class NameWords {

    static List<String> split(String text, String separator) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            parts.add(text.substring(from, at));
            from = at + separator.length();
        }
        parts.add(text.substring(from));
        return parts;
    }

    /** {@code USER}, {@code META_DATA}: what people write as a fixed part of a key. */
    static boolean isUpper(String text) {
        return text.matches("[A-Z][A-Z_]*[A-Z]");
    }

    static boolean isWord(String text) {
        return text.matches("[A-Za-z][A-Za-z_-]*");
    }

    /** {@code search_history} and {@code SEARCH-HISTORY} become {@code SearchHistory}. */
    static String pascal(String text) {
        StringBuilder name = new StringBuilder();
        for (String word : text.split("[^A-Za-z0-9]+")) {
            if (!word.isEmpty()) {
                boolean shouting = word.equals(word.toUpperCase(Locale.ROOT)) && word.length() > 1;
                name.append(Character.toUpperCase(word.charAt(0)))
                        .append(shouting ? word.substring(1).toLowerCase(Locale.ROOT) : word.substring(1));
            }
        }
        if (name.length() == 0 || !Character.isLetter(name.charAt(0))) {
            name.insert(0, "Entity");
        }
        return name.toString();
    }

    static String camel(String text) {
        String name = pascal(text);
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private NameWords() {}
}
