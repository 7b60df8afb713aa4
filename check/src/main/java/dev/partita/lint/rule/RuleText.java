package dev.partita.lint.rule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The page of a rule: a paragraph that explains it, a design that has the fault, and, where its help is in words alone, the lines
 * to change. It is read when somebody asks; a check asks for none.
 *
 * @param change as a diff has it: lines that go begin with a minus, new ones with a plus; one that stays, with a blank, says
 *     where those after it belong
 */
public record RuleText(String explanation, String bad, List<String> change) {

    private static final Map<String, RuleText> KNOWN = new ConcurrentHashMap<>();

    public static RuleText of(Rule rule) {
        return KNOWN.computeIfAbsent(rule.id(), id -> read(rule.getClass(), id + ".md"));
    }

    private static RuleText read(Class<?> rule, String page) {
        try (InputStream in = rule.getResourceAsStream(page)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + page + " beside " + rule.getName());
            }
            return of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static RuleText of(String page) {
        List<String> explanation = new ArrayList<>();
        List<String> bad = new ArrayList<>();
        List<String> change = new ArrayList<>();
        List<String> now = explanation;
        for (String line : page.lines().toList()) {
            switch (line) {
                case "```yaml" -> now = bad;
                case "```diff" -> now = change;
                case "```" -> now = explanation;
                default -> now.add(line);
            }
        }
        return new RuleText(String.join(" ", explanation).strip(), String.join("\n", bad) + "\n", List.copyOf(change));
    }

    /** The design after the change. */
    public String mended() {
        List<String> mended = new ArrayList<>();
        Iterator<String> design = bad.lines().iterator();
        for (String line : change) {
            String text = line.substring(1);
            if (!line.startsWith("+")) {
                skipTo(text, design, mended);
            }
            if (!line.startsWith("-")) {
                mended.add(text);
            }
        }
        design.forEachRemaining(mended::add);
        return String.join("\n", mended) + "\n";
    }

    private static void skipTo(String line, Iterator<String> design, List<String> passed) {
        String next = design.next();
        while (!next.equals(line)) {
            passed.add(next);
            next = design.next();
        }
    }
}
