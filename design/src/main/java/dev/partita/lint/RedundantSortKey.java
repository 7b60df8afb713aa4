package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Entity.IndexKeys;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Table.Index;
import dev.partita.design.Template;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A sort key of an index that says what its partition key says. */
final class RedundantSortKey implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                In this index the sort key of an item is the same text as its partition key, so it orders nothing and \
                tells nothing apart; it is stored, projected and paid for twice. A global index needs no sort key, and \
                one that other entities use can hold a short constant for this one.""";
    }

    @Override
    public String bad() {
        return """
                design: messages
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byId: { partition: idKey, sort: idSort, projection: all }
                entities:
                  Message:
                    key: { pk: "USER#{userId}", sk: "MESSAGE#{messageId}" }
                    byId: { idKey: "MESSAGE#{messageId}", idSort: "MESSAGE#{messageId}" }
                    #                                             ^^^^^^^^^^^^^^^^^^^^^ redundant-sort-key: idSort of Message
                    attributes:
                      userId: { type: string }
                      messageId: { type: ulid, generate: ulid }
                patterns:
                  message: { get: Message, by: messageId }
                """;
    }

    @Override
    public String good() {
        return bad().replace("idSort: \"MESSAGE#{messageId}\"", "idSort: META");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(entity -> design.tableOf(entity) != null)
                .flatMap(entity -> entity.indexKeys().stream()
                        .filter(keys ->
                                isRedundant(design.tableOf(entity).indexes().get(keys.index()), keys))
                        .map(keys -> found(
                                entity.name() + "." + keys.index(),
                                sort(design.tableOf(entity).indexes().get(keys.index()), keys)
                                        .place(),
                                design.tableOf(entity)
                                                .indexes()
                                                .get(keys.index())
                                                .sort()
                                                .get(0)
                                                .name() + " of " + entity.name()
                                        + " says the same as its partition key in " + keys.index(),
                                "write a constant such as META, or make the index without a sort key")));
    }

    private static boolean isRedundant(Index index, IndexKeys keys) {
        if (index == null
                || index.local()
                || index.partition().size() != 1
                || index.sort().size() != 1) {
            return false;
        }
        Template partition = keys.keys().get(index.partition().get(0).name());
        Template sort = sort(index, keys);
        return partition != null
                && sort != null
                && !keys.implied()
                && partition.text().equals(sort.text());
    }

    private static Template sort(Index index, IndexKeys keys) {
        return keys.keys().get(index.sort().get(0).name());
    }
}
