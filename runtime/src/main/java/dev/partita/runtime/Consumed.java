package dev.partita.runtime;

/**
 * What one call took.
 *
 * @param pattern its name; several with commas for a transaction or a batch
 * @param requests how many requests went out, failed ones included
 */
public record Consumed(String pattern, int requests, double readUnits, double writeUnits) {}
