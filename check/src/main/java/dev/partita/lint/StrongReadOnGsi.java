package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A strongly consistent read that only a global index could answer. */
final class StrongReadOnGsi implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                A global index is a copy that follows the table a moment later, and DynamoDB refuses a strongly consistent \
                read of it. Read the table itself, through its key or through the lock item of a unique attribute, or \
                accept an eventually consistent answer.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byEmail: { partition: email, projection: all }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: string }
                      email: { type: string }
                patterns:
                  usersByEmail: { list: User, index: byEmail, key: { email: "{email}" }, consistency: strong }
                  #                                                                                   ^^^^^^ strong-read-on-gsi: usersByEmail
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return PinnedRead.of(compiled.design())
                .filter(read -> read.index() != null && !read.index().local())
                .filter(read -> Boolean.TRUE.equals(read.pattern().strong()))
                .map(read -> found(
                        read.pattern().name(),
                        read.pattern().node().placeOf("consistency"),
                        read.pattern().name() + " reads " + read.target()
                                + " strongly consistent, and a global index has no such reads",
                        Help.edit(Edit.ofPattern(read.pattern(), "consistency", "eventual"))
                                .or("read by the table's key")));
    }
}
