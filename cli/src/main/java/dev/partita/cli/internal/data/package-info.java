/** Commands on tables, at an endpoint or in a data directory, and how they are reached. Serves nothing. */
package dev.partita.cli.internal.data;
