package dev.partita.console;

import dev.partita.document.ItemJson;
import dev.partita.document.Json;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Revision;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.plan.run.Plans;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Forms for items, in the design's words. {@code forms}: the entities of a table with their fields; {@code forms/begin}: what a new
 * item of an entity starts with; {@code forms/revise}: an item after some of its fields were edited, with all that follows from
 * them, what its fields then say, and what is wrong; {@code forms/pattern}: what to ask for before a pattern is called. Nothing is
 * stored here.
 */
final class FormsCall implements Console.Call {

    private final Designs designs;
    private final RunContext surroundings =
            new RunContext(Clock.systemUTC(), new Ids(new SecureRandom()), Map.of(), null);

    FormsCall(Designs designs) {
        this.designs = designs;
    }

    @Override
    public CompletableFuture<HttpAnswer> answer(HttpRequest request, String rest) {
        try {
            Map<String, Object> asked = Console.asked(request);
            if (rest.equals("pattern")) {
                return pattern(asked);
            }
            List<Kinds.Kind> kinds = Kinds.in(asked.get("table"), designs);
            if (rest.isEmpty()) {
                return Console.ok(
                        Json.map("forms", kinds.stream().map(this::described).toList()));
            }
            for (Kinds.Kind kind : kinds) {
                if (kind.design().name().equals(asked.get("design"))
                        && kind.entity().name().equals(asked.get("entity"))) {
                    return Console.ok(rest.equals("begin") ? begun(kind) : revised(kind, asked));
                }
            }
            return Console.refused(404, "The design has no such entity in this table any more.");
        } catch (IllegalArgumentException problem) {
            return Console.refused(400, "That is not an item with its fields: " + problem.getMessage() + ".");
        }
    }

    private CompletableFuture<HttpAnswer> pattern(Map<String, Object> asked) {
        for (Designs.Loaded loaded : designs.all()) {
            Plan plan = loaded.name().equals(asked.get("design")) && loaded.compiled() != null
                    ? loaded.compiled().plans().get(String.valueOf(asked.get("pattern")))
                    : null;
            if (plan != null) {
                return Console.ok(new PatternForm(new Plans(loaded.compiled()), plan, surroundings.clock()).tree());
            }
        }
        return Console.refused(404, "The design has no such pattern any more, or nothing serves it.");
    }

    private Revision revision(Kinds.Kind kind) {
        return new Revision(kind.codec(), surroundings);
    }

    private Object described(Kinds.Kind kind) {
        FormFields fields = new FormFields(kind.codec(), revision(kind));
        return Json.map(
                "design", kind.design().name(),
                "entity", kind.entity().name(),
                "about", kind.entity().about(),
                "position", kind.position(),
                "fields", fields.described(),
                "beside", SideEffects.of(kind.design(), kind.entity()),
                "writers", SideEffects.writers(kind.design(), kind.entity()));
    }

    private Object begun(Kinds.Kind kind) {
        Revision revision = revision(kind);
        return Json.map("values", new FormFields(kind.codec(), revision).shown(revision.begin(), Item.NONE));
    }

    private Object revised(Kinds.Kind kind, Map<String, Object> asked) {
        Revision revision = revision(kind);
        FormFields fields = new FormFields(kind.codec(), revision);
        Item before = asked.get("before") == null ? Item.NONE : Item.of(ItemJson.read(asked.get("before")));
        Map<String, AttributeValue> now = ItemJson.read(asked.get("item"));
        Revision.Revised revised = revision.revise(
                before,
                Item.of(now),
                fields.given(Json.object(asked.get("edits"), "edits")),
                Boolean.TRUE.equals(asked.get("again")));
        return Json.map(
                "item", ItemJson.write(revised.item().toMap()),
                "values", fields.shown(kind.codec().decode(revised.item()), revised.item()),
                "refused", said(revised.violations()),
                "judged", said(revision.judge(revised.item())));
    }

    private static List<Object> said(List<Violation> violations) {
        return violations.stream().map(FormsCall::said).toList();
    }

    private static Object said(Violation violation) {
        // What is inside a field is said at the field.
        String field = violation.topAttribute();
        String message = (field.equals("*") ? "This" : violation.attribute()) + " " + violation.message();
        return Json.map("field", field, "path", violation.attribute(), "rule", violation.rule(), "message", message);
    }
}
