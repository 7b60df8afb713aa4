package dev.partita.design.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What to do about a finding: one way, or several to choose from. A way is a change of the file, to be pasted, or advice in
 * words where somebody has to decide first.
 */
public record Help(List<Way> ways) {

    /** @param edits all of them together make the way; none: {@code words} are all there is
     *  @param words behind the edits, or the whole advice */
    public record Way(List<Edit> edits, String words) {
        public Way {
            edits = List.copyOf(edits);
        }

        private String text(String subject) {
            StringBuilder out = new StringBuilder();
            String verb = "";
            for (int i = 0; i < edits.size(); i++) {
                String text = edits.get(i).text(subject);
                boolean isSame = !verb.isEmpty() && text.startsWith(verb);
                if (!isSame) {
                    verb = text.substring(0, text.indexOf(' ') + 1);
                }
                boolean isLast =
                        i + 1 == edits.size() || !edits.get(i + 1).text(subject).startsWith(verb);
                out.append(i == 0 ? "" : !isSame || isLast ? ", and " : ", ")
                        .append(isSame ? text.substring(verb.length()) : text);
            }
            return out.append(words == null || out.length() == 0 ? "" : " ")
                    .append(words == null ? "" : words)
                    .toString();
        }
    }

    public Help {
        ways = List.copyOf(ways);
    }

    private static final Pattern MEANT = Pattern.compile("did you mean `([^`]+)`\\?");

    /** Advice with nothing to paste, but for a word that was meant; null for none at all. */
    public static Help words(String words) {
        if (words == null) {
            return null;
        }
        Matcher meant = MEANT.matcher(words);
        return meant.matches() ? edit(new Edit.Respell(meant.group(1))) : new Help(List.of(new Way(List.of(), words)));
    }

    /** Changes that are to be made together. */
    public static Help edit(Edit... edits) {
        return new Help(List.of(new Way(List.of(edits), null)));
    }

    /** Changes that are to be made together; {@code words} when there are none. */
    public static Help edits(List<Edit> edits, String words) {
        return edits == null || edits.isEmpty() ? words(words) : new Help(List.of(new Way(edits, null)));
    }

    /** Another way. */
    public Help or(Edit... edits) {
        return or(new Way(List.of(edits), null));
    }

    /** Another way, in words. */
    public Help or(String words) {
        return or(new Way(List.of(), words));
    }

    /** Says more about the last way: when it is the right one, or why. */
    public Help saying(String words) {
        List<Way> changed = new ArrayList<>(ways);
        Way last = changed.remove(changed.size() - 1);
        changed.add(new Way(last.edits(), last.words() == null ? words : last.words() + " " + words));
        return new Help(changed);
    }

    private Help or(Way way) {
        List<Way> more = new ArrayList<>(ways);
        more.add(way);
        return new Help(more);
    }

    /** One sentence without a full stop. */
    public String text(String subject) {
        return ways.stream().map(way -> way.text(subject)).collect(Collectors.joining(", or "));
    }
}
