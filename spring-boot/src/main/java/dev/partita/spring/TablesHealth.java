package dev.partita.spring;

import dev.partita.design.model.Table;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.NumberText;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.plan.internal.request.TableRequests;
import dev.partita.spring.Databases.OpenDatabase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/**
 * Up when every table of every open database answers. Each is asked for an item that is not there: half a read unit, and a
 * right that every application has, unlike that to describe tables.
 */
final class TablesHealth extends AbstractHealthIndicator {

    private static final String NOBODY = "partita-health";

    private final Databases databases;

    TablesHealth(Databases databases) {
        super("DynamoDB does not answer");
        this.databases = databases;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        health.up();
        for (OpenDatabase database : databases.opened()) {
            for (Table table : database.design().tables().values()) {
                String name = table.physicalName(database.environment());
                try {
                    databases.endpoint().call(new Request.GetItem(name, key(database, table), false, null, Map.of()));
                    health.withDetail(name, "answers");
                } catch (EndpointException refused) {
                    health.down().withDetail(name, refused.code());
                }
            }
        }
    }

    private static Item key(OpenDatabase database, Table table) {
        Map<String, Object> made = new TableRequests(database.design(), database.environment())
                .createTable(table)
                .body();
        Map<String, AttributeValue> key = new HashMap<>();
        for (Object definition : (List<?>) made.get("AttributeDefinitions")) {
            Map<?, ?> attribute = (Map<?, ?>) definition;
            String name = (String) attribute.get("AttributeName");
            if (table.keyNames().contains(name)) {
                key.put(name, value((String) attribute.get("AttributeType")));
            }
        }
        return Item.of(key);
    }

    private static AttributeValue value(String type) {
        return switch (type) {
            case "N" -> NumberText.parse("0");
            case "B" -> new AttributeValue.B(Bytes.of(new byte[] {0}));
            default -> new AttributeValue.S(NOBODY);
        };
    }
}
