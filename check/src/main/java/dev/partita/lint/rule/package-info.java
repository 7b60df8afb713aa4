/** What a rule is, and its page. */
package dev.partita.lint.rule;
