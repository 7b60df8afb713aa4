/** What a program meets when it runs the patterns of a design: endpoints and their requests, results, refusals. Knows no plan. */
package dev.partita.plan;
