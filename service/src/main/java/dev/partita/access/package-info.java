/** Who calls, and what they may: tokens, roles, owners, sign-in. Knows no HTTP. */
package dev.partita.access;
