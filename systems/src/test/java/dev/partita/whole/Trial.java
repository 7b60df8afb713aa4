package dev.partita.whole;

import dev.partita.design.model.Finding;
import dev.partita.plan.internal.compile.Compiled;
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
 * @param dropped those that refused patterns of it, which were taken out
 * @param hits how often each pattern found something, or wrote
 * @param difference what went wrong; null when nothing did
 */
record Trial(
        Map<String, Object> tree,
        List<Call> calls,
        Compiled compiled,
        Set<String> findings,
        Set<String> errors,
        Set<String> dropped,
        Map<String, Integer> hits,
        Throwable difference) {

    private static final int CALLS = 60;
    private static final int REPAIRS = 4;

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

    /** A pattern that nothing serves is taken out, so that the rest can be tried; false when none is to blame. */
    private static boolean dropPatterns(Map<String, Object> tree, List<Finding> findings) {
        Map<String, Object> patterns = Tree.map(tree.get("patterns"));
        boolean isLess = false;
        for (Finding finding : findings) {
            if (finding.isError() && finding.subject() != null) {
                isLess |= patterns.remove(finding.subject()) != null;
            }
        }
        return isLess && !patterns.isEmpty();
    }

    private static Trial run(Map<String, Object> tree, List<Call> known, Dice dice) {
        Set<String> ids = new LinkedHashSet<>();
        Set<String> errors = new LinkedHashSet<>();
        Set<String> dropped = new LinkedHashSet<>();
        List<Call> made = new ArrayList<>();
        Map<String, Integer> hits = new LinkedHashMap<>();
        Compiled compiled = null;
        try {
            Product.Checked checked = Product.check(Tree.yaml(tree));
            for (int round = 0; round < REPAIRS && dice != null && !checked.passes(); round++) {
                checked.findings().stream()
                        .filter(Finding::isError)
                        .forEach(finding -> dropped.add(finding.rule() + ": " + finding.message()));
                if (!dropPatterns(tree, checked.findings())) {
                    break;
                }
                checked = Product.check(Tree.yaml(tree));
            }
            checked.findings().forEach(finding -> ids.add(finding.rule()));
            checked.findings().stream()
                    .filter(Finding::isError)
                    .forEach(finding -> errors.add(finding.rule() + ": " + finding.message()));
            if (!checked.passes()) {
                return new Trial(tree, List.of(), null, ids, errors, dropped, hits, null);
            }
            compiled = checked.compiled();
            Sketch sketch = new Sketch(tree);
            Model model = new Model(sketch);
            try (Product product = new Product(sketch, compiled)) {
                Comparison comparison = new Comparison(model, product, checked.untied());
                CallMaker maker = dice == null ? null : new CallMaker(dice, model);
                int count = known == null ? CALLS : known.size();
                for (int i = 0; i < count; i++) {
                    Call call = known == null ? maker.next() : known.get(i);
                    made.add(call);
                    comparison.make(call);
                }
                hits.putAll(comparison.hits());
            }
            return new Trial(tree, made, compiled, ids, errors, dropped, hits, null);
        } catch (RuntimeException | LinkageError | AssertionError e) {
            return new Trial(tree, made, compiled, ids, errors, dropped, hits, e);
        }
    }
}
