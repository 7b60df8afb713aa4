/** What can be wrong with a design that can be read: every rule run on it, the help of each finding tried, and the page of all rules. */
package dev.partita.lint;
