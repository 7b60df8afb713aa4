package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A key condition on an attribute that is no key there. */
final class NotAKeyOfTheIndex implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                A query can only ask for the key attributes of the table or index it goes to; DynamoDB refuses any \
                other attribute in a key condition. Choose the index that has the attribute, or filter on it.""";
    }

    @Override
    public String bad() {
        return """
                design: catalogue
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Rating:
                    key: { pk: "USER#{userId}", sk: "SITE#{siteId}" }
                    attributes:
                      userId: { type: string }
                      siteId: { type: string }
                      stars: { type: integer }

                patterns:
                  ratings: { list: Rating, key: { pk: "USER#{userId}", stars: "{stars}" } }
                  #                                                           ^^^^^^^^^ not-a-key-of-the-index: ratings asks
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return PinnedRead.of(compiled.design()).flatMap(read -> read.pattern().pinned().key().entrySet().stream()
                .filter(entry -> !read.partitionNames().contains(entry.getKey()))
                .filter(entry -> !read.sortNames().contains(entry.getKey()))
                .map(entry -> found(
                        read.pattern().name(),
                        entry.getValue().place(),
                        read.pattern().name() + " asks for " + entry.getKey() + ", which is no key of " + read.target(),
                        Help.edit(Edit.remove("patterns", read.pattern().name(), "key", entry.getKey()))
                                .saying("since its keys are " + String.join(" and ", read.keyNames())))));
    }
}
