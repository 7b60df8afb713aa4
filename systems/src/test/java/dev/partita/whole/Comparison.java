package dev.partita.whole;

import dev.partita.whole.Sketch.Pattern;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

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
    private Answer last;
    private final Map<String, Integer> hits = new TreeMap<>();

    /** Patterns of which is said that those of the same time come in any order. */
    private final Set<String> untied;

    Comparison(Model model, Product product, Set<String> untied) {
        this.model = model;
        this.product = product;
        this.untied = untied;
    }

    /** How often each pattern found something, or wrote. */
    Map<String, Integer> hits() {
        return hits;
    }

    void make(Call call) {
        Pattern pattern = model.sketch().patterns().get(call.pattern());
        model.at(call.at(), call.subject());
        ModelAccess access = new ModelAccess(model, call.caller());
        ModelAccess.Right right = call.isRest() ? access.right(pattern, call.arguments()) : ModelAccess.Right.FREE;
        if (right == ModelAccess.Right.NOT_SIGNED_IN || right == ModelAccess.Right.NOT_ALLOWED) {
            Answer answer = called(call);
            String rule = right == ModelAccess.Right.NOT_ALLOWED ? "not-allowed" : "not-signed-in";
            // A parent that is not there, or not for the caller, may be what is said first: it tells nothing else.
            boolean isHidden = "not-found".equals(answer.refused())
                    && access.hides(pattern, access.completed(pattern, call.arguments()));
            require(
                    (isHidden || List.of("not-allowed", "invalid", rule).contains(String.valueOf(answer.refused())))
                            && (!call.caller().isEmpty() || !"not-allowed".equals(answer.refused())),
                    call,
                    "must be refused by " + rule + ", and was answered " + answer);
            return;
        }
        arguments = call.isRest() ? access.completed(pattern, call.arguments()) : call.arguments();
        leftOut = call.isRest() ? access.leftOut(pattern, call.arguments()) : Set.of();
        if (call.isRest() && access.choosesIdentity(pattern, call.arguments())) {
            Answer answer = called(call);
            require(
                    Set.of("not-allowed", "not-signed-in", "invalid").contains(String.valueOf(answer.refused())),
                    call,
                    "chooses who to be, and was answered " + answer);
            return;
        }
        owners = one -> call.isRest() ? access.claim(one, given(pattern, one)) : null;
        owner = owners.apply(pattern);
        if (call.isRest() && access.hides(pattern, arguments)) {
            Answer answer = called(call);
            boolean isNothing = !pattern.writes() && answer.refused() == null && isNothing(answer);
            require(
                    isNothing || HIDDEN.contains(String.valueOf(answer.refused())),
                    call,
                    "must be hidden, and was answered " + answer);
            return;
        }
        if (pattern.writes()) {
            write(call, pattern);
        } else {
            read(call, pattern);
        }
    }

    /** How somebody is answered who does not get to see the parent. */
    private static final Set<String> HIDDEN = Set.of("not-found", "not-allowed", "not-signed-in", "invalid");

    /** Those of the call, with the owner where it was left out. */
    private Map<String, Object> arguments;

    /** The patterns whose caller did not say whose it is. */
    private Set<String> leftOut = Set.of();

    /** Whose items it is about; null for everybody's. */
    private ModelAccess.Claim owner;

    /** Whether it is a part of a gathering: then it is only a first page. */
    private boolean isPart;

    /** The same for the parts of a pattern. */
    private Function<Pattern, ModelAccess.Claim> owners;

    private Map<String, Object> given(Pattern whole, Pattern part) {
        return whole.verb().equals("transact") && whole != part ? Tree.map(arguments.get(part.name())) : arguments;
    }

    /** What the last call answered, its first page. */
    Answer last() {
        return last;
    }

    private Answer called(Call call) {
        last = product.call(call, null);
        return last;
    }

    private void require(boolean holds, Call call, String message) {
        if (!holds) {
            throw new Difference(call.tree() + "\n" + message);
        }
    }

    private void write(Call call, Pattern pattern) {
        Answer answer = called(call);
        model.next();
        Model before = model.copy();
        ModelWrites.Verdict verdict = ModelWrites.write(
                model,
                pattern,
                arguments,
                owners,
                leftOut,
                answer.values() == null ? Map.of() : answer.values(),
                answer.children());
        if (!verdict.refusals().isEmpty()) {
            require(
                    verdict.refusals().contains(String.valueOf(answer.refused())),
                    call,
                    "must be refused by " + verdict.refusals() + ", and was answered "
                            + (answer.refused() == null ? answer : answer.refused() + ": " + answer.message()));
            if (pattern.verb().equals("transact")) {
                pattern.of()
                        .forEach(part -> settle(call, model.sketch().patterns().get(part), before));
            }
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
            same(call, pattern, arguments, before, verdict, shown(pattern, told));
        }
        for (int i = 0; i < answer.children().size() && i < verdict.parts().size(); i++) {
            Pattern part = pattern.verb().equals("transact")
                    ? model.sketch().patterns().get(pattern.of().get(i))
                    : null;
            String entity = part == null ? pattern.text("with") : part.of().get(0);
            Map<String, Object> child = stored(entity, answer.children().get(i));
            ModelWrites.Verdict done = verdict.parts().get(i);
            if (part == null) {
                whole(call, done.values(), child);
            } else {
                same(call, part, Tree.map(arguments.get(part.name())), before, done, child);
            }
        }
    }

    /** Whether a transaction that was refused had taken its number before is not said: what is stored tells. */
    private void settle(Call call, Pattern part, Model before) {
        Sketch.Entity entity = model.sketch().entity(part.of().get(0));
        Sketch.Attribute numbered = entity.attributes().values().stream()
                .filter(attribute -> attribute.sequence() != null)
                .findFirst()
                .orElse(null);
        if (numbered == null || !part.verb().equals("create")) {
            return;
        }
        Sketch.Entity parent = model.sketch().entity(numbered.sequence()[0]);
        String counter = numbered.sequence()[1];
        Map<String, Object> given = Tree.map(arguments.get(part.name()));
        Map<String, Object> there;
        try {
            Map<String, Object> values = new LinkedHashMap<>();
            given.forEach((name, value) -> values.put(
                    name,
                    entity.attributes().containsKey(name)
                            ? Values.argument(entity.attributes().get(name), value)
                            : value));
            there = before.parent(entity, parent, values);
        } catch (Values.Invalid e) {
            return;
        }
        if (there == null) {
            return;
        }
        BigDecimal taken = (BigDecimal) there.getOrDefault(counter, BigDecimal.ZERO);
        BigDecimal stored = (BigDecimal) product.stored(parent.name(), there).getOrDefault(counter, BigDecimal.ZERO);
        require(
                stored.equals(taken) || stored.equals(taken.add(BigDecimal.ONE)),
                call,
                "took the number " + stored + " after " + taken);
        Map<String, Object> left = new LinkedHashMap<>(there);
        if (stored.signum() > 0) {
            left.put(counter, stored);
        }
        model.put(parent, left);
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

    /** In Java everything is told but of a delete; over REST what the caller may be shown, and all of it where they could get it. */
    private void same(
            Call call,
            Pattern write,
            Map<String, Object> given,
            Model before,
            ModelWrites.Verdict verdict,
            Map<String, Object> told) {
        Map<String, Object> wanted = new LinkedHashMap<>(verdict.values());
        if (!call.isRest() || write.verb().equals("create") || "created".equals(last.outcome())) {
            if (write.verb().equals("delete")) {
                wanted.keySet().retainAll(told.keySet());
            }
            whole(call, wanted, told);
            return;
        }
        Sketch.Entity entity = model.sketch().entity(write.of().get(0));
        List<Object> key = model.key(entity, verdict.values());
        Map<String, Object> item = model.find(entity, key) == null ? before.find(entity, key) : model.find(entity, key);
        ModelShown shown = new ModelShown(model, new ModelAccess(model, call.caller()));
        if (item != null && !write.verb().equals("delete") && shown.couldGet(entity, item)) {
            whole(call, wanted, told);
            return;
        }
        wanted.keySet().retainAll(told.keySet());
        whole(call, wanted, told);
        Set<String> more = new HashSet<>(told.keySet());
        more.removeAll(shown.own(write, entity, given));
        // All that a new item has is of whoever made it; the answer need not know that it is new.
        more.removeIf(
                name -> item == null || "created".equals(verdict.outcome()) || shown.couldRead(entity, item, name));
        // A role is remembered for some seconds: whom the write itself takes it from has it that long.
        ModelShown remembered = new ModelShown(before, new ModelAccess(before, call.caller()));
        more.removeIf(name -> remembered.couldRead(entity, item, name));
        require(more.isEmpty(), call, "shows " + more + ", which the caller cannot read: " + sorted(told));
        Set<String> named = new HashSet<>(entity.keyNames());
        named.retainAll(verdict.values().keySet());
        require(
                write.verb().equals("delete") || told.keySet().containsAll(named),
                call,
                "does not say which item it wrote: " + sorted(told));
    }

    private void whole(Call call, Map<String, Object> wanted, Map<String, Object> told) {
        require(wanted.equals(told), call, "leaves   " + sorted(wanted) + "\nanswered " + sorted(told));
    }

    private static Map<String, Object> sorted(Map<String, Object> map) {
        return new TreeMap<>(map);
    }

    private void read(Call call, Pattern pattern) {
        ModelReads reads = new ModelReads(model);
        ModelReads.Expected expected;
        try {
            reads.require(pattern, arguments);
            expected = reads.own(reads.read(call.pattern(), arguments), pattern, owners);
        } catch (Values.Invalid e) {
            Answer answer = called(call);
            // What nobody can have is not found, or no value at all.
            boolean isNothing = isNothing(answer)
                    || !answer.parts().isEmpty()
                            && answer.parts().values().stream().anyMatch(Comparison::isNothing);
            require(answer.refused() != null || isNothing, call, "must be refused: " + e.getMessage());
            return;
        }
        if (expected.count() > 0) {
            hits.merge(call.pattern(), 1, Integer::sum);
        }
        Answer first = called(call);
        if (call.isRest() && "not-found".equals(first.refused())) {
            first = Answer.read(List.of(), 0L, Map.of(), null, Map.of());
        }
        require(first.refused() == null, call, "was refused by " + first.refused() + ": " + first.message());
        compare(call, pattern, expected, first, reads);
    }

    private static boolean isNothing(Answer answer) {
        return answer.items().isEmpty() && (answer.count() == null || answer.count() == 0);
    }

    private void compare(Call call, Pattern pattern, ModelReads.Expected expected, Answer answer, ModelReads reads) {
        Pattern last = pattern;
        while (last.text("then") != null) {
            last = model.sketch().patterns().get(last.text("then"));
        }
        switch (last.verb()) {
            case "gather" -> {
                require(answer.parts().keySet().equals(expected.parts().keySet()), call, "parts " + answer.parts());
                expected.parts().forEach((name, part) -> {
                    isPart = true;
                    compare(
                            call,
                            model.sketch().patterns().get(name),
                            part,
                            answer.parts().get(name),
                            reads);
                    isPart = false;
                });
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
            default -> pages(call, last, expected, answer, reads, pattern == last && !isPart);
        }
    }

    /** Before the first call there is nothing. */
    private static final String BEFORE_ALL = "2024-02-2";

    /** Where to go on: nowhere once a walk back is older than everything. */
    private static String next(Answer page, Set<Integer> stopped, int number) {
        if (page.stoppedAt() == null) {
            return page.cursor();
        }
        stopped.add(number);
        return page.stoppedAt().compareTo(BEFORE_ALL) < 0 ? null : page.cursor();
    }

    /** All pages one after the other: each full but the last, together what the model has, in its order. */
    private void pages(
            Call call, Pattern pattern, ModelReads.Expected expected, Answer first, ModelReads reads, boolean isAll) {
        Integer size = call.limit() != null ? call.limit() : pattern.number("page");
        boolean isPaged = isAll && !(pattern.verb().equals("read") && size == null);
        List<Map<String, Object>> found = new ArrayList<>(found(first));
        List<Integer> sizes = new ArrayList<>(List.of(first.items().size()));
        Set<Integer> stopped = new HashSet<>();
        String cursor = next(first, stopped, 0);
        Map<String, Object> head = !pattern.verb().equals("read")
                ? null
                : first.items().stream()
                        .filter(item -> item.entity().equals(pattern.of().get(0)))
                        .map(Answer.Found::values)
                        .findFirst()
                        .orElse(null);
        while (cursor != null && isPaged && sizes.size() < MOST_PAGES) {
            Answer page = product.call(call, cursor);
            require(
                    page.refused() == null,
                    call,
                    "page " + sizes.size() + " was refused by " + page.refused() + ": " + page.message());
            List<Map<String, Object>> more = new ArrayList<>(found(page));
            if (head != null) {
                require(more.remove(head), call, "page " + sizes.size() + " is without the head: " + more);
            }
            found.addAll(more);
            sizes.add(page.items().size());
            cursor = next(page, stopped, sizes.size() - 1);
        }
        List<Map<String, Object>> wanted = values(expected.rows());
        Integer max = pattern.number("max");
        int total = max == null ? wanted.size() : Math.min(max, wanted.size());
        if (isPaged
                && cursor == null
                && !pattern.words().containsKey("key")
                && owner == null
                && !pattern.verb().equals("read")) {
            int page = size == null ? 100 : size;
            boolean isWalkOfRange = pattern.text("walk") != null
                    && (pattern.text("range") != null
                            || String.valueOf(pattern.text("where")).contains("createdAt"));
            for (int i = 0; i < sizes.size() - 1; i++) {
                boolean mayBeShort = stopped.contains(i) || isWalkOfRange;
                require(mayBeShort || sizes.get(i) == page, call, "pages of " + sizes + " instead of " + page);
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
        if (ModelReads.eachOf(pattern) != null && ModelReads.isGiven(pattern, ModelReads.eachOf(pattern))) {
            orderOfGiven(call, pattern, expected, found, reads);
        }
        if (!expected.orders().isEmpty()) {
            order(call, pattern, expected, found, reads, max != null);
        }
    }

    private void order(
            Call call,
            Pattern pattern,
            ModelReads.Expected expected,
            List<Map<String, Object>> found,
            ModelReads reads,
            boolean isCut) {
        Map<Map<String, Object>, List<Map<String, Object>>> whole = new HashMap<>();
        expected.rows().forEach(row -> whole.computeIfAbsent(row.values(), values -> new ArrayList<>())
                .add(row.whole()));
        if (whole.values().stream().anyMatch(same -> same.size() > 1)) {
            // Items that look alike to the caller: which is which cannot be told.
            return;
        }
        List<Map<String, Object>> items =
                found.stream().map(values -> whole.get(values).get(0)).toList();
        Sketch.Entity entity = model.sketch().entity(pattern.of().get(0));
        if (pattern.text("walk") != null && items.stream().anyMatch(item -> model.madeBy(entity, item) == null)) {
            // An id that a caller chose says nothing of the time.
            return;
        }
        // Only an order of times says what comes first of one time; ascending and descending go by the key, and its
        // ties, too.
        boolean isTied = untied.contains(pattern.name())
                || pattern.words().containsKey("each")
                || List.of("ascending", "descending").contains(pattern.text("order"));
        boolean holds = expected.orders().stream().anyMatch(order -> {
            if (!reads.isInOrder(entity, items, order) || !isTied && !reads.isInOrderOfWriting(entity, items, order)) {
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
                    .allMatch(row -> reads.isInOrder(entity, List.of(last, row), order));
        });
        require(
                holds,
                call,
                "comes by " + expected.orders() + "\nanswered " + items + "\nwritten "
                        + items.stream()
                                .map(item -> String.valueOf(model.madeBy(entity, item)))
                                .toList());
    }

    /** Items come in the order of the values that were given. */
    private void orderOfGiven(
            Call call,
            Pattern pattern,
            ModelReads.Expected expected,
            List<Map<String, Object>> found,
            ModelReads reads) {
        Map<Map<String, Object>, Set<Integer>> places = new HashMap<>();
        List<Object> given = reads.given(pattern, call.arguments());
        expected.rows().forEach(row -> places.computeIfAbsent(row.values(), values -> new HashSet<>())
                .add(given.indexOf(row.whole().get(ModelReads.eachOf(pattern)))));
        int last = 0;
        for (Map<String, Object> values : found) {
            // Where several look alike, any of them may be meant.
            int least = last;
            last = places.get(values).stream()
                    .filter(place -> place >= least)
                    .min(Integer::compare)
                    .orElse(-1);
            require(last >= 0, call, "comes by " + given + "\nanswered " + found);
        }
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
