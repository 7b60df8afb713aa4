package dev.partita.expression;

/** The kinds of token in every expression; keywords are keywords in all of them, whatever their case. */
enum Token {
    IDENTIFIER,
    NAME,
    VALUE,
    NUMBER,
    OPEN,
    CLOSE,
    OPEN_INDEX,
    CLOSE_INDEX,
    COMMA,
    DOT,
    PLUS,
    MINUS,
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    AND,
    OR,
    NOT,
    BETWEEN,
    IN,
    SET,
    REMOVE,
    ADD,
    DELETE,
    UNKNOWN,
    END
}
