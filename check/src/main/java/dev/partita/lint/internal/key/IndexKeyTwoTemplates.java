package dev.partita.lint.internal.key;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Entity.IndexKeys;
import dev.partita.design.model.Finding;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.internal.facts.Exclusion;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An index key that is to hold two values at once. */
public final class IndexKeyTwoTemplates implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream().flatMap(entity -> {
            List<Finding> findings = new ArrayList<>();
            List<IndexKeys> all = entity.indexKeys();
            for (int later = 1; later < all.size(); later++) {
                for (int earlier = 0; earlier < later; earlier++) {
                    if (all.get(earlier).index().equals(all.get(later).index())
                            && !all.get(earlier).keys().isEmpty()
                            && all.get(earlier)
                                    .keys()
                                    .keySet()
                                    .equals(all.get(later).keys().keySet())
                            && !Exclusion.excludes(
                                    all.get(earlier).when(), all.get(later).when())) {
                        findings.add(finding(entity, all.get(earlier), all.get(later)));
                    }
                }
            }
            return findings.stream();
        });
    }

    private Finding finding(Entity entity, IndexKeys one, IndexKeys other) {
        String key = other.keys().keySet().stream()
                .filter(name -> one.keys().containsKey(name)
                        && !one.keys()
                                .get(name)
                                .text()
                                .equals(other.keys().get(name).text()))
                .findFirst()
                .orElse(other.keys().keySet().iterator().next());
        return found(
                entity.name() + "." + other.index(),
                other.keys().get(key).place(),
                Nouns.a(entity.name()) + " can have "
                        + Examples.quoted(one.keys().get(key).text()) + " and "
                        + Examples.quoted(other.keys().get(key).text()) + " in " + key + ", which holds one value",
                "give both a when: that excludes the other, or keep one of them in another index");
    }
}
