/** Finds items by the words of an attribute: an index in files of its own, fed from the table's stream. */
package dev.partita.search;
