package dev.partita.plan.internal.read;

/**
 * What a call is expected to take.
 *
 * @param fewest requests
 * @param most requests; -1 when that depends on how much there is
 * @param units read units, by the sizes and numbers that the design states
 */
public record Estimate(int fewest, int most, double units) {

    public static final int UNKNOWN = -1;

    public static final Estimate NOTHING = new Estimate(0, 0, 0);

    /** What both take together. */
    public Estimate and(Estimate other) {
        return new Estimate(
                fewest + other.fewest,
                most == UNKNOWN || other.most == UNKNOWN ? UNKNOWN : most + other.most,
                units + other.units);
    }

    /** {@code 1}, {@code 1 to 30}, {@code 1 or more}. */
    public String requests() {
        if (most == fewest) {
            return String.valueOf(fewest);
        }
        return most == UNKNOWN ? fewest + " or more" : fewest + " to " + most;
    }
}
