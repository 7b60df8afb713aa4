package dev.partita.item;

import java.math.BigDecimal;

/**
 * DynamoDB's numbers: up to 38 significant digits, magnitude 1E-130 to just under 1E126, written without exponent, sign
 * plus, leading zeros or trailing fraction zeros. Text in that canonical form is what items store and return.
 */
public final class NumberText {

    private static final ValueProblem OVERFLOW =
            ValueProblem.of("Number overflow. Attempting to store a number with magnitude larger than supported range");
    private static final ValueProblem UNDERFLOW = ValueProblem.of(
            "Number underflow. Attempting to store a number with magnitude smaller than supported range");
    private static final ValueProblem TOO_MANY_DIGITS =
            ValueProblem.of("Attempting to store more than 38 significant digits in a Number");

    private static final String NOT_A_NUMBER = "The parameter cannot be converted to a numeric value";

    private NumberText() {}

    /** The canonical number, or {@link AttributeValue.Invalid} with what is wrong with it. */
    public static AttributeValue parse(String text) {
        if (isCanonicalInteger(text)) {
            return new AttributeValue.N(text);
        }
        return new Reader(text).read();
    }

    /** The canonical form of a computed number, or {@link AttributeValue.Invalid} when it is out of range. */
    public static AttributeValue of(BigDecimal value) {
        if (value.signum() == 0) {
            return AttributeValue.N.of(0);
        }
        String digits = value.unscaledValue().abs().toString();
        return normalise(value.signum() < 0, digits, -(long) value.scale());
    }

    /** Compares two canonical texts by value. */
    public static int compare(String left, String right) {
        if (left.equals(right)) {
            return 0;
        }
        boolean leftNegative = left.charAt(0) == '-';
        boolean rightNegative = right.charAt(0) == '-';
        if (leftNegative != rightNegative) {
            return leftNegative ? -1 : 1;
        }
        int magnitude = compareMagnitude(left, right, leftNegative ? 1 : 0);
        return leftNegative ? -magnitude : magnitude;
    }

    /**
     * DynamoDB's size of a canonical number: one byte, one for every two digits on each side of the point, and one for a minus.
     * Zeros before the first digit and after the last do not count.
     */
    public static int sizeBytes(String text) {
        int length = text.length();
        int start = text.charAt(0) == '-' ? 1 : 0;
        int point = text.indexOf('.');
        int integerEnd = point < 0 ? length : point;
        int first = start;
        while (first < length && (text.charAt(first) == '0' || text.charAt(first) == '.')) {
            first++;
        }
        if (first == length) {
            return 1;
        }
        int last = length - 1;
        while (text.charAt(last) == '0' || text.charAt(last) == '.') {
            last--;
        }
        int integerDigits = Math.max(0, Math.min(last + 1, integerEnd) - first);
        int fractionDigits = last < integerEnd ? 0 : last - Math.max(first, integerEnd + 1) + 1;
        return 1 + (integerDigits + 1) / 2 + (fractionDigits + 1) / 2 + start;
    }

    private static int compareMagnitude(String left, String right, int from) {
        int leftPoint = left.indexOf('.');
        int rightPoint = right.indexOf('.');
        int leftInteger = leftPoint < 0 ? left.length() : leftPoint;
        int rightInteger = rightPoint < 0 ? right.length() : rightPoint;
        if (leftInteger != rightInteger) {
            return leftInteger < rightInteger ? -1 : 1;
        }
        // Same number of integer digits and no trailing fraction zeros: text order is numeric order.
        int length = Math.min(left.length(), right.length());
        for (int i = from; i < length; i++) {
            int difference = left.charAt(i) - right.charAt(i);
            if (difference != 0) {
                return difference;
            }
        }
        return left.length() - right.length();
    }

    private static boolean isCanonicalInteger(String text) {
        int length = text.length();
        int start = length > 0 && text.charAt(0) == '-' ? 1 : 0;
        int digits = length - start;
        if (digits == 0 || digits > Limits.NUMBER_DIGITS) {
            return false;
        }
        char first = text.charAt(start);
        if (first == '0') {
            return length == 1;
        }
        for (int i = start; i < length; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
        }
        return true;
    }

