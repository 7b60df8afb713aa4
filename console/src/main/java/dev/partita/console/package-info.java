/** The web page: static files, and the few calls they make. */
package dev.partita.console;
