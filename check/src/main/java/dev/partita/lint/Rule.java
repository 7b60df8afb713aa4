package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Place;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.Locale;
import java.util.stream.Stream;

/** One thing that can be wrong with a design. The class is named by the fault, and so is the id. */
public interface Rule {

    /** Stable, in words, as {@code ignore:} writes it: {@code strong-read-on-gsi}. */
    default String id() {
        return getClass().getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    Severity severity();

    /** Why it matters and what to do, a short paragraph; shown by the CLI, the console and the docs. */
    String explanation();

    /**
     * A design, as short as can be, that has the fault. Below the line at fault a comment points at it, as in a test:
     * {@code # ^^^^ strong-read-on-gsi: userByEmail reads}.
     */
    String bad();

    /** The same design without it: what is left when the help is pasted, unless that is in words alone. May keep the comment. */
    default String mended() {
        return Examples.mended(this);
    }

    /** The same, to be shown: without the comment that points at the fault. */
    default String good() {
        return Examples.unmarked(mended());
    }

    /** What is wrong with {@code compiled}; its design has been read without errors where the rule looks. */
    Stream<Finding> check(Compiled compiled);

    /** A finding of this rule, with help to paste. */
    default Finding found(String subject, Place place, String message, Help help) {
        return new Finding(id(), severity(), subject, place, message, help);
    }

    /** A finding of this rule that somebody has to decide about: its help is in words alone. */
    default Finding found(String subject, Place place, String message, String advice) {
        return found(subject, place, message, Help.words(advice));
    }
}
