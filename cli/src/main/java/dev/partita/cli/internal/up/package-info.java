/** {@code partita up}: all that it starts, serves and closes. */
package dev.partita.cli.internal.up;
