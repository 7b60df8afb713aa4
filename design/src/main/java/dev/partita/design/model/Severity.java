package dev.partita.design.model;

/** How bad a finding is. Only errors keep a design from running. */
public enum Severity {
    ERROR,
    WARNING,
    ADVICE;

    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
