/** Designs over HTTP: requests to patterns, answers to JSON. */
package dev.partita.service;
