package dev.partita.expression;

/** What the reader has in hand before it knows whether an operand or a condition is wanted. */
interface Term {}
