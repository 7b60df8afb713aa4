package dev.partita.console;

import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Table;
import dev.partita.exchange.ItemJson;
import dev.partita.exchange.Json;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.item.Item;
import dev.partita.plan.Codec;
import dev.partita.plan.Plans;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** {@code entities}: which entity each of some stored items is, and what it says in the design's words, without hidden values. */
final class EntitiesCall implements Console.Call {

    /** Digits that a number in JavaScript has at least. */
    private static final int EXACT_DIGITS = 15;

    private final Designs designs;

    EntitiesCall(Designs designs) {
        this.designs = designs;
    }

    @Override
    public CompletableFuture<HttpAnswer> answer(HttpRequest request, String rest) {
        try {
            Map<?, ?> asked = (Map<?, ?>) Json.read(new String(request.body(), StandardCharsets.UTF_8));
            String table = (String) asked.get("table");
            List<Object> found = new ArrayList<>();
            List<Kind> kinds = kindsIn(table);
            for (Object item : (List<?>) asked.get("items")) {
                found.add(recognised(kinds, Item.of(ItemJson.read(item))));
            }
            return Console.ok(Json.map("items", found));
        } catch (IllegalArgumentException | ClassCastException | NullPointerException problem) {
            return Console.refused(400, "Send {\"table\": …, \"items\": […]} with DynamoDB's JSON.");
        }
    }

    /** An entity whose items are in a table. {@code position} is its place in the design, which gives it its colour. */
    private record Kind(String design, Entity entity, int position, Codec codec) {}

    private List<Kind> kindsIn(String physicalName) {
        List<Kind> kinds = new ArrayList<>();
        for (Designs.Loaded loaded : designs.all()) {
            if (loaded.compiled() != null) {
                Design design = loaded.compiled().design();
                Plans plans = new Plans(loaded.compiled());
                List<String> names = List.copyOf(design.entities().keySet());
                for (Table table : design.tables().values()) {
                    if (table.physicalName(loaded.environment()).equals(physicalName)) {
                        design.entitiesOf(table)
                                .forEach(entity -> kinds.add(new Kind(
                                        design.name(), entity, names.indexOf(entity.name()), plans.codec(entity))));
                    }
                }
            }
        }
        return kinds;
    }

    private static Object recognised(List<Kind> kinds, Item item) {
        for (Kind kind : kinds) {
            if (kind.codec().holds(item)) {
                Map<String, Object> values = kind.codec().visible(kind.codec().decode(item));
                return Json.map(
                        "design", kind.design(),
                        "entity", kind.entity().name(),
                        "position", kind.position(),
                        "values", shown(values));
            }
        }
        return null;
    }

    /** As JSON has it; a number that JavaScript would round becomes text. */
    private static Object shown(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> tree = new LinkedHashMap<>();
            map.forEach((name, member) -> tree.put(String.valueOf(name), shown(member)));
            return tree;
        }
        if (value instanceof Iterable<?> list) {
            List<Object> tree = new ArrayList<>();
            list.forEach(member -> tree.add(shown(member)));
            return tree;
        }
        if (value instanceof Number number) {
            BigDecimal exact = new BigDecimal(number.toString());
            return exact.precision() > EXACT_DIGITS ? exact.toPlainString() : exact;
        }
        return value;
    }
}
