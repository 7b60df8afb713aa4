package dev.partita.console;

import dev.partita.document.ItemJson;
import dev.partita.document.Json;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.item.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** {@code entities}: which entity each of some stored items is, or to which it belongs. */
final class EntitiesCall implements Console.Call {

    private final Designs designs;

    EntitiesCall(Designs designs) {
        this.designs = designs;
    }

    @Override
    public CompletableFuture<HttpAnswer> answer(HttpRequest request, String rest) {
        try {
            Map<String, Object> asked = Console.asked(request);
            List<Object> found = new ArrayList<>();
            List<Kinds.Kind> kinds = Kinds.in(asked.get("table"), designs);
            for (Object item : Json.list(asked.get("items"), "items")) {
                found.add(recognised(kinds, Item.of(ItemJson.read(item)), designs));
            }
            return Console.ok(Json.map("items", found));
        } catch (IllegalArgumentException problem) {
            return Console.refused(
                    400, "Send {\"table\": …, \"items\": […]} with DynamoDB's JSON: " + problem.getMessage() + ".");
        }
    }

    private static Object recognised(List<Kinds.Kind> kinds, Item item, Designs designs) {
        Object note = SideItems.note(item, designs);
        if (note != null) {
            return note;
        }
        // First, since a lock may look like an item of an entity that says little of its key.
        for (Kinds.Kind kind : kinds) {
            Object side = new SideItems(kind).recognised(item);
            if (side != null) {
                return side;
            }
        }
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
