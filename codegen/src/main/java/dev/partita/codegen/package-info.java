/** Design in, Java files out: one emitter per kind of file. Generated code is a typed face of the plans. */
package dev.partita.codegen;
