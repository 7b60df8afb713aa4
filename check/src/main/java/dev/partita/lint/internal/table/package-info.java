/** Rules about tables, their indexes, streams and capacity. */
package dev.partita.lint.internal.table;
