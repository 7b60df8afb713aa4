package dev.partita.whole;

import dev.partita.whole.Sketch.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes calls on the product, and holds what they answer against the model. */
final class Comparison {

    /** The product answers otherwise than the words of the design mean. */
    static final class Difference extends RuntimeException {
        private static final long serialVersionUID = 1;

        Difference(String message) {
            super(message, null, false, false);
        }
    }

    private static final int MOST_PAGES = 60;

    private final Model model;
    private final Product product;
    private final Map<String, Integer> hits = new TreeMap<>();

    Comparison(Model model, Product product) {
        this.model = model;
        this.product = product;
    }

    /** How often each pattern found something, or wrote. */
    Map<String, Integer> hits() {
        return hits;
    }

    void make(Call call) {
        Pattern pattern = model.sketch().patterns().get(call.pattern());
        model.at(call.at(), call.subject());
        if (pattern.writes()) {
            write(call, pattern);
        } else {
            read(call, pattern);
        }
    }

    private void require(boolean holds, Call call, String message) {
        if (!holds) {
            throw new Difference(call.tree() + "\n" + message);
        }
    }

    private void write(Call call, Pattern pattern) {
        Answer answer = product.call(call, null);
        Model before = model.copy();
        ModelWrites.Verdict verdict = ModelWrites.write(
                model,
                pattern,
                call.arguments(),
                answer.values() == null ? Map.of() : answer.values(),
                answer.children());
        if (!verdict.refusals().isEmpty()) {
            require(
                    verdict.refusals().contains(String.valueOf(answer.refused())),
                    call,
                    "must be refused by " + verdict.refusals() + ", and was answered "
                            + (answer.refused() == null ? answer : answer.refused() + ": " + answer.message()));
            return;
        }
        if (answer.refused() != null && verdict.tolerated().contains(answer.refused())) {
            model.become(before);
            return;
        }
        require(answer.refused() == null, call, "was refused by " + answer.refused() + ": " + answer.message());
        hits.merge(call.pattern(), 1, Integer::sum);
        String outcome = answer.outcome();
        boolean isLoose = outcome == null
                || outcome.equals("written")
                        && List.of("created", "replaced").contains(String.valueOf(verdict.outcome()));
        require(
                isLoose || outcome.equals(verdict.outcome()),
                call,
                "is " + verdict.outcome() + ", and was answered " + outcome);
        Map<String, Object> told = answer.values();
        if (told != null && !pattern.verb().equals("transact")) {
            same(call, verdict.values(), shown(pattern, told), pattern.verb().equals("delete"));
        }
        for (int i = 0; i < answer.children().size() && i < verdict.parts().size(); i++) {
            Pattern part = pattern.verb().equals("transact")
                    ? model.sketch().patterns().get(pattern.of().get(i))
                    : null;
            String entity = part == null ? pattern.text("with") : part.of().get(0);
            Map<String, Object> child = stored(entity, answer.children().get(i));
            same(
                    call,
                    verdict.parts().get(i).values(),
                    child,
                    part != null && part.verb().equals("delete"));
        }
    }

    /** A write may show its inputs, too, kept or not. */
    private Map<String, Object> shown(Pattern pattern, Map<String, Object> told) {
        return stored(pattern.of().get(0), told);
    }

    private Map<String, Object> stored(String entity, Map<String, Object> told) {
        Map<String, Object> stored = new LinkedHashMap<>(told);
        Sketch.Entity of = model.sketch().entity(entity);
        stored.keySet()
                .removeIf(name -> of.attributes().containsKey(name)
                        && !of.attributes().get(name).isStored()
                        && !of.keyNames().contains(name));
        return stored;
    }

    /** @param isPartial whether not everything need be told */
    private void same(Call call, Map<String, Object> expected, Map<String, Object> told, boolean isPartial) {
        Map<String, Object> wanted = new LinkedHashMap<>(expected);
        if (isPartial) {
            wanted.keySet().retainAll(told.keySet());
        }
        require(wanted.equals(told), call, "leaves   " + sorted(wanted) + "\nanswered " + sorted(told));
    }

    private static Map<String, Object> sorted(Map<String, Object> map) {
        return new TreeMap<>(map);
    }

    private void read(Call call, Pattern pattern) {
        ModelReads reads = new ModelReads(model);
        ModelReads.Expected expected;
        try {
            expected = reads.read(call.pattern(), call.arguments());
        } catch (Values.Invalid e) {
            Answer answer = product.call(call, null);
            require(answer.refused() != null, call, "must be refused: " + e.getMessage());
            return;
        }
        if (expected.count() > 0) {
            hits.merge(call.pattern(), 1, Integer::sum);
        }
        Answer first = product.call(call, null);
        if (call.isRest() && "not-found".equals(first.refused())) {
            first = Answer.read(List.of(), 0L, Map.of(), null, Map.of());
        }
        require(first.refused() == null, call, "was refused by " + first.refused() + ": " + first.message());
        compare(call, pattern, expected, first, reads);
    }

