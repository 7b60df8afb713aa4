package dev.partita.plan.internal.key;

/** The item in which a quota counts, when no entity has the counter. */
public final class QuotaItem {

    /** How many there are. */
    public static final String COUNT = "counted";

    private QuotaItem() {}
}
