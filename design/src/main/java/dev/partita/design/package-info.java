/** The design as a whole, and the reader that makes it of a file. Judges nothing. */
package dev.partita.design;
