/** Checks design files and writes typed Java from them, in a Maven build. */
package dev.partita.maven;
