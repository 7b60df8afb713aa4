/** Rules about entities: names, types, expiry, copies, children. */
package dev.partita.lint.internal.entity;
