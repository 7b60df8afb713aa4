package dev.partita.plan.internal.request;

import dev.partita.plan.Request;

/**
 * A request that a plan would send.
 *
 * @param step the number of the step, from one
 * @param request null when the step is another pattern, or no request to the table
 * @param note what the request alone does not say, or null
 */
public record PlannedRequest(int step, Request request, String note) {}
