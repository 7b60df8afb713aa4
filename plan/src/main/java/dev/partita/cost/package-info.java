/** What a design's items are expected to weigh and how many there are: figures that plans and rules share. */
package dev.partita.cost;
