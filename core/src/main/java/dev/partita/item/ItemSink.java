package dev.partita.item;

/**
 * Receives an item in its stored order without any of it being decoded: names, strings and numbers arrive as slices of
 * UTF-8 so that a writer can copy them straight to its output. A value that is in no item yet comes in the same way.
 */
public interface ItemSink {

    /** Starts the item itself or an attribute of type M; {@code name} and a value follow {@code count} times. */
    void startMap(int count);

    void name(byte[] utf8, int offset, int length);

    void endMap();

    void startList(int count);

    void endList();

    void string(byte[] utf8, int offset, int length);

    /** A string known to hold no quote, backslash or control character. */
    void plainString(byte[] utf8, int offset, int length);

    /** A number in its canonical decimal text, plain ASCII. */
    void number(byte[] ascii, int offset, int length);

    void binary(byte[] bytes, int offset, int length);

    void bool(boolean value);

    void nul();

    /** Starts SS, NS or BS; {@link #string}, {@link #number} or {@link #binary} follow {@code count} times. */
    void startSet(AttributeValue.Type type, int count);

    void endSet();
}
