package dev.partita.cli.internal.design;

import dev.partita.design.Design;
import dev.partita.design.model.Table;
import dev.partita.embedded.EngineEndpoint;
import dev.partita.engine.Engine;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.SampleItems;
import dev.partita.plan.internal.request.PlannedRequest;
import dev.partita.plan.internal.request.TableRequests;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.plan.internal.write.WritePlan;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs a write on an engine of its own that holds the design's samples, and notes the requests. What a write sends depends on
 * what it finds, so this is the way to show its requests exactly.
 */
final class WriteTrial implements AutoCloseable {

    private final Engine engine = Engine.inMemory(Engine.Options.defaults());
    private final Endpoint endpoint = new EngineEndpoint(engine);
    private final Design design;
    private final Map<String, String> environment;
    private final List<PlannedRequest> sent = new ArrayList<>();

    WriteTrial(Design design, Map<String, String> environment) {
        this.design = design;
        this.environment = environment;
        TableRequests tables = new TableRequests(design, environment);
        for (Table table : design.tables().values()) {
            endpoint.call(tables.createTable(table));
        }
        SampleItems.of(design, Clock.systemUTC()).forEach((name, items) -> {
            String table = design.tableOf(design.entities().get(name)).physicalName(environment);
            items.forEach(
                    item -> endpoint.call(new Request.PutItem(table, Item.of(item), null, Map.of(), Map.of(), null)));
        });
    }

    /** The requests, and after them what came of it. */
    List<PlannedRequest> requests(WritePlan plan, Map<String, Object> arguments) {
        Endpoint noting = (request, context) -> {
            int position = sent.size();
            sent.add(new PlannedRequest(position + 1, request, null));
            Answer answer = endpoint.call(request, context);
            sent.set(position, new PlannedRequest(position + 1, request, PlanView.units(answer.capacity())));
            return answer;
        };
        String outcome;
        try {
            Written written = plan.run(
                    noting,
                    arguments,
                    new RunContext(Clock.systemUTC(), new Ids(new SecureRandom()), environment, "you"));
            outcome = "With the samples loaded: " + written.outcome().name().toLowerCase(Locale.ROOT) + ".";
        } catch (WriteRefused refused) {
            outcome = "With the samples loaded this is refused: " + refused.getMessage() + ".";
        }
        sent.add(new PlannedRequest(0, null, outcome));
        return sent;
    }

    @Override
    public void close() {
        engine.close();
    }
}
