package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.key.KeyShape;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.Overlap;
import dev.partita.plan.internal.key.Target;
import java.util.stream.Stream;

/** A request that also reads items of another kind. */
public final class PrefixMatchesOtherEntity implements Rule.Warning, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.filter(read -> read.pattern().pinned().filter() == null)
                .flatMap(read -> KeySpaceMember.of(design, new Target(read.table(), read.index())).stream()
                        .filter(other -> other.isEntity() || read.index() == null)
                        .filter(other -> !other.isEntity()
                                || !read.pattern()
                                        .entities()
                                        .contains(other.entity().name()))
                        .filter(other -> read.keyNames().stream().allMatch(key -> mayMatch(design, read, other, key)))
                        .map(other -> found(
                                read.pattern().name(),
                                NamePlaces.pattern(design, read.pattern()),
                                read.pattern().name() + " also reads " + other.words() + likeness(read, other),
                                "ask with a prefix that only " + read.entity().name() + " has, or filter")));
    }

    private static boolean mayMatch(Design design, PinnedRead read, KeySpaceMember other, String key) {
        KeyTest test = read.test(key);
        if (test == null) {
            return read.sortNames().contains(key);
        }
        if (!other.keys().containsKey(key) || test.templates().get(0).parts().isEmpty()) {
            return false;
        }
        KeyShape asked =
                KeyShape.of(design, read.entity(), key, test.templates().get(0));
        return switch (test.operator()) {
            case EQUALS -> Overlap.mayEqual(asked, other.look(design, key));
            case BEGINS_WITH -> Overlap.prefixCovers(asked, other.look(design, key));
            // Ranges are judged by open-range.
            case BETWEEN, AT_LEAST, AT_MOST, ABOVE, BELOW -> false;
        };
    }

    private static String likeness(PinnedRead read, KeySpaceMember other) {
        String key = read.keyNames().get(read.keyNames().size() - 1);
        return other.keys().containsKey(key)
                ? ": its " + key + " is "
                        + Examples.quoted(other.keys().get(key).text())
                : "";
    }
}
