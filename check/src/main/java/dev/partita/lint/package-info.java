/**
 * What can be wrong with a design that can be read: one class per rule, with its check, and one page in the resources, named by
 * the rule's id, with all there is to say about it.
 */
package dev.partita.lint;
