package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import dev.partita.plan.Through;
import java.util.List;
import java.util.stream.Stream;

/** A pattern that is only for being a part, and is part of nothing. */
final class TogetherWithNothing implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                `allow: together` lets a pattern be called as a part of a `transact` or `gather`, and in no other way. No \
                pattern names this one as a part, so the service refuses every call of it, and whatever goes `through` it. So it \
                does where another goes on with it by `then`, which makes no part of it. \
                Name it in a `transact` or `gather`, or say who may call it.""";
    }

    @Override
    public String bad() {
        return """
                design: votes
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    attributes:
                      postId: { type: ulid, generate: ulid }
                      votes: { type: integer, default: 0 }
                patterns:
                  addVote: { update: Post, by: postId, add: { votes: 1 }, allow: together }
                  #                                                              ^^^^^^^^ together-with-nothing: nobody may call addVote
                """;
    }

    @Override
    public String mended() {
        return bad().replace("allow: together", "allow: signed-in");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return Stream.concat(
                alone(uses),
                design.patterns().values().stream()
                        .filter(pattern -> design.patterns().containsKey(pattern.then()))
                        .filter(pattern -> uses.allowed(design.patterns().get(pattern.then()))
                                .equals(List.of("together")))
                        .map(pattern -> found(
                                pattern.name(),
                                pattern.node().placeOf("then"),
                                "nobody may call " + pattern.name() + ": it goes on with " + pattern.then()
                                        + ", which is for `together` alone",
                                "say who may call " + pattern.then() + " besides")));
    }

    private Stream<Finding> alone(Uses uses) {
        Design design = uses.design();
        return design.patterns().values().stream()
                .filter(pattern -> uses.allowed(pattern).equals(List.of("together")))
                .filter(pattern -> !isPart(design, pattern))
                .map(pattern -> found(
                        pattern.name(),
                        Marks.option(design, pattern, "allow"),
                        "nobody may call " + pattern.name() + ": it is for `together` alone, and part of nothing"
                                + followers(design, pattern),
                        "name it in a `transact` or `gather`, or say who may call it"));
    }

    private static boolean isPart(Design design, Pattern pattern) {
        return design.patterns().values().stream()
                .filter(whole -> whole.verb() == Verb.TRANSACT || whole.verb() == Verb.GATHER)
                .anyMatch(whole -> whole.entities().contains(pattern.name()));
    }

    private static String followers(Design design, Pattern gate) {
        List<String> names = design.patterns().values().stream()
                .filter(pattern -> Through.of(design, pattern).stream().anyMatch(through -> through.gate() == gate))
                .map(Pattern::name)
                .toList();
        return names.isEmpty() ? "" : "; so nobody gets through it to " + String.join(", ", names);
    }
}
