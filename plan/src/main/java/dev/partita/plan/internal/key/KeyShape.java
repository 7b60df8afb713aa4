package dev.partita.plan.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Type;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * What the texts of a key template can look like: for each part the characters it may hold, how many, and how it sorts.
 *
 * <p>It promises too much rather than too little: every text the template can produce is one of these, some of these it
 * may never produce. Characters beyond ASCII count as one, {@link #OTHER}.
 */
public record KeyShape(List<Piece> pieces) {

    public KeyShape {
        pieces = List.copyOf(pieces);
    }

    /** Stands for every character beyond ASCII. */
    static final int OTHER = 128;

    static final int UNBOUNDED = -1;

    /** How the text of a part sorts, compared with its values. */
    public enum Order {
        ASCENDING,
        DESCENDING,
        /** The order of the texts says nothing about the order of the values: {@code 9} stands behind {@code 10}. */
        NONE
    }

    /**
     * One part.
     *
     * @param variable null for literal text
     * @param alternatives ways to spell it, each a row of runs
     * @param mayHoldSeparator whether a value can run over into the next part
     */
    public record Piece(
            Template.Variable variable, List<List<Run>> alternatives, Order order, boolean mayHoldSeparator) {
        public Piece {
            alternatives = alternatives.stream().map(List::copyOf).toList();
        }

        /** How many characters it always has, or -1 when that varies. */
        public int fixedWidth() {
            int width = -1;
            for (List<Run> runs : alternatives) {
                int sum = 0;
                for (Run run : runs) {
                    if (run.min != run.max) {
                        return -1;
                    }
                    sum += run.min;
                }
                if (width != -1 && width != sum) {
                    return -1;
                }
                width = sum;
            }
            return width;
        }
    }

    /** Between {@code min} and {@code max} characters out of {@code characters}. */
    record Run(BitSet characters, int min, int max) {}

    /** What a key of {@code entity} looks like; {@code key} is the key attribute that the template fills. */
    public static KeyShape of(Design design, Entity entity, String key, Template template) {
        List<Piece> pieces = new ArrayList<>();
        for (Template.Part part : template.parts()) {
            if (part instanceof Template.Literal literal) {
                pieces.add(literal(literal.text()));
            } else {
                Template.Variable variable = (Template.Variable) part;
                Attribute attribute =
                        entity == null ? null : entity.attributes().get(variable.attribute());
                if (template.isLone() && attribute != null && attribute.prefix() != null && storedAs(attribute, key)) {
                    pieces.add(literal(attribute.prefix()));
                }
                pieces.add(new Spelling(design.separator(), template.isLone()).piece(variable, attribute));
            }
        }
        for (int i = 0; i + 1 < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            Attribute attribute = piece.variable == null || entity == null
                    ? null
                    : entity.attributes().get(piece.variable.attribute());
            List<Run> next = pieces.get(i + 1).alternatives.get(0);
            if (attribute != null
                    && piece.fixedWidth() == -1
                    && pieces.get(i + 1).variable == null
                    && !next.isEmpty()
                    && goesOnBelow(attribute, next.get(0).characters.nextSetBit(0))) {
                pieces.set(i, new Piece(piece.variable, piece.alternatives, Order.NONE, piece.mayHoldSeparator));
            }
        }
        return new KeyShape(pieces);
    }

    /**
     * Whether a text can go on with a character below the one that ends its part: {@code New York#1} stands before {@code New#1},
     * although {@code New} is less than {@code New York}.
     */
    public static boolean goesOnBelow(Attribute attribute, int end) {
        Type type = attribute.type();
        if (type instanceof Type.Enumeration choice && !choice.open()) {
            return choice.values().stream().anyMatch(value -> value.chars().anyMatch(c -> c < end));
        }
        boolean isText = !(type instanceof Type.Simple) || type == Type.Simple.STRING || type == Type.Simple.ANY;
        return isText
                && attribute.generate() == null
                && !attribute.isDomain()
                && !isSpelledAbove(end, attribute.pattern());
    }

    /** Whether the expression names all its characters, and each stands above {@code end}. */
    private static boolean isSpelledAbove(int end, String expression) {
        if (expression == null) {
            return false;
        }
        String named = expression.replaceAll("\\\\[dw]", "0").replaceAll("\\\\([-./+_:])", "$1_");
        String plain = expression.replaceAll("\\\\[dw]", "0").replaceAll("\\\\[-./+_:]", "_");
        return !plain.contains("\\")
                && !plain.contains(".")
                && !plain.contains("[^")
                && named.chars().allMatch(c -> c > end);
    }

    static Piece literal(String text) {
        return new Piece(null, List.of(Spelling.exactly(text)), Order.ASCENDING, false);
    }

    /** How many characters every text has, or -1 when that varies. */
    public int fixedWidth() {
        int sum = 0;
        for (Piece piece : pieces) {
            int width = piece.fixedWidth();
            if (width == -1) {
                return -1;
            }
            sum += width;
        }
        return sum;
    }

    /** The first {@code count} parts. */
    public KeyShape first(int count) {
        return new KeyShape(pieces.subList(0, count));
    }

    /**
     * Whether the end of the part with this number can always be told: it has a fixed width, or the text that follows begins
     * with a character it cannot hold.
     */
    public boolean endsAtBoundary(int number) {
        Piece piece = pieces.get(number);
        if (piece.variable == null || piece.fixedWidth() != -1) {
            return true;
        }
        if (number + 1 == pieces.size() || piece.mayHoldSeparator) {
            return false;
        }
        BitSet held = new BitSet();
        piece.alternatives.forEach(runs -> runs.forEach(run -> held.or(run.characters)));
        return pieces.get(number + 1).alternatives.stream()
                .allMatch(runs -> !runs.isEmpty() && !held.intersects(runs.get(0).characters));
    }

    private static boolean storedAs(Attribute attribute, String key) {
        return attribute.isStored() && attribute.stored().equals(key);
    }

    /** How values of one template are spelled. */
    private record Spelling(String separator, boolean lone) {

        private static final BitSet DIGITS = range('0', '9');
        private static final BitSet HEX = union(DIGITS, range('a', 'f'));
        private static final BitSet LETTERS_AND_DIGITS = union(DIGITS, union(range('A', 'Z'), range('a', 'z')));
        private static final int LONGEST_COUNTED = 48;

        Piece piece(Template.Variable variable, Attribute attribute) {
            boolean mayHoldSeparator =
                    lone || separator.isEmpty() || variable.has(Format.Kind.RAW) || variable.has(Format.Kind.SHORTEN);
            Type type = attribute == null ? Type.Simple.STRING : attribute.type();
            Piece piece = new Piece(
                    variable, plain(type, attribute, mayHoldSeparator), plainOrder(type, attribute), mayHoldSeparator);
            for (Format format : variable.formats()) {
                piece = formatted(piece, format, type, attribute);
            }
            return piece;
        }

        private List<List<Run>> plain(Type type, Attribute attribute, boolean mayHoldSeparator) {
            if (type instanceof Type.Enumeration choice
                    && !choice.open()
                    && !choice.values().isEmpty()) {
                return choice.values().stream().map(Spelling::exactly).toList();
            }
            if (!(type instanceof Type.Simple simple)) {
                return List.of(List.of(anything(attribute, mayHoldSeparator)));
            }
            return switch (simple) {
                case STRING, BINARY, PASSWORD, ANY -> List.of(List.of(anything(attribute, mayHoldSeparator)));
                case INTEGER ->
                    List.of(
                            attribute != null
                                            && attribute.min() != null
                                            && attribute.min().signum() >= 0
                                    ? List.of(new Run(DIGITS, 1, UNBOUNDED))
                                    : List.of(new Run(set("-"), 0, 1), new Run(DIGITS, 1, UNBOUNDED)));
                case DECIMAL -> List.of(List.of(new Run(union(DIGITS, set("+-.E")), 1, UNBOUNDED)));
                case FLAG -> List.of(exactly("0"), exactly("1"));
                case BOOLEAN -> List.of(exactly("true"), exactly("false"));
                case TIMESTAMP -> List.of(shaped("dddd-dd-ddTdd:dd:ddZ"));
                case TIMESTAMP_MILLIS -> List.of(shaped("dddd-dd-ddTdd:dd:dd.dddZ"));
                case DATE -> List.of(shaped("dddd-dd-dd"));
                case EPOCH_SECONDS, EPOCH_MILLIS -> List.of(List.of(new Run(DIGITS, 1, UNBOUNDED)));
                case ISO_TIME -> List.of(List.of(new Run(union(DIGITS, set("TZtz:.+-W")), 1, UNBOUNDED)));
                case ULID -> List.of(List.of(new Run(LETTERS_AND_DIGITS, 26, 26)));
                case UUID -> List.of(shaped("hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh"));
            };
        }

        private static Order plainOrder(Type type, Attribute attribute) {
            if (type instanceof Type.Simple simple) {
                return switch (simple) {
                    case INTEGER -> attribute != null && attribute.hasOneWidth() ? Order.ASCENDING : Order.NONE;
                    case DECIMAL -> Order.NONE;
                    // Epoch times of another width are refused when they are written; ISO times sort as long as they
                    // are written alike.
                    default -> Order.ASCENDING;
                };
            }
            return Order.ASCENDING;
        }

        private Piece formatted(Piece piece, Format format, Type type, Attribute attribute) {
            return switch (format.kind()) {
                case PAD ->
                    new Piece(
                            piece.variable,
                            List.of(List.of(new Run(DIGITS, format.number(), format.number()))),
                            "N".equals(type.tag())
                                            && (attribute == null
                                                    || attribute.min() == null
                                                    || attribute.min().signum() >= 0)
                                    ? Order.ASCENDING
                                    : Order.NONE,
                            false);
                case NEWEST_FIRST -> {
                    if (type == Type.Simple.ULID || type == Type.Simple.STRING) {
                        // A ULID keeps its length and its letters; what is none is left as it is.
                        yield new Piece(piece.variable, piece.alternatives, Order.DESCENDING, piece.mayHoldSeparator);
                    }
                    int width = type == Type.Simple.EPOCH_MILLIS || type == Type.Simple.TIMESTAMP_MILLIS ? 13 : 10;
                    yield new Piece(
                            piece.variable, List.of(List.of(new Run(DIGITS, width, width))), Order.DESCENDING, false);
                }
                case DATE -> time(piece, "dddd-dd-dd");
                case MONTH -> time(piece, "dddd-dd");
                case YEAR -> time(piece, "dddd");
                case HOUR -> time(piece, "dddd-dd-ddTdd");
                case LOWER -> without(piece, range('A', 'Z'));
                case UPPER -> without(piece, range('a', 'z'));
                case HASH -> new Piece(piece.variable, List.of(List.of(new Run(HEX, 64, 64))), Order.NONE, false);
                case SHARD -> {
                    int width = String.valueOf(Math.max(0, format.number() - 1)).length();
                    yield new Piece(piece.variable, List.of(List.of(new Run(DIGITS, width, width))), Order.NONE, false);
                }
                // What is cut off is told apart by a hash, which sorts anyhow.
                case SHORTEN -> new Piece(piece.variable, piece.alternatives, Order.NONE, piece.mayHoldSeparator);
                case RAW -> piece;
            };
        }

        private static Piece time(Piece piece, String shape) {
            return new Piece(piece.variable, List.of(shaped(shape)), Order.ASCENDING, false);
        }

        private static Piece without(Piece piece, BitSet removed) {
            List<List<Run>> alternatives = piece.alternatives.stream()
                    .map(runs -> runs.stream()
                            .map(run -> {
                                BitSet left = (BitSet) run.characters.clone();
                                left.andNot(removed);
                                // A choice of fixed texts is spelled in the other case; any letter is near enough.
                                return new Run(left.isEmpty() ? otherCase(run.characters) : left, run.min, run.max);
                            })
                            .toList())
                    .toList();
            return new Piece(piece.variable, alternatives, piece.order, piece.mayHoldSeparator);
        }

        private static BitSet otherCase(BitSet letters) {
            BitSet other = new BitSet();
            letters.stream().forEach(letter -> other.set(letter ^ 0x20));
            return other;
        }

        /** A key never has an empty part: a value without text is refused, or leaves the item out of the index. */
        private Run anything(Attribute attribute, boolean mayHoldSeparator) {
            BitSet all = new BitSet();
            all.set(1, OTHER + 1);
            if (!mayHoldSeparator) {
                separator.chars().forEach(c -> all.clear(Math.min(c, OTHER)));
            }
            int min = attribute == null || attribute.minLength() == null
                    ? 1
                    : Math.max(1, Math.min(LONGEST_COUNTED, attribute.minLength()));
            // An escaped character is longer than the one it stands for, so the stated length bounds only lone values.
            boolean bounded = attribute != null
                    && attribute.maxLength() != null
                    && attribute.maxLength() <= LONGEST_COUNTED
                    && lone;
            return new Run(all, min, bounded ? Math.max(min, attribute.maxLength()) : UNBOUNDED);
        }

        static List<Run> exactly(String text) {
            return text.codePoints()
                    .mapToObj(character -> new Run(set(character), 1, 1))
                    .toList();
        }

        private static List<Run> shaped(String shape) {
            return shape.chars()
                    .mapToObj(c -> new Run(c == 'd' ? DIGITS : c == 'h' ? HEX : set(c), 1, 1))
                    .toList();
        }

        private static BitSet set(int character) {
            BitSet set = new BitSet();
            set.set(Math.min(character, OTHER));
            return set;
        }

        private static BitSet set(String characters) {
            BitSet set = new BitSet();
            characters.chars().forEach(set::set);
            return set;
        }

        private static BitSet range(char first, char last) {
            BitSet set = new BitSet();
            set.set(first, last + 1);
            return set;
        }

        private static BitSet union(BitSet one, BitSet other) {
            BitSet both = (BitSet) one.clone();
            both.or(other);
            return both;
        }
    }
}
