/** Items carried from one endpoint to another: in parallel, going on after any end, and compared afterwards. */
package dev.partita.copy;
