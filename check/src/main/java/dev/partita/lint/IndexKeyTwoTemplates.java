package dev.partita.lint;

import dev.partita.design.Entity;
import dev.partita.design.Entity.IndexKeys;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An index key that is to hold two values at once. */
final class IndexKeyTwoTemplates implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                An item has one value in each key attribute, so of two templates for the same index key only one can \
                be there, and whoever searches by the other finds nothing. Give each template a `when:` that rules \
                out the others, or use a second index or a lock item for the other value.""";
    }

    @Override
    public String bad() {
        return """
                design: accounts
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    GSI1:
                      - { gsi1pk: "EMAIL#{email}", gsi1sk: META }
                      - { gsi1pk: "GOOG#{googleId}", gsi1sk: META }
                      #           ^^^^^^^^^^^^^^^^^ index-key-two-templates: a User can have
                    attributes:
                      userId: { type: string }
                      email: { type: string, normalise: [lower], unique: true }
                      googleId: { type: string, unique: true }
                patterns:
                  user: { get: User, by: userId }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("{ gsi1pk: \"EMAIL#{email}\"", "{ when: missing(googleId), gsi1pk: \"EMAIL#{email}\"")
                .replace("{ gsi1pk: \"GOOG#{googleId}\"", "{ when: exists(googleId), gsi1pk: \"GOOG#{googleId}\"");
    }

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
