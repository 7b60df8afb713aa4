package dev.partita.plan.internal.compile;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Place;
import dev.partita.design.model.Severity;
import java.util.Locale;

/** What the compiler can find. All of it is an error; package {@code lint} explains each as a rule of the same id. */
public enum CompilerRule {
    ARGUMENT_NAMED_TWICE,
    ATTRIBUTE_OF_WRONG_TYPE,
    CASE_LOST_IN_KEY,
    CHANGE_MOVES_QUOTA,
    CHANGE_OF_COMPUTED,
    CHANGE_OF_IMMUTABLE,
    CHANGED_TWICE,
    COMPARISON_NEVER_HOLDS,
    COPIES_OVERWRITE,
    COPY_WITHOUT_SOURCE,
    DETECT_WITHOUT_HASH,
    EACH_WITHOUT_VALUES,
    FETCH_NOT_SERVED,
    GATHER_NOT_SERVED,
    INDEX_CONDITION_CHANGES,
    ITEM_CANNOT_BE_MADE,
    ITEM_NOT_FOUND_BY,
    LITERAL_DOES_NOT_FIT,
    MISSING_INDEX_KEY,
    NO_INDEX_SERVES,
    NO_WAY_TO_PARENT,
    NOT_A_WRITE,
    NOT_PROJECTED,
    NOT_TOLD_APART,
    NO_SUCH_MOVE,
    NOTHING_TO_ADD_TO,
    NOTHING_TO_RESTORE,
    OPTION_WITHOUT_EFFECT,
    ORDER_NOT_SERVED,
    PREFIX_INSIDE_PART,
    REFERENCE_OF_OTHER_TYPE,
    REFERENCE_TO_COMPOUND_KEY,
    REMOVAL_OF_REQUIRED,
    STRONG_READ_ON_GSI,
    THEN_NOT_SERVED,
    TIES_OUT_OF_ORDER,
    WHEN_OF_NEW_ITEM,
    WRITE_OF_FAN_OUT;

    /** As a rule has it: {@code no-index-serves}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Finding found(String subject, Place place, String message, Help help) {
        return new Finding(id(), Severity.ERROR, subject, place, message, help);
    }

    /** With help in words alone. */
    Finding found(String subject, Place place, String message, String advice) {
        return new Finding(id(), Severity.ERROR, subject, place, message, advice);
    }
}