    private void compare(Call call, Pattern pattern, ModelReads.Expected expected, Answer answer, ModelReads reads) {
        Pattern last = pattern;
        while (last.text("then") != null) {
            last = model.sketch().patterns().get(last.text("then"));
        }
        switch (last.verb()) {
            case "gather" -> {
                require(answer.parts().keySet().equals(expected.parts().keySet()), call, "parts " + answer.parts());
                expected.parts()
                        .forEach((name, part) -> compare(
                                call,
                                model.sketch().patterns().get(name),
                                part,
                                answer.parts().get(name),
                                reads));
            }
            case "count" -> {
                require(
                        answer.count() == expected.count(),
                        call,
                        "counts " + expected.count() + ", answered " + answer.count());
                require(
                        answer.counts().equals(expected.counts()),
                        call,
                        "counts " + expected.counts() + ", answered " + answer.counts());
            }
            case "get" -> {
                List<Map<String, Object>> wanted = values(expected.rows());
                List<Map<String, Object>> found = found(answer);
                require(
                        found.size() == Math.min(1, wanted.size()) && wanted.containsAll(found),
                        call,
                        "one of   " + wanted + "\nanswered " + found);
            }
            default -> pages(call, last, expected, answer, reads, pattern == last);
        }
    }

    /** All pages one after the other: each full but the last, together what the model has, in its order. */
    private void pages(
            Call call, Pattern pattern, ModelReads.Expected expected, Answer first, ModelReads reads, boolean isAll) {
        Integer size = call.limit() != null ? call.limit() : pattern.number("page");
        boolean isPaged = isAll && !(pattern.verb().equals("read") && size == null);
        List<Map<String, Object>> found = new ArrayList<>(found(first));
        List<Integer> sizes = new ArrayList<>(List.of(first.items().size()));
        String cursor = first.cursor();
        while (cursor != null && isPaged && sizes.size() < MOST_PAGES) {
            Answer page = product.call(call, cursor);
            require(
                    page.refused() == null,
                    call,
                    "page " + sizes.size() + " was refused by " + page.refused() + ": " + page.message());
            found.addAll(found(page));
            sizes.add(page.items().size());
            cursor = page.cursor();
        }
        List<Map<String, Object>> wanted = values(expected.rows());
        Integer max = pattern.number("max");
        int total = max == null ? wanted.size() : Math.min(max, wanted.size());
        if (isPaged && cursor == null && !pattern.verb().equals("read")) {
            int page = size == null ? 100 : size;
            for (int i = 0; i < sizes.size() - 1; i++) {
                require(sizes.get(i) == page, call, "pages of " + sizes + " instead of " + page);
            }
            require(sizes.get(sizes.size() - 1) <= page, call, "pages of " + sizes + " instead of " + page);
        }
        Map<Map<String, Object>, Integer> there = number(found);
        Map<Map<String, Object>, Integer> meant = number(wanted);
        boolean isWhole = cursor == null && found.size() == total;
        require(
                (cursor != null || isWhole)
                        && there.entrySet().stream()
                                .allMatch(entry -> entry.getValue() <= meant.getOrDefault(entry.getKey(), 0)),
                call,
                "finds    " + wanted + (max == null ? "" : ", at most " + max) + "\nanswered " + found + " in pages of "
                        + sizes);
        if (!expected.orders().isEmpty()) {
            order(call, expected, found, reads, max != null);
        }
    }

    private void order(
            Call call, ModelReads.Expected expected, List<Map<String, Object>> found, ModelReads reads, boolean isCut) {
        Map<Map<String, Object>, List<Map<String, Object>>> whole = new HashMap<>();
        expected.rows().forEach(row -> whole.computeIfAbsent(row.values(), values -> new ArrayList<>())
                .add(row.whole()));
        if (whole.values().stream().anyMatch(same -> same.size() > 1)) {
            // Items that look alike to the caller: which is which cannot be told.
            return;
        }
        List<Map<String, Object>> items =
                found.stream().map(values -> whole.get(values).get(0)).toList();
        boolean holds = expected.orders().stream().anyMatch(order -> {
            if (!reads.isInOrder(items, order)) {
                return false;
            }
            if (!isCut || items.isEmpty()) {
                return true;
            }
            // What was left out does not come before what is there.
            Map<String, Object> last = items.get(items.size() - 1);
            return expected.rows().stream()
                    .map(ModelReads.Row::whole)
                    .filter(row -> !items.contains(row))
                    .allMatch(row -> reads.isInOrder(List.of(last, row), order));
        });
        require(holds, call, "comes by " + expected.orders() + "\nanswered " + items);
    }

    private static Map<Map<String, Object>, Integer> number(List<Map<String, Object>> items) {
        Map<Map<String, Object>, Integer> numbers = new HashMap<>();
        items.forEach(item -> numbers.merge(item, 1, Integer::sum));
        return numbers;
    }

    private static List<Map<String, Object>> values(List<ModelReads.Row> rows) {
        return rows.stream().map(ModelReads.Row::values).toList();
    }

    private static List<Map<String, Object>> found(Answer answer) {
        return answer.items().stream().map(Answer.Found::values).toList();
    }
}
