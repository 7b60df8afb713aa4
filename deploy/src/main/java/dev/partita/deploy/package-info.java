/** Tables as a design wants them, at any endpoint; and items carried from one endpoint to another. */
package dev.partita.deploy;
