package dev.partita.lint.rule;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Place;
import dev.partita.design.model.Severity;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * One thing that can be wrong with a design. The class is named by the fault, and so is the id. What there is to say about it
 * stands in the page of its id, {@code strong-read-on-gsi.md}, in the folder of the class: why it matters, a design that has
 * the fault, and how to mend that.
 */
public interface Rule {

    /** A fault because of which the design cannot work, or loses data. */
    interface Error extends Rule {
        @Override
        default Severity severity() {
            return Severity.ERROR;
        }
    }

    /** What is probably a mistake. */
    interface Warning extends Rule {
        @Override
        default Severity severity() {
            return Severity.WARNING;
        }
    }

    /** What may be heeded or not. */
    interface Advice extends Rule {
        @Override
        default Severity severity() {
            return Severity.ADVICE;
        }
    }

    /** Stable, in words, as {@code ignore:} writes it: {@code strong-read-on-gsi}. */
    default String id() {
        return getClass().getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    Severity severity();

    /** Why it matters and what to do, a short paragraph; shown by the CLI, the console and the docs. */
    default String explanation() {
        return RuleText.of(this).explanation();
    }

    /**
     * A design, as short as can be, that has the fault. Below the line at fault a comment points at it, as in a test:
     * {@code # ^^^^ strong-read-on-gsi: userByEmail reads}.
     */
    default String bad() {
        return RuleText.of(this).bad();
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
