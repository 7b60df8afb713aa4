/** What is counted and timed, and the alarms that watch it. Knows no HTTP. */
package dev.partita.meter;
