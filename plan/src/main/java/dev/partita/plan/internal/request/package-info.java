/** What reads and writes have in common when they make requests. Knows no pattern. */
package dev.partita.plan.internal.request;
