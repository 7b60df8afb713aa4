/** Rules that only a pinned request can break. */
package dev.partita.lint.internal.pinned;
