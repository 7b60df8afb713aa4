/** Rules about what is read: order, pages, filters, caches, cost. */
package dev.partita.lint.internal.read;
