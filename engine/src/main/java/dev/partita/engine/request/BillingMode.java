package dev.partita.engine.request;

/** How a table is paid for. */
public enum BillingMode {
    PROVISIONED,
    PAY_PER_REQUEST
}
