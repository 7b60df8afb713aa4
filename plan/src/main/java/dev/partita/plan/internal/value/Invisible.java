package dev.partita.plan.internal.value;

/** Characters that leave no mark on a page: blanks of every width, and those that are not shown at all. */
public final class Invisible {

    /**
     * What Unicode calls Default_Ignorable_Code_Point, as ranges of first and last, and is not of the categories below: joiners,
     * fillers, selectors of variants, and the places kept free for more of them.
     */
    private static final int[] IGNORED = {
        0x034F, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x2065, 0x2065, 0x3164, 0x3164, 0xFE00, 0xFE0F,
        0xFFA0, 0xFFA0, 0xFFF0, 0xFFF8, 0xE0000, 0xE0FFF
    };

    private static final int BRAILLE_BLANK = 0x2800;

    private Invisible() {}

    /** Whether it is a space of some width: it takes room and shows nothing. */
    public static boolean isBlank(int character) {
        return Character.isWhitespace(character)
                || Character.isSpaceChar(character)
                || character == 0x85
                || character == BRAILLE_BLANK;
    }

    /** Whether nothing is shown of it, and it takes no room either: controls, marks of direction, joiners, fillers. */
    public static boolean isHidden(int character) {
        if (isBlank(character)) {
            return false;
        }
        int type = Character.getType(character);
        if (type == Character.CONTROL || type == Character.FORMAT || type == Character.SURROGATE) {
            return true;
        }
        for (int i = 0; i < IGNORED.length; i += 2) {
            if (character >= IGNORED[i] && character <= IGNORED[i + 1]) {
                return true;
            }
        }
        return false;
    }

    static boolean isSeen(int character) {
        return !isBlank(character) && !isHidden(character);
    }
}
