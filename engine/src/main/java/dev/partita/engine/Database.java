package dev.partita.engine;

/** The tables one caller sees. */
public final class Database {}
