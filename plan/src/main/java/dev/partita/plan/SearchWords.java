package dev.partita.plan;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The words of a text, as search knows them: without case, accents and variant forms of letters. Digits are kept and no word
 * is too common to be one.
 *
 * <p>Scripts that put no spaces between words, as Chinese, Japanese and Thai, and Korean, whose words grow endings, give every
 * letter and every two letters that stand together.
 */
public final class SearchWords {

    /** Goes up whenever the same text gives other words: an index made by another version has to be made again. */
    public static final int VERSION = 1;

    /** What is longer is cut, in texts as in what is sought. */
    static final int LONGEST_WORD = 64;

    private static final Set<UnicodeScript> WITHOUT_SPACES = EnumSet.of(
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.BOPOMOFO,
            UnicodeScript.HANGUL,
            UnicodeScript.THAI,
            UnicodeScript.LAO,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR);

    /** Where a mark on a letter is an accent or an aid to reading; elsewhere it is part of the letter. */
    private static final Set<UnicodeScript> WITH_ACCENTS = EnumSet.of(
            UnicodeScript.LATIN,
            UnicodeScript.GREEK,
            UnicodeScript.CYRILLIC,
            UnicodeScript.HEBREW,
            UnicodeScript.ARABIC);

    /** Letters whose accent Unicode does not take apart, and the two forms of a Greek letter. */
    private static final Map<Integer, String> PLAIN = Map.ofEntries(
            Map.entry((int) 'ø', "o"),
            Map.entry((int) 'đ', "d"),
            Map.entry((int) 'ð', "d"),
            Map.entry((int) 'ħ', "h"),
            Map.entry((int) 'ł', "l"),
            Map.entry((int) 'ŧ', "t"),
            Map.entry((int) 'þ', "th"),
            Map.entry((int) 'æ', "ae"),
            Map.entry((int) 'œ', "oe"),
            Map.entry((int) 'ς', "σ"));

    /** What stands between two Japanese letters and lengthens the first. */
    private static final int LONG_SOUND = 'ー';

    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    /** The letters, with their marks, of a run without spaces. */
    private final List<String> run = new ArrayList<>();

    private SearchWords() {}

    /** The words in their order, each as often as it is there. */
    public static List<String> of(String text) {
        return of(text, true);
    }

    /**
     * Those to look for: of letters without spaces between them the pairs say more than the letters, which are left out unless
     * one stands alone.
     */
    static List<String> sought(String text) {
        return of(text, false);
    }

    /** Whether a word is of a script without spaces. */
    static boolean isPair(String word) {
        return isWithoutSpaces(word.codePointAt(0));
    }

    /** Whether the text ends within a word, which may go on. */
    static boolean endsInWord(String text) {
        return !text.isEmpty() && isWordPart(text.codePointBefore(text.length()));
    }

    private static List<String> of(String text, boolean withLetters) {
        SearchWords made = new SearchWords();
        String plain = plain(text);
        for (int i = 0; i < plain.length(); ) {
            int c = plain.codePointAt(i);
            made.next(c, withLetters);
            i += Character.charCount(c);
        }
        made.end(withLetters);
        return made.words;
    }

    private void next(int c, boolean withLetters) {
        if (isMark(c)) {
            if (!run.isEmpty()) {
                run.add(run.remove(run.size() - 1) + Character.toString(c));
            } else if (word.length() > 0) {
                word.appendCodePoint(c);
            }
        } else if (c == LONG_SOUND && !run.isEmpty() || isWithoutSpaces(c)) {
            endWord();
            run.add(Character.toString(c));
        } else if (Character.isLetterOrDigit(c)) {
            endRun(withLetters);
            word.appendCodePoint(c);
        } else {
            end(withLetters);
        }
    }

    private void end(boolean withLetters) {
        endWord();
        endRun(withLetters);
    }

    private void endWord() {
        if (word.length() > 0) {
            boolean isLong = word.codePointCount(0, word.length()) > LONGEST_WORD;
            words.add(isLong ? word.substring(0, word.offsetByCodePoints(0, LONGEST_WORD)) : word.toString());
            word.setLength(0);
        }
    }

    private void endRun(boolean withLetters) {
        for (int i = 0; i < run.size(); i++) {
            if (withLetters || run.size() == 1) {
                words.add(run.get(i));
            }
            if (i + 1 < run.size()) {
                words.add(run.get(i) + run.get(i + 1));
            }
        }
        run.clear();
    }

    /** One form for all that reads the same. */
    private static String plain(String text) {
        String folded = text;
        if (!isAscii(text)) {
            String apart = Normalizer.normalize(Normalizer.normalize(text, Normalizer.Form.NFKC), Normalizer.Form.NFD);
            folded = Normalizer.normalize(withoutAccents(apart), Normalizer.Form.NFC);
        }
        // There and back: upper case knows that ß is SS, lower case alone does not.
        String lower = folded.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        if (isAscii(lower)) {
            return lower;
        }
        StringBuilder plain = new StringBuilder(lower.length());
        lower.codePoints().forEach(c -> {
            String other = PLAIN.get(c);
            if (other == null) {
                plain.appendCodePoint(c);
            } else {
                plain.append(other);
            }
        });
        return plain.toString();
    }

    private static String withoutAccents(String apart) {
        StringBuilder plain = new StringBuilder(apart.length());
        boolean hasAccents = false;
        for (int i = 0; i < apart.length(); ) {
            int c = apart.codePointAt(i);
            boolean isAccent = Character.getType(c) == Character.NON_SPACING_MARK;
            if (!isAccent) {
                hasAccents = WITH_ACCENTS.contains(UnicodeScript.of(c));
            }
            if (!isAccent || !hasAccents) {
                plain.appendCodePoint(c);
            }
            i += Character.charCount(c);
        }
        return plain.toString();
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWordPart(int c) {
        return Character.isLetterOrDigit(c) || isMark(c);
    }

    private static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
    }

    private static boolean isWithoutSpaces(int c) {
        return c >= 0x80 && Character.isLetter(c) && WITHOUT_SPACES.contains(UnicodeScript.of(c));
    }
}
