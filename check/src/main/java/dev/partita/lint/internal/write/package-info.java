/** Rules about what is written: counters, quotas, states, transactions. */
package dev.partita.lint.internal.write;
