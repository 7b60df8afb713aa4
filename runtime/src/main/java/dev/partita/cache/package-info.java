/** Answers of patterns kept for a while, and forgotten when a write could change them; knows no AWS SDK. */
package dev.partita.cache;