    /** {@code digits} × 10^{@code exponent}, made canonical and checked. */
    private static AttributeValue normalise(boolean negative, String digits, long exponent) {
        int first = 0;
        while (first < digits.length() && digits.charAt(first) == '0') {
            first++;
        }
        int end = digits.length();
        while (end > first && digits.charAt(end - 1) == '0') {
            end--;
        }
        exponent += digits.length() - end;
        int significant = end - first;
        long leading = exponent + significant - 1;
        if (significant > Limits.NUMBER_DIGITS) {
            return invalid(TOO_MANY_DIGITS);
        }
        if (leading > Limits.NUMBER_MAX_EXPONENT) {
            return invalid(OVERFLOW);
        }
        if (leading < Limits.NUMBER_MIN_EXPONENT) {
            return invalid(UNDERFLOW);
        }
        StringBuilder text = new StringBuilder(significant + 8);
        if (negative) {
            text.append('-');
        }
        if (leading < 0) {
            text.append("0.");
            text.append("0".repeat((int) (-leading - 1)));
            text.append(digits, first, end);
        } else if (exponent >= 0) {
            text.append(digits, first, end);
            text.append("0".repeat((int) exponent));
        } else {
            int point = first + (int) leading + 1;
            text.append(digits, first, point).append('.').append(digits, point, end);
        }
        return new AttributeValue.N(text.toString());
    }

    private static AttributeValue invalid(ValueProblem problem) {
        return new AttributeValue.Invalid(problem, AttributeValue.Type.N);
    }

    /** Reads the syntax {@code [+-]? (digits [. digits?] | . digits) ([eE] [+-]? digits)?}. */
    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        AttributeValue read() {
            boolean negative = false;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                negative = text.charAt(at) == '-';
                at++;
            }
            int integerStart = at;
            skipDigits();
            String digits = text.substring(integerStart, at);
            int fractionDigits = 0;
            if (at < text.length() && text.charAt(at) == '.') {
                at++;
                int fractionStart = at;
                skipDigits();
                digits += text.substring(fractionStart, at);
                fractionDigits = at - fractionStart;
            }
            if (digits.isEmpty()) {
                return notANumber();
            }
            long exponent = 0;
            if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
                at++;
                int exponentStart = at;
                if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                    at++;
                }
                int exponentDigits = at;
                skipDigits();
                if (at == exponentDigits) {
                    return notANumber();
                }
                try {
                    exponent = Long.parseLong(text.substring(exponentStart, at));
                } catch (NumberFormatException e) {
                    return notANumber();
                }
            }
            if (at < text.length()) {
                return notANumber();
            }
            if (exponent > Integer.MAX_VALUE - 1 || exponent < Integer.MIN_VALUE) {
                return outOfRange(exponent);
            }
            return isZero(digits) ? zero(exponent) : normalise(negative, digits, exponent - fractionDigits);
        }

        /** The older layer's exponents have 32 bits: the largest wraps around, larger ones are no numbers. */
        private AttributeValue outOfRange(long exponent) {
            String current = (exponent > 0 ? OVERFLOW : UNDERFLOW).current();
            String older = exponent == Integer.MAX_VALUE ? UNDERFLOW.older() : NOT_A_NUMBER + ": " + text;
            return invalid(new ValueProblem(current, older));
        }

        /** Zero is range-checked by the exponent as written. */
        private AttributeValue zero(long exponent) {
            if (exponent > Limits.NUMBER_MAX_EXPONENT) {
                return invalid(OVERFLOW);
            }
            if (exponent < Limits.NUMBER_MIN_EXPONENT) {
                return invalid(UNDERFLOW);
            }
            return AttributeValue.N.of(0);
        }

        private static boolean isZero(String digits) {
            for (int i = 0; i < digits.length(); i++) {
                if (digits.charAt(i) != '0') {
                    return false;
                }
            }
            return true;
        }

        private void skipDigits() {
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
        }

        private AttributeValue notANumber() {
            String current = NOT_A_NUMBER + ": " + text;
            return invalid(new ValueProblem(current, text.isEmpty() ? NOT_A_NUMBER : current));
        }
    }
}
