/** One file per rule: what can be wrong with a design that can be read. */
package dev.partita.lint;
