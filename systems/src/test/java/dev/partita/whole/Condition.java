package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A condition of a design, read and judged at its meaning. What is absent equals nothing, is neither more nor less, and differs. */
final class Condition {

    /** What a condition is about. */
    record Subject(Entity entity, Map<String, Object> values, Map<String, Object> arguments, Instant now) {}

    private interface Test {
        boolean holds(Subject subject);
    }

    /** One side of a comparison; {@code path} is null for literals and arguments. */
    private record Operand(List<String> path, String argument, Object literal, Duration now, Operand sized) {

        Object value(Subject subject, Attribute like) {
            if (sized != null) {
                return size(sized.value(subject, null));
            }
            if (path != null) {
                Object at = subject.values();
                for (String name : path) {
                    at = at instanceof Map<?, ?> map ? map.get(name) : null;
                }
                return at;
            }
            Object raw = now != null
                    ? subject.now().plus(now)
                    : argument != null ? subject.arguments().get(argument) : literal;
            if (raw == null || like == null) {
                return Values.free(raw);
            }
            boolean isElement = like.shape().isMany() && !(raw instanceof Collection<?>);
            Attribute one = isElement ? new Attribute(like.name(), like.shape().element(), Map.of()) : like;
            try {
                return Values.compared(one, Values.normalised(like, raw));
            } catch (Values.Invalid e) {
                return Values.free(raw);
            }
        }

        Attribute like(Subject subject) {
            Attribute attribute = path == null || path.isEmpty()
                    ? null
                    : subject.entity().attributes().get(path.get(0));
            for (int i = 1; attribute != null && i < path.size(); i++) {
                attribute = attribute.shape().members().get(path.get(i));
            }
            return attribute;
        }
    }

    private static final Pattern TOKEN = Pattern.compile(
            "\\s*('(?:[^']|'')*'|<>|<=|>=|[=<>(),+]|-(?= )|:[A-Za-z][A-Za-z0-9_]*|-?[0-9]+(?:\\.[0-9]+)?|[A-Za-z][A-Za-z0-9_.]*)");

    private final List<String> tokens = new ArrayList<>();
    private final Test test;
    private int at;

