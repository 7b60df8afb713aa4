/** A design compiled: for every pattern a plan, proven, or a finding that says what is missing. Runs nothing. */
package dev.partita.plan.internal.compile;
