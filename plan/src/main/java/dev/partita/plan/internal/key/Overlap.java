package dev.partita.plan.internal.key;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether two key templates can meet: be the same text, or one begin with the other.
 *
 * <p>Each look becomes an automaton; two looks meet when the automata can walk together to the end. The walk is the witness.
 * A part that stands twice (in the partition and the sort key) is not held equal: the answer errs towards "they meet".
 */
public final class Overlap {

    /** A text that both can produce, or nothing when they never meet. */
    public static Optional<String> common(KeyShape one, KeyShape other) {
        return beginDifferently(one, other)
                ? Optional.empty()
                : meet(new Automaton(one, false), new Automaton(other, false));
    }

    public static boolean mayEqual(KeyShape one, KeyShape other) {
        return common(one, other).isPresent();
    }

    /** A text of {@code look} that begins with a text of {@code prefix}, or nothing when there is none. */
    public static Optional<String> beginning(KeyShape prefix, KeyShape look) {
        return beginDifferently(prefix, look)
                ? Optional.empty()
                : meet(new Automaton(prefix, true), new Automaton(look, false));
    }

    public static boolean prefixCovers(KeyShape prefix, KeyShape look) {
        return beginning(prefix, look).isPresent();
    }

    /** Whether the first characters already keep them apart, as they do for most templates: no walk is needed then. */
    private static boolean beginDifferently(KeyShape one, KeyShape other) {
        List<BitSet> mine = fixedStart(one);
        List<BitSet> theirs = fixedStart(other);
        for (int i = 0; i < Math.min(mine.size(), theirs.size()); i++) {
            if (!mine.get(i).intersects(theirs.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** The characters that can stand at each place, as far as places are certain. */
    private static List<BitSet> fixedStart(KeyShape look) {
        List<BitSet> start = new ArrayList<>();
        for (KeyShape.Piece piece : look.pieces()) {
            if (piece.alternatives().size() != 1) {
                return start;
            }
            for (KeyShape.Run run : piece.alternatives().get(0)) {
                for (int i = 0; i < run.min(); i++) {
                    start.add(run.characters());
                }
                if (run.min() != run.max()) {
                    return start;
                }
            }
        }
        return start;
    }

    private static Optional<String> meet(Automaton one, Automaton other) {
        record Step(int from, int character) {}
        Map<Integer, Step> reached = new HashMap<>();
        Deque<Integer> open = new ArrayDeque<>();
        int start = 0;
        reached.put(start, new Step(-1, -1));
        open.add(start);
        while (!open.isEmpty()) {
            int pair = open.remove();
            int left = pair / other.size();
            int right = pair % other.size();
            if (left == one.end() && right == other.end()) {
                StringBuilder text = new StringBuilder();
                for (Step step = reached.get(pair); step.from != -1; step = reached.get(step.from)) {
                    if (step.character != -1) {
                        text.appendCodePoint(step.character);
                    }
                }
                return Optional.of(text.reverse().toString());
            }
            for (int next : one.skips.get(left)) {
                if (reached.putIfAbsent(next * other.size() + right, new Step(pair, -1)) == null) {
                    open.addFirst(next * other.size() + right);
                }
            }
            for (int next : other.skips.get(right)) {
                if (reached.putIfAbsent(left * other.size() + next, new Step(pair, -1)) == null) {
                    open.addFirst(left * other.size() + next);
                }
            }
            for (Automaton.Move mine : one.moves.get(left)) {
                for (Automaton.Move theirs : other.moves.get(right)) {
                    int next = mine.to * other.size() + theirs.to;
                    if (!reached.containsKey(next) && mine.characters.intersects(theirs.characters)) {
                        reached.put(next, new Step(pair, pick(mine.characters, theirs.characters)));
                        open.add(next);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** A character of both, one that reads well in a message if there is one. */
    private static int pick(BitSet one, BitSet other) {
        BitSet both = (BitSet) one.clone();
        both.and(other);
        for (char wanted : new char[] {'1', 'a', 'A'}) {
            if (both.get(wanted)) {
                return wanted;
            }
        }
        int first = both.nextSetBit(' ');
        int found = first == -1 ? both.nextSetBit(0) : first;
        return found == KeyShape.OTHER ? 'é' : found;
    }

    /** States from 0 to the end; a move reads a character, a skip none. */
    private static final class Automaton {

        record Move(BitSet characters, int to) {}

        final List<List<Move>> moves = new ArrayList<>();
        final List<List<Integer>> skips = new ArrayList<>();
        private final int end;

        Automaton(KeyShape look, boolean anythingAfter) {
            int at = state();
            for (KeyShape.Piece piece : look.pieces()) {
                int start = at;
                List<Integer> ends = new ArrayList<>();
                for (List<KeyShape.Run> runs : piece.alternatives()) {
                    int last = state();
                    skips.get(start).add(last);
                    for (KeyShape.Run run : runs) {
                        last = add(last, run);
                    }
                    ends.add(last);
                }
                at = state();
                for (int last : ends) {
                    skips.get(last).add(at);
                }
            }
            end = at;
            if (anythingAfter) {
                BitSet all = new BitSet();
                all.set(0, KeyShape.OTHER + 1);
                moves.get(end).add(new Move(all, end));
            }
        }

        private int add(int from, KeyShape.Run run) {
            int at = from;
            for (int i = 0; i < run.min(); i++) {
                at = after(at, run);
            }
            if (run.max() == KeyShape.UNBOUNDED) {
                int loop = state();
                skips.get(at).add(loop);
                moves.get(loop).add(new Move(run.characters(), loop));
                return loop;
            }
            int last = state();
            skips.get(at).add(last);
            for (int i = run.min(); i < run.max(); i++) {
                at = after(at, run);
                skips.get(at).add(last);
            }
            return last;
        }

        private int after(int from, KeyShape.Run run) {
            int next = state();
            moves.get(from).add(new Move(run.characters(), next));
            return next;
        }

        private int state() {
            moves.add(new ArrayList<>());
            skips.add(new ArrayList<>());
            return moves.size() - 1;
        }

        int size() {
            return moves.size();
        }

        int end() {
            return end;
        }
    }

    private Overlap() {}
}
