/** The plans of a design, compiled when they are asked for, and reading patterns run. Knows no SDK. */
package dev.partita.plan.run;
