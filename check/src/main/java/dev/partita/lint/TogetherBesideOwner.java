package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A part that is for its owner or for members of its group, and for whoever calls the whole. */
final class TogetherBesideOwner implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                `together` lets a pattern be called as a part by whoever may call the whole. Beside `owner`, or a role by \
                membership, that can be read in two ways, and one of them lets strangers in: so there it has no effect, and the \
                part is its owner's or its group's in a transaction, too. Say what is meant: `allow: owner`, which needs no \
                `together` to be a part, or `allow: together` alone.""";
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
                  Vote:
                    key: { pk: "POST#{postId}", sk: "VOTE#{userId}" }
                    owner: userId
                    attributes:
                      postId: { type: ulid, references: Post }
                      userId: { type: string }
                patterns:
                  cast: { create: Vote, allow: [owner, together] }
                  #                            ^^^^^^^^^^^^^^^^^ together-beside-owner: `together` has no effect beside owner
                  addVote: { update: Post, by: postId, add: { votes: 1 }, allow: together }
                  vote: { transact: [cast, addVote], allow: signed-in }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.patterns().values().stream()
                .filter(pattern -> pattern.allow().contains("together"))
                .flatMap(pattern -> pattern.allow().stream()
                        .filter(word -> isOfItems(design, word))
                        .limit(1)
                        .map(word -> found(
                                pattern.name(),
                                Marks.option(design, pattern, "allow"),
                                "`together` has no effect beside " + word
                                        + ": the part is theirs in a transaction, too",
                                Help.edit(Edit.ofPattern(pattern, "allow", others(pattern)))
                                        .or(Edit.ofPattern(pattern, "allow", "together")))));
    }

    private static boolean isOfItems(Design design, String word) {
        Design.Role role = design.roles().get(word);
        return word.equals("owner") || role != null && role.membership() != null && !role.everywhere();
    }

    private static String others(Pattern pattern) {
        List<String> others = pattern.allow().stream()
                .filter(word -> !word.equals("together"))
                .toList();
        return others.size() == 1 ? others.get(0) : Edit.list(others);
    }
}
