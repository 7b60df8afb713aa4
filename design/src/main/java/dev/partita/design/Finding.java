package dev.partita.design;

/**
 * One thing that is wrong with a design, or could be better: where, what, and what to write instead.
 *
 * @param rule the stable id of the rule that found it: {@code strong-read-on-gsi}
 * @param subject what it is about, as {@code ignore:} names it: {@code User}, {@code User.email}, {@code main.GSI1}, {@code userByEmail}
 * @param message what is wrong, one sentence without a full stop
 * @param advice what to write instead, one sentence, or null
 */
public record Finding(String rule, Severity severity, String subject, Place place, String message, String advice) {

    public boolean isError() {
        return severity == Severity.ERROR;
    }
}
