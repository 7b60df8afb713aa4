package dev.partita.meter;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;

/**
 * What an alarm looks at: taken now and again, and judged over a window of what was taken.
 *
 * @param <T> what is taken
 */
interface AlarmMeasure<T> {

    /** What there is now. */
    T take();

    /** What was taken last is kept, and the next begins. */
    default void turn() {}

    /**
     * The value over a window.
     *
     * @param taken at least two: what there was when the window began, what was kept since, and what there is now
     * @param per how long a whole window is
     * @return not a number when there was nothing to measure
     */
    double over(List<T> taken, Duration per);

    /** Whether a longer window can only have a larger value; then a part of it may be enough to judge. */
    boolean onlyGrows();

    /** Whether it can be measured here at all, however long one waits. */
    default boolean isPossible() {
        return true;
    }

    /** Why there is no value, when there is none. {@code span} is the window in words. */
    String nothing(String span);

    /** A total that is counted from the start on, or since somebody is known who counts. */
    static AlarmMeasure<Double> total(Supplier<Double> total, BooleanSupplier known, Duration per1, String unknown) {
        return new AlarmMeasure<>() {
            @Override
            public Double take() {
                return known.getAsBoolean() ? total.get() : Double.NaN;
            }

            @Override
            public double over(List<Double> taken, Duration per) {
                // Whoever counts may have been named only after the window began; nothing was counted before.
                double counted = last(taken) - (Double.isNaN(taken.get(0)) ? 0 : taken.get(0));
                return per1 == null ? counted : counted * per1.toMillis() / per.toMillis();
            }

            @Override
            public boolean onlyGrows() {
                return true;
            }

            @Override
            public boolean isPossible() {
                return known.getAsBoolean();
            }

            @Override
            public String nothing(String span) {
                return unknown;
            }
        };
    }

    /** One total's part of another, from totals that are counted from the start on. */
    static AlarmMeasure<double[]> share(Supplier<double[]> partAndWhole, String nothing) {
        return shrinking(
                partAndWhole,
                (first, last) -> {
                    double whole = last[1] - first[1];
                    return whole <= 0 ? Double.NaN : (last[0] - first[0]) / whole;
                },
                nothing);
    }

    /**
     * The 99th percentile in milliseconds: one in a hundred may be slower. Of fewer than a hundred, one may be, too: a single
     * slow request, such as the first after a start, says nothing.
     */
    static AlarmMeasure<long[]> p99(Histogram histogram, String nothing) {
        return shrinking(
                histogram::counts,
                (first, last) -> {
                    long[] counts = Histogram.minus(last, first);
                    long total = Histogram.total(counts);
                    return 1_000 * Histogram.atRank(counts, total - Math.max(1, total / 100));
                },
                nothing);
    }

    /** The read units a second that the busiest key took. */
    static AlarmMeasure<int[]> hottest(HotKeys keys) {
        return new AlarmMeasure<>() {
            @Override
            public int[] take() {
                return keys.cells();
            }

            @Override
            public double over(List<int[]> taken, Duration per) {
                return HotKeys.hottest(taken.get(0), last(taken)) * 1_000 / per.toMillis();
            }

            @Override
            public boolean onlyGrows() {
                return true;
            }

            @Override
            public String nothing(String span) {
                return "nothing was read within " + span;
            }
        };
    }

    /** The largest there was. */
    static AlarmMeasure<Long> largest(AtomicLong sinceTaken) {
        return new AlarmMeasure<>() {
            private long largest;

            @Override
            public Long take() {
                largest = Math.max(largest, sinceTaken.getAndSet(0));
                return largest;
            }

            @Override
            public void turn() {
                largest = 0;
            }

            @Override
            public double over(List<Long> taken, Duration per) {
                // The first is from before the window.
                long most =
                        taken.stream().skip(1).mapToLong(Long::longValue).max().orElse(0);
                return most == 0 ? Double.NaN : most;
            }

            @Override
            public boolean onlyGrows() {
                return true;
            }

            @Override
            public String nothing(String span) {
                return "no whole item was read or written within " + span;
            }
        };
    }

    private static <T> AlarmMeasure<T> shrinking(Supplier<T> take, ToDoubleBiFunction<T, T> between, String nothing) {
        return new AlarmMeasure<>() {
            @Override
            public T take() {
                return take.get();
            }

            @Override
            public double over(List<T> taken, Duration per) {
                return between.applyAsDouble(taken.get(0), last(taken));
            }

            @Override
            public boolean onlyGrows() {
                return false;
            }

            @Override
            public String nothing(String span) {
                return nothing + " within " + span;
            }
        };
    }

    private static <T> T last(List<T> taken) {
        return taken.get(taken.size() - 1);
    }
}
