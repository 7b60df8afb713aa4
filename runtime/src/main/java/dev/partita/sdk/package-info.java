/** An AWS SDK client as an endpoint, and items as the SDK has them. Knows no design. */
package dev.partita.sdk;
