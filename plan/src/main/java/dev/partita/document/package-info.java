/** JSON documents that are read or written whole, as maps, lists and plain values. */
package dev.partita.document;