    private Condition(String text) {
        Matcher matcher = TOKEN.matcher(text);
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            tokens.add(matcher.group(1));
            end = matcher.end();
        }
        if (!text.substring(end).isBlank()) {
            throw new IllegalArgumentException(text);
        }
        test = or();
    }

    /** Nothing always holds. */
    static boolean holds(String text, Subject subject) {
        return text == null || new Condition(text).test.holds(subject);
    }

    /** Whether it speaks of an attribute. */
    static boolean mentions(String text, String attribute) {
        return text != null
                && attribute != null
                && new Condition(text).tokens.stream().anyMatch(token -> token.split("\\.")[0].equals(attribute));
    }

    private boolean take(String word) {
        boolean isNext = at < tokens.size() && tokens.get(at).equalsIgnoreCase(word);
        at += isNext ? 1 : 0;
        return isNext;
    }

    private Test or() {
        Test left = and();
        while (take("OR")) {
            Test one = left;
            Test other = and();
            left = subject -> one.holds(subject) || other.holds(subject);
        }
        return left;
    }

    private Test and() {
        Test left = not();
        while (take("AND")) {
            Test one = left;
            Test other = not();
            left = subject -> one.holds(subject) && other.holds(subject);
        }
        return left;
    }

    private Test not() {
        if (take("NOT")) {
            Test inner = not();
            return subject -> !inner.holds(subject);
        }
        if (take("(")) {
            Test inner = or();
            take(")");
            return inner;
        }
        String word = tokens.get(at);
        if (List.of("exists", "missing").contains(word)
                && at + 1 < tokens.size()
                && tokens.get(at + 1).equals("(")) {
            at += 2;
            Operand operand = operand();
            take(")");
            return subject -> (operand.value(subject, null) != null) == word.equals("exists");
        }
        if (List.of("begins_with", "contains").contains(word)) {
            at += 2;
            Operand whole = operand();
            take(",");
            Operand part = operand();
            take(")");
            return subject -> word.equals("contains") ? contains(whole, part, subject) : begins(whole, part, subject);
        }
        return comparison(operand());
    }

    private static boolean begins(Operand whole, Operand part, Subject subject) {
        return whole.value(subject, null) instanceof String text
                && piece(whole, part, subject) instanceof String beginning
                && text.startsWith(beginning);
    }

    private static boolean contains(Operand whole, Operand part, Subject subject) {
        Object value = whole.value(subject, null);
        return value instanceof Collection<?> list
                ? list.contains(part.value(subject, whole.like(subject)))
                : value instanceof String text
                        && piece(whole, part, subject) instanceof String inner
                        && text.contains(inner);
    }

    /** In a piece of text only the case of letters is normalised. */
    private static Object piece(Operand whole, Operand part, Subject subject) {
        Attribute like = whole.like(subject);
        Object piece = part.value(subject, null);
        return piece instanceof String text && like != null ? Values.cased(like, text) : piece;
    }

    private Test comparison(Operand left) {
        if (take("BETWEEN")) {
            Operand low = operand();
            take("AND");
            Operand high = operand();
            return subject -> order(left, low, subject, 1) && order(left, high, subject, -1);
        }
        if (take("IN")) {
            take("(");
            List<Operand> options = new ArrayList<>();
            do {
                options.add(operand());
            } while (take(","));
            take(")");
            return subject -> options.stream().anyMatch(option -> same(left, option, subject));
        }
        String operator = at < tokens.size() ? tokens.get(at) : "";
        if (!List.of("=", "<>", "<", "<=", ">", ">=").contains(operator)) {
            return subject -> Boolean.TRUE.equals(left.value(subject, null));
        }
        at++;
        Operand right = operand();
        return subject -> switch (operator) {
            case "=" -> same(left, right, subject);
            case "<>" -> !same(left, right, subject);
            case "<=" -> order(left, right, subject, -1);
            case ">=" -> order(left, right, subject, 1);
            case "<" -> order(left, right, subject, -1) && !same(left, right, subject);
            default -> order(left, right, subject, 1) && !same(left, right, subject);
        };
    }

    private static boolean same(Operand left, Operand right, Subject subject) {
        Object one = left.value(subject, right.like(subject));
        return one != null && Objects.equals(one, right.value(subject, left.like(subject)));
    }

    /** At least as much ({@code 1}) or at most ({@code -1}). */
    private static boolean order(Operand left, Operand right, Subject subject, int sign) {
        Object one = left.value(subject, right.like(subject));
        Object other = right.value(subject, left.like(subject));
        return one != null
                && other != null
                && one.getClass() == other.getClass()
                && Integer.signum(Values.compare(one, other)) * sign >= 0;
    }

    private Operand operand() {
        String token = tokens.get(at++);
        if (token.startsWith("'")) {
            String text = token.substring(1, token.length() - 1).replace("''", "'");
            return new Operand(null, null, text, null, null);
        }
        if (token.startsWith(":")) {
            return new Operand(null, token.substring(1), null, null, null);
        }
        if (token.matches("-?[0-9].*")) {
            return new Operand(null, null, new BigDecimal(token), null, null);
        }
        if (token.equals("true") || token.equals("false")) {
            return new Operand(null, null, Boolean.valueOf(token), null, null);
        }
        if (token.equals("now")) {
            boolean isLater = take("+");
            return isLater || take("-")
                    ? new Operand(null, null, null, duration(isLater, tokens.get(at++), tokens.get(at++)), null)
                    : new Operand(null, null, null, Duration.ZERO, null);
        }
        if (token.equals("null")) {
            return new Operand(null, null, null, null, null);
        }
        if (token.equals("size")) {
            take("(");
            Operand inner = operand();
            take(")");
            return new Operand(null, null, null, null, inner);
        }
        return new Operand(List.of(token.split("\\.")), null, null, null, null);
    }

    private static Duration duration(boolean isLater, String number, String unit) {
        Duration one = unit.startsWith("minute")
                ? Duration.ofMinutes(1)
                : unit.startsWith("hour") ? Duration.ofHours(1) : Duration.ofDays(1);
        return one.multipliedBy(Long.parseLong(number) * (isLater ? 1 : -1));
    }

    /** {@code now}, {@code now + 2 hours} or {@code now - 1 day}. */
    static Instant moment(String text, Instant now) {
        String[] words = text.split(" ");
        return words.length == 1 ? now : now.plus(duration(words[1].equals("+"), words[2], words[3]));
    }

    private static Object size(Object value) {
        if (value instanceof String text) {
            return BigDecimal.valueOf(text.length());
        }
        return value instanceof Collection<?> list
                ? BigDecimal.valueOf(list.size())
                : value instanceof Map<?, ?> map ? BigDecimal.valueOf(map.size()) : null;
    }
}
