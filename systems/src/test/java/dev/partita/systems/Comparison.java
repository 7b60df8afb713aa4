package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.plan.Result;
import dev.partita.plan.Written;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes calls, and holds what they answer against the model. */
final class Comparison {

    private static final int MOST_PAGES = 30;

    private final Model model;
    private final Calls calls;
    private final Map<String, Integer> hits = new TreeMap<>();
    private final Map<String, Integer> misses = new TreeMap<>();

    Comparison(Model model, Calls calls) {
        this.model = model;
        this.calls = calls;
    }

    /** How often each pattern found something, or wrote. */
    Map<String, Integer> hits() {
        return hits;
    }

    /** How often each pattern found nothing, or was refused. */
    Map<String, Integer> misses() {
        return misses;
    }

    void make(Call call) {
        Pattern pattern = model.design().patterns().get(call.pattern());
        model.at(call.at(), call.me());
        if (pattern.verb().writes()) {
            write(call, pattern);
        } else if (pattern.verb() == Verb.LIST || pattern.verb() == Verb.SCAN) {
            pages(call, pattern);
        } else {
            ModelReads.Expected expected = new ModelReads(model).read(call.pattern(), call.arguments());
            note(call, expected.count() > 0 || !expected.parts().isEmpty());
            compare(call, pattern, expected, read(call, null));
        }
    }

    private void note(Call call, boolean isHit) {
        (isHit ? hits : misses).merge(call.pattern(), 1, Integer::sum);
    }

    private Calls.Outcome call(Call call, String cursor) {
        return calls.call(call.pattern(), call.arguments(), call.at(), call.me(), call.limit(), cursor);
    }

    private Result read(Call call, String cursor) {
        Calls.Outcome outcome = call(call, cursor);
        assertThat(outcome.refused()).as("%s: %s", call, outcome.message()).isNull();
        return outcome.read();
    }

    private void write(Call call, Pattern pattern) {
        Calls.Outcome outcome = call(call, null);
        Map<String, Object> told = outcome.written() == null ? Map.of() : kept(pattern, outcome.written());
        ModelWrites.Verdict verdict = ModelWrites.write(model, pattern, call.arguments(), told);
        note(call, verdict.refusals().isEmpty());
        if (!verdict.refusals().isEmpty()) {
            assertThat(verdict.refusals())
                    .as("%s: %s", call, outcome.message())
                    .contains(String.valueOf(outcome.refused()));
            return;
        }
        assertThat(outcome.refused()).as("%s: %s", call, outcome.message()).isNull();
        assertThat(outcome.written().outcome() == Written.Outcome.UNCHANGED)
                .as(call.toString())
                .isEqualTo(verdict.isUnchanged());
        if (pattern.verb() == Verb.CREATE) {
            assertThat(told).as(call.toString()).isEqualTo(verdict.values());
        } else if (!verdict.isUnchanged()) {
            told.forEach((name, value) -> assertThat(value)
                    .as("%s: %s", call, name)
                    .isEqualTo(verdict.values().get(name)));
        }
    }

    /** A write shows its inputs too, kept or not. */
    private Map<String, Object> kept(Pattern pattern, Written told) {
        Entity entity = model.design().entities().get(pattern.entities().get(0));
        return Model.visible(entity, Plainly.ofMap(told.values()), List.of());
    }

    private void compare(Call call, Pattern pattern, ModelReads.Expected expected, Result result) {
        List<Map<String, Object>> wanted = values(expected.rows());
        List<Map<String, Object>> items = items(result);
        if (pattern.verb() == Verb.GATHER) {
            assertThat(result.parts().keySet())
                    .as(call.toString())
                    .isEqualTo(expected.parts().keySet());
            expected.parts()
                    .forEach((name, part) -> compare(
                            call,
                            model.design().patterns().get(name),
                            part,
                            result.parts().get(name)));
        } else if (pattern.verb() == Verb.COUNT) {
            Map<Object, Long> counts = new LinkedHashMap<>();
            result.counts().forEach((value, count) -> counts.put(Plainly.of(value), count));
            assertThat(result.count()).as(call.toString()).isEqualTo(expected.count());
            assertThat(counts).as(call.toString()).isEqualTo(expected.counts());
        } else if (pattern.verb() == Verb.GET && pattern.then() == null) {
            assertThat(items).as(call.toString()).hasSize(Math.min(1, wanted.size()));
            assertThat(wanted).as(call.toString()).containsAll(items);
        } else {
            assertThat(number(items)).as(call.toString()).isEqualTo(number(wanted));
            if (pattern.verb() == Verb.READ && !wanted.isEmpty()) {
                assertThat(items.get(0)).as(call.toString()).isEqualTo(wanted.get(0));
            }
        }
    }

    /** All pages one after the other: each full but the last, together what the model has, in its order. */
    private void pages(Call call, Pattern pattern) {
        int size = call.limit() != null ? call.limit() : pattern.page() == null ? 100 : pattern.page();
        List<Map<String, Object>> found = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        String cursor = null;
        boolean isStopped;
        do {
            Result page = read(call, cursor);
            found.addAll(items(page));
            sizes.add(page.items().size());
            // A walk goes on for ever; as far as it went by itself will do.
            isStopped = page.stoppedAt() != null;
            cursor = isStopped ? null : page.cursor();
        } while (cursor != null && sizes.size() < MOST_PAGES);
        List<ModelReads.Row> rows =
                new ModelReads(model).read(call.pattern(), call.arguments()).rows();
        note(call, !rows.isEmpty());
        int full = cursor == null ? found.size() / size : sizes.size();
        assertThat(sizes.subList(0, full)).as("%s, pages of %s", call, sizes).allMatch(one -> one == size);
        assertThat(sizes.size()).as("%s, pages of %s", call, sizes).isLessThanOrEqualTo(full + 1);
        if (cursor == null && !isStopped) {
            assertThat(number(found)).as(call.toString()).isEqualTo(number(values(rows)));
        } else {
            assertThat(number(values(rows)).keySet())
                    .as(call.toString())
                    .containsAll(number(found).keySet());
        }
        if (pattern.order() != null) {
            inOrder(call, found, rows);
        }
    }

    /** Items of equal rank may come in any order among themselves. */
    private static void inOrder(Call call, List<Map<String, Object>> found, List<ModelReads.Row> rows) {
        Map<Map<String, Object>, List<Object>> ranks = new HashMap<>();
        rows.forEach(row ->
                ranks.computeIfAbsent(row.values(), values -> new ArrayList<>()).add(row.rank()));
        for (int i = 0; i < found.size(); i++) {
            assertThat(ranks.get(found.get(i)))
                    .as("%s has %s at %s", call, found.get(i), i)
                    .contains(rows.get(i).rank());
        }
    }

    /** How often each of them is there. */
    private static Map<Map<String, Object>, Integer> number(List<Map<String, Object>> items) {
        Map<Map<String, Object>, Integer> numbers = new HashMap<>();
        items.forEach(item -> numbers.merge(item, 1, Integer::sum));
        return numbers;
    }

    private static List<Map<String, Object>> items(Result result) {
        return result.items().stream().map(item -> Plainly.ofMap(item.values())).toList();
    }

    private static List<Map<String, Object>> values(List<ModelReads.Row> rows) {
        return rows.stream().map(ModelReads.Row::values).toList();
    }
}
