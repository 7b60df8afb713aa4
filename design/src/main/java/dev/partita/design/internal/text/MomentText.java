package dev.partita.design.internal.text;

import dev.partita.design.model.Moment;
import java.util.StringTokenizer;

/** Reads moments: {@code now}, {@code now + 10 minutes}. */
public final class MomentText {

    /** More than this is a mistake, and would leave the years that times can have. */
    private static final long MOST_SECONDS = 100 * 365 * 86_400L;

    /** What to write where somebody meant a moment and did not write one. */
    public static final String HOW =
            "write `now + 10 minutes`, in seconds, minutes, hours, days, weeks or years, of 100 years at most";

    private static final String WORD = "now";

    private MomentText() {}

    /** What a value of the file says; null when it is not a moment. */
    public static Moment of(Object value) {
        if (!(value instanceof String text) || !text.startsWith(WORD)) {
            return null;
        }
        String rest = text.substring(WORD.length()).strip();
        if (rest.isEmpty()) {
            return text.equals(WORD) ? Moment.NOW : null;
        }
        boolean isBefore = rest.charAt(0) == '-';
        return isBefore || rest.charAt(0) == '+'
                ? shifted(isBefore, rest.substring(1).strip())
                : null;
    }

    /** So long before or after now; null when {@code duration} is none, or is too long. */
    public static Moment shifted(boolean isBefore, String duration) {
        // However many blanks: by hand, since a start reads without regular expressions.
        StringTokenizer words = new StringTokenizer(duration);
        String one = words.hasMoreTokens() ? words.nextToken() : "";
        Long seconds = Quantities.seconds(
                words.hasMoreTokens() ? one + " " + words.nextToken("").strip() : one);
        return seconds == null || seconds > MOST_SECONDS ? null : new Moment(isBefore ? -seconds : seconds);
    }

    /** Whether a value is meant to be a moment, as far as one can tell: it begins like one. */
    public static boolean isMeant(String text) {
        return text.regionMatches(true, 0, WORD, 0, WORD.length())
                && (text.length() == WORD.length()
                        || text.length() > WORD.length() && " +-".indexOf(text.charAt(WORD.length())) >= 0);
    }
}
