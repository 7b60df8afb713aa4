/** What commands share: where they write and ask, their options, settings and secrets, and how they fail. Knows no command. */
package dev.partita.cli.internal.terminal;
