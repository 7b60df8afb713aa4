/** A design compiled: for every pattern the requests that serve it, why they do, and how to run them. Knows no endpoint. */
package dev.partita.plan;
