package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.Map;
import java.util.stream.Stream;

/** A key compared with empty text. */
final class EmptyPrefix implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                No key is empty, so DynamoDB refuses empty text in a key condition, even as a prefix that would match \
                everything. Leave the condition out: the partition key alone gives the whole item collection.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  TestCase:
                    key: { pk: "PROB#{problemId}", sk: "TC#{number:05}" }
                    attributes:
                      problemId: { type: string }
                      number: { type: integer }
                patterns:
                  testCases: { list: TestCase, key: { pk: "PROB#{problemId}", sk: { begins-with: "" } } }
                  #                                                                 ^^^^^^^^^^^ empty-prefix: testCases compares sk
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return PinnedRead.of(compiled.design()).flatMap(read -> read.pattern().pinned().key().entrySet().stream()
                .filter(entry -> entry.getValue().templates().stream()
                        .anyMatch(template -> template.text().isEmpty()))
                .map(Map.Entry::getKey)
                .map(name -> found(
                        read.pattern().name(),
                        read.test(name).place(),
                        read.pattern().name() + " compares " + name
                                + " with empty text, which DynamoDB refuses in a key condition",
                        Help.edit(Edit.remove("patterns", read.pattern().name(), "key", name)))));
    }
}
