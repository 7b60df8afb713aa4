/** Tables as a design wants them, at any endpoint. */
package dev.partita.deploy;
