package dev.partita.design.model;

/**
 * One thing that is wrong with a design, or could be better: where, what, and what to write instead.
 *
 * @param rule the stable id of the rule that found it: {@code strong-read-on-gsi}
 * @param subject what it is about, as {@code ignore:} names it: {@code User}, {@code User.email}, {@code main.GSI1}, {@code userByEmail}
 * @param message what is wrong, one sentence without a full stop
 * @param help what to write instead, or null
 */
public record Finding(String rule, Severity severity, String subject, Place place, String message, Help help) {

    /** @param advice help in words alone, or null */
    public Finding(String rule, Severity severity, String subject, Place place, String message, String advice) {
        this(rule, severity, subject, place, message, Help.words(advice));
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** The help as one sentence, or null. */
    public String advice() {
        return help == null ? null : help.text(subject);
    }
}
