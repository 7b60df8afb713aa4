package dev.partita.whole;

import dev.partita.design.Finding;
import dev.partita.plan.Compiled;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One design, put to the test: checked, and if it passes, started and called.
 *
 * @param tree the design
 * @param calls those that were made
 * @param compiled null when {@code check} refused it
 * @param findings the rules that spoke, errors and others
 * @param errors those that refused it
 * @param hits how often each pattern found something, or wrote
 * @param difference what went wrong; null when nothing did
 */
record Trial(
        Map<String, Object> tree,
        List<Call> calls,
        Compiled compiled,
        Set<String> findings,
        Set<String> errors,
        Map<String, Integer> hits,
        Throwable difference) {

    private static final int CALLS = 60;

    boolean isAccepted() {
        return compiled != null;
    }

    /** A design and calls made of a seed. */
    static Trial of(long seed) {
        Dice dice = new Dice(seed);
        Map<String, Object> tree = new DesignMaker(dice, "w" + seed).make();
        return run(tree, null, dice);
    }

    /** A design with calls that are known. */
    static Trial of(Map<String, Object> tree, List<Call> calls) {
        return run(tree, calls, null);
    }

    private static Trial run(Map<String, Object> tree, List<Call> known, Dice dice) {
        Set<String> ids = new LinkedHashSet<>();
        Set<String> errors = new LinkedHashSet<>();
        List<Call> made = new ArrayList<>();
        Map<String, Integer> hits = new LinkedHashMap<>();
        Compiled compiled = null;
        try {
            Product.Checked checked = Product.check(Tree.yaml(tree));
            checked.findings().forEach(finding -> ids.add(finding.rule()));
            checked.findings().stream()
                    .filter(Finding::isError)
                    .forEach(finding -> errors.add(finding.rule() + ": " + finding.message()));
            if (!checked.passes()) {
                return new Trial(tree, List.of(), null, ids, errors, hits, null);
            }
            compiled = checked.compiled();
            Sketch sketch = new Sketch(tree);
            Model model = new Model(sketch);
            try (Product product = new Product(sketch, compiled)) {
                Comparison comparison = new Comparison(model, product);
                CallMaker maker = dice == null ? null : new CallMaker(dice, model);
                int count = known == null ? CALLS : known.size();
                for (int i = 0; i < count; i++) {
                    Call call = known == null ? maker.next() : known.get(i);
                    made.add(call);
                    comparison.make(call);
                }
                hits.putAll(comparison.hits());
            }
            return new Trial(tree, made, compiled, ids, errors, hits, null);
        } catch (RuntimeException | LinkageError | AssertionError e) {
            return new Trial(tree, made, compiled, ids, errors, hits, e);
        }
    }
}
