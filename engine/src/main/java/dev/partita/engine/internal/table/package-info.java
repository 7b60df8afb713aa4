/** What a table is: its definition, its keys and indexes, and where its rows lie. Reads and writes nothing. */
package dev.partita.engine.internal.table;
