/** A design file as text: YAML as a tree of nodes with places, words and quantities, edits pasted into it. Knows no construct. */
package dev.partita.design.internal.text;
