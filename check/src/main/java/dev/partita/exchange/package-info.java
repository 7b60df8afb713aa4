/** Designs from and to other tools: NoSQL Workbench models, and tables that exist already. */
package dev.partita.exchange;
