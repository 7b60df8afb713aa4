package dev.partita.plan;

import java.util.Map;

/** A write that a rule of the design refused; nothing was written. */
public final class WriteRefused extends PartitaException {

    /** Which rule it was. */
    public enum Rule {
        ALREADY_EXISTS("Choose another key, or change the item that is there."),
        NOT_FOUND("Create it first, or correct the key."),
        NOT_UNIQUE("Choose another value: another item has this one."),
        QUOTA_REACHED("Wait until the quota begins anew, or raise its limit in the design."),
        VERSION_CHANGED("Read it again, apply the change to what is there now, and write that."),
        REFERENCE_MISSING("Create what it refers to first, or correct the reference."),
        STILL_REFERENCED("Delete what refers to it first."),
        CONDITION_NOT_MET("Read the item: it is in another state than the write asks for."),
        SEQUENCE_EXHAUSTED("Raise the sequence's max: in the design."),
        SEVERAL_FOUND("Use a pattern that names the item by its key."),
        TOO_MANY_ACTIONS("Write fewer items at once."),
        WRITTEN_TWICE("Write the item once in a transaction; do the other write after it."),
        CONTENDED("Try again in a moment.");

        private final String advice;

        Rule(String advice) {
            this.advice = advice;
        }
    }

    private final Rule rule;
    private final String subject;
    private final transient Map<String, Object> details;

    public WriteRefused(Rule rule, String subject, String message, Map<String, Object> details) {
        super(message);
        this.rule = rule;
        this.subject = subject;
        this.details = Map.copyOf(details);
    }

    public WriteRefused(Rule rule, String subject, String message) {
        this(rule, subject, message, Map.of());
    }

    @Override
    public String advice() {
        return rule.advice + " Nothing was written.";
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
