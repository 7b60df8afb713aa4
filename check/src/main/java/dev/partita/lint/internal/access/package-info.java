/** Rules about who may do and see what: roles, owners, secrets, personal data. */
package dev.partita.lint.internal.access;
