package dev.partita.design.internal.text;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Place;
import dev.partita.design.model.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong while a file is read. Reading goes on after each, so that all of them are told at once. */
public final class ReadingProblems {

    /** Beyond this a list of findings helps nobody, and a hostile file could make it as long as it likes. */
    static final int MOST = 500;

    private final List<Finding> findings = new ArrayList<>();
    private boolean full;

    public void error(ReaderRule rule, String subject, Place place, String message, String advice) {
        error(rule, subject, place, message, Help.words(advice));
    }

    public void error(ReaderRule rule, String subject, Place place, String message, Help help) {
        if (findings.size() < MOST) {
            findings.add(new Finding(rule.id(), Severity.ERROR, subject, place, message, help));
        } else if (!full) {
            full = true;
            findings.add(new Finding(
                    ReaderRule.TOO_MANY_ERRORS.id(),
                    Severity.ERROR,
                    subject,
                    place,
                    "there are more errors than the " + MOST + " shown",
                    "mend these first"));
        }
    }

    boolean isFull() {
        return full;
    }

    /** In the order of the file. */
    public List<Finding> findings() {
        if (findings.isEmpty()) {
            return List.of();
        }
        List<Finding> sorted = new ArrayList<>(findings);
        sorted.sort(Comparator.comparing(Finding::place));
        return sorted;
    }
}
