/** The plan of a reading pattern, and its requests filled with values. Sends nothing. */
package dev.partita.plan.internal.read;
