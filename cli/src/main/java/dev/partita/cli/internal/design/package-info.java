/** Commands on a design file, and how it is found and read. Asks no table. */
package dev.partita.cli.internal.design;
