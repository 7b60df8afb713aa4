package dev.partita.engine.request;

/** What a Query or Scan returns of each item. */
public enum Select {
    ALL_ATTRIBUTES,
    ALL_PROJECTED_ATTRIBUTES,
    SPECIFIC_ATTRIBUTES,
    COUNT
}
