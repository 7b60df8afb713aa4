package dev.partita.plan;

import java.util.Map;

/** A write that a rule of the design refused; nothing was written. */
public final class WriteRefused extends RuntimeException {

    /** Which rule it was. */
    public enum Rule {
        ALREADY_EXISTS,
        NOT_FOUND,
        NOT_UNIQUE,
        QUOTA_REACHED,
        VERSION_CHANGED,
        REFERENCE_MISSING,
        STILL_REFERENCED,
        CONDITION_NOT_MET,
        SEQUENCE_EXHAUSTED,
        SEVERAL_FOUND,
        TOO_MANY_ACTIONS,
        WRITTEN_TWICE,
        CONTENDED
    }

    private final Rule rule;
    private final String subject;
    private final transient Map<String, Object> details;

    WriteRefused(Rule rule, String subject, String message, Map<String, Object> details) {
        super(message);
        this.rule = rule;
        this.subject = subject;
        this.details = Map.copyOf(details);
    }

    WriteRefused(Rule rule, String subject, String message) {
        this(rule, subject, message, Map.of());
    }

    public Rule rule() {
        return rule;
    }

    /** The entity, the attribute, the quota: as the design names it. */
    public String subject() {
        return subject;
    }

    /** What else is known: a quota's limit and when it begins anew, the attributes that are not unique. */
    public Map<String, Object> details() {
        return details;
    }
}
