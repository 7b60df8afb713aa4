/** What rules ask of a design: keys and who uses them, volumes, what maintains itself, names; judges nothing. */
package dev.partita.lint.internal.facts;
