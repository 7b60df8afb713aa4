/** Log lines as text or JSON, on standard error: the backend of SLF4J that the command line brings. */
package dev.partita.log;
