package dev.partita.deploy;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Report;
import dev.partita.design.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Designs of one table, as the tests change them. */
final class Shop {

    /** Customers with an index of their own, and orders in a shared one. */
    static final String FULL = """
            design: shop
            tables:
              main:
                name: shop
                key: { partition: pk, sort: sk }
                type-attribute: type
                expiry: ttl
                indexes:
                  byEmail: { partition: emailKey, projection: keys }
                  byDay: { partition: day, sort: dayOrder, projection: all }
            entities:
              Customer:
                type: CUSTOMER
                key: { pk: "CUSTOMER#{customerId}", sk: META }
                byEmail: { emailKey: "EMAIL#{email:lower}" }
                attributes: { customerId: string, email: string }
              Order:
                type: ORDER
                key: { pk: "CUSTOMER#{customerId}", sk: "ORDER#{orderId}" }
                byDay: { day: "DAY#{placedAt:date}", dayOrder: "{placedAt}#{orderId}", when: "status <> 'CANCELLED'" }
                expiry: 365 days after placedAt
                attributes:
                  customerId: string
                  orderId: string
                  status: { enum: [OPEN, SENT, CANCELLED] }
                  placedAt: timestamp
            """;

    /** The same before it had indexes. */
    static final String PLAIN =
            FULL.replaceAll("(?m)^    indexes:\\n(      .*\\n)+", "").replaceAll("(?m)^    by.*\\n", "");

    /** A table with these lines, and nothing in it. */
    static String table(String lines) {
        return "design: things\ntables:\n  main:\n    name: things\n" + lines.indent(4);
    }

    static Design design(String text) {
        Source source = new Source("shop.yaml", text);
        Reading reading = Reader.read(source);
        if (!reading.findings().isEmpty()) {
            throw new AssertionError(new Report(source, false).text(reading.findings()));
        }
        return reading.design();
    }

    static Deployment.Builder deployment(String text, DynamoDbClient client) {
        return Deployment.of(design(text), client).environment(Map.of());
    }

    static void deploy(String text, DynamoDbClient client) {
        List<String> failures = deployment(text, client).plan().apply(Listener.SILENT);
        if (!failures.isEmpty()) {
            throw new AssertionError(failures);
        }
    }

    /** The plan in short lines: changes by their sign, {@code !} for what is refused, {@code =} for what stays. */
    static List<String> lines(Deployment deployment) {
        List<String> lines = new ArrayList<>();
        for (TablePlan table : deployment.tables()) {
            table.refusals().forEach(refusal -> lines.add("! " + refusal.what()));
            table.changes().forEach(change -> lines.add(change.step() + ": " + String.join("; ", change.details())));
            table.notes().forEach(note -> lines.add("= " + note));
        }
        return lines;
    }

    private Shop() {}
}
