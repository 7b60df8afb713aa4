/** The plan of a writing pattern, and how it is run. Knows not how it was found. */
package dev.partita.plan.internal.write;
