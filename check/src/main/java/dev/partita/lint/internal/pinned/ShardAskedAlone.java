package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import java.util.Objects;
import java.util.stream.Stream;

/** A request for one shard of a spread collection. */
public final class ShardAskedAlone implements Rule.Warning, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.flatMap(read -> read.partitionNames().stream().flatMap(name -> {
            Template written = template(read, name);
            Pattern.KeyTest asked = read.test(name);
            if (written == null || asked == null) {
                return Stream.<Finding>empty();
            }
            boolean asksShard =
                    asked.templates().stream().flatMap(Template::variables).anyMatch(v -> v.has(Kind.SHARD));
            return written.variables()
                    .flatMap(v -> v.formats().stream())
                    .filter(f -> f.kind() == Kind.SHARD && !asksShard)
                    .map(f -> found(
                            read.pattern().name(),
                            asked.templates().get(0).place(),
                            read.pattern().name() + " asks one of " + f.number() + " shards",
                            Help.edits(
                                    Repairs.unpinned(design, read),
                                    "leave key: out and write by:, which asks them all")));
        }));
    }

    private static Template template(PinnedRead read, String name) {
        if (read.index() == null) {
            return read.entity().key().get(name);
        }
        return read.entity().indexKeys().stream()
                .filter(keys -> keys.index().equals(read.index().name()))
                .map(keys -> keys.keys().get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
