package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** Copies that are deleted with something else than what they are made from. */
final class CascadeTearsCopies implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                Items made by from: come and go with their origin, and show what it has. With on-delete: cascade the delete of \
                another item takes them away while the origin still has what they were made of: lists of the copies and \
                the origin say different things. Keep them, or refuse to delete what they refer to.""";
    }

    @Override
    public String bad() {
        return """
                design: blog
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Tag:
                    key: { pk: "TAG#{tag}", sk: META }
                    attributes:
                      tag: { type: string }
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    attributes:
                      postId: { type: ulid, generate: ulid }
                      tags: { type: list of string, max-items: 5, distinct: true }
                  PostTag:
                    key: { pk: "TAG#{tag}", sk: "POST#{postId}" }
                    from: { entity: Post, each: tags, as: tag }
                    attributes:
                      tag: { type: string, references: Tag, on-delete: cascade }
                      #                                                ^^^^^^^ cascade-tears-copies: a Tag that goes takes PostTag items along, and their Post stays as it is
                      postId: { type: ulid }
                patterns:
                  tag: { create: Tag }
                  dropTag: { delete: Tag, by: tag }
                  post: { create: Post }
                  tagged: { list: PostTag, by: tag }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(copy -> copy.from() != null)
                .flatMap(copy -> copy.attributes().values().stream()
                        .filter(a -> "cascade".equals(a.onDelete())
                                && design.entities().containsKey(a.references())
                                && !a.references().equals(copy.from().entity()))
                        .map(a -> found(
                                copy.name() + "." + a.name(),
                                Marks.option(copy, a, "on-delete"),
                                Nouns.a(a.references()) + " that goes takes " + copy.name() + " items along, and their "
                                        + copy.from().entity() + " stays as it is",
                                Help.edit(Edit.ofAttribute(copy, a.name(), "on-delete", "refuse")))));
    }
}
