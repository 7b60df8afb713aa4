/** Databases of a design as Spring beans, configured by properties. */
package dev.partita.spring;
