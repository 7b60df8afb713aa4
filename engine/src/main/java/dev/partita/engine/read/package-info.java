/** Operations that only read: items, streams, and what is told about tables. The writer is out of their sight. */
package dev.partita.engine.read;
