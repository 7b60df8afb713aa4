package dev.partita.whole;

import java.util.Map;

/** Makes up tables and what is set up at them. */
final class TableMaker {

    private final Dice dice;

    TableMaker(Dice dice) {
        this.dice = dice;
    }

    Map<String, Object> main(String design) {
        Map<String, Object> table = Tree.of("key", Tree.of("partition", "pk", "sort", key("sk")));
        if (dice.chance(0.5)) {
            table.put("type-attribute", "et");
        }
        if (dice.chance(0.5)) {
            table.put("expiry", "ttl");
        }
        maybe(table, 0.05, "about", "Everything.");
        maybe(table, 0.1, "name", dice.of("${WHOLE_TABLE:t}-{env}", design + "-table"));
        maybe(
                table,
                0.15,
                "billing",
                dice.of(
                        "on-demand",
                        Tree.of("read", 5, "write", 3),
                        Tree.of("read", 5, "write", 3, "read-up-to", 10, "write-up-to", 5)));
        maybe(table, 0.2, "recovery", dice.of("35 days", "off", "on", true, false));
        maybe(table, 0.1, "backups", Tree.of("every", "7 days", "keep", "90 days"));
        maybe(table, 0.6, "stream", dice.of("off", "keys", "new", "old", "both", "new", "both"));
        maybe(
                table,
                0.15,
                "encryption",
                dice.of(
                        "aws-owned",
                        "aws-managed",
                        "arn:aws:kms:us-east-1:000000000000:key/1234abcd-12ab-34cd-56ef-1234567890ab"));
        maybe(table, 0.15, "class", dice.of("standard", "infrequent-access"));
        maybe(table, 0.15, "deletion-protection", dice.chance(0.5));
        if (!table.containsKey("recovery")) {
            maybe(table, 0.1, "ignore", Tree.of("recovery-off", "A toy."));
        }
        return table;
    }

    private Object key(String name) {
        return dice.chance(0.85) ? name : Tree.of("name", name, "type", "string");
    }

    private void maybe(Map<String, Object> table, double share, String word, Object value) {
        if (dice.chance(share)) {
            table.put(word, value);
        }
    }
}
