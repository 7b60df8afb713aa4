/** The design file as records that know their line and column. Reads what is written and judges nothing. */
package dev.partita.design;
