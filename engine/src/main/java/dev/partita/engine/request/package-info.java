/** The words of requests and answers, as records and enums, and which parameters may stand together. Knows no table. */
package dev.partita.engine.request;
