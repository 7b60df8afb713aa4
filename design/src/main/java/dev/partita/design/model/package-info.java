/** What a design is made of, as records that know their place in the file, and what can be found wrong with it. Reads nothing. */
package dev.partita.design.model;
