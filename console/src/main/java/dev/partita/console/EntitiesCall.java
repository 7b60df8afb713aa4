package dev.partita.console;

import dev.partita.exchange.ItemJson;
import dev.partita.exchange.Json;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.item.Item;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** {@code entities}: which entity each of some stored items is. */
final class EntitiesCall implements Console.Call {

    private final Designs designs;

    EntitiesCall(Designs designs) {
        this.designs = designs;
    }

    @Override
    public CompletableFuture<HttpAnswer> answer(HttpRequest request, String rest) {
        try {
            Map<?, ?> asked = (Map<?, ?>) Json.read(new String(request.body(), StandardCharsets.UTF_8));
            List<Object> found = new ArrayList<>();
            List<Kinds.Kind> kinds = Kinds.in((String) asked.get("table"), designs);
            for (Object item : (List<?>) asked.get("items")) {
                found.add(recognised(kinds, Item.of(ItemJson.read(item))));
            }
            return Console.ok(Json.map("items", found));
        } catch (IllegalArgumentException | ClassCastException | NullPointerException problem) {
            return Console.refused(400, "Send {\"table\": …, \"items\": […]} with DynamoDB's JSON.");
        }
    }

    private static Object recognised(List<Kinds.Kind> kinds, Item item) {
        for (Kinds.Kind kind : kinds) {
            if (kind.codec().holds(item)) {
                return Json.map(
                        "design", kind.design().name(),
                        "entity", kind.entity().name(),
                        "position", kind.position());
            }
        }
        return null;
    }
}
