/** Rules about keys: what they are made of, and in which order that sorts. */
package dev.partita.lint.internal.key;
