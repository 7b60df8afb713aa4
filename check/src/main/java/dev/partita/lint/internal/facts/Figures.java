package dev.partita.lint.internal.facts;

import java.util.Locale;

/** Numbers, sizes and times as messages write them. */
public final class Figures {

    /** {@code 10,000}. */
    public static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** {@code 1.5 GB}, {@code 300 KB}, {@code 80 bytes}. */
    public static String size(double bytes) {
        String[] units = {"bytes", "KB", "MB", "GB", "TB"};
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return (value >= 10 || value == Math.rint(value)
                        ? number(Math.round(value))
                        : String.format(Locale.ROOT, "%.1f", value))
                + " " + units[unit];
    }

    /** {@code 90 days}, {@code 5 minutes}. */
    public static String duration(long seconds) {
        long[] lengths = {Volumes.DAY_SECONDS, 3600, 60, 1};
        String[] words = {"day", "hour", "minute", "second"};
        for (int i = 0; i < lengths.length; i++) {
            if (seconds >= lengths[i] && seconds % lengths[i] == 0) {
                long count = seconds / lengths[i];
                return number(count) + " " + words[i] + (count == 1 ? "" : "s");
            }
        }
        return number(seconds) + " seconds";
    }

    private Figures() {}
}
