/** A design as routes and as an OpenAPI document. Answers nothing itself. */
package dev.partita.rest;
