package dev.partita.systems;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Pattern;
import dev.partita.plan.Endpoint;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.plan.internal.write.WritePlan;
import dev.partita.plan.run.Reads;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Calls the patterns of a design on an endpoint, at moments of the caller's choice. */
final class Play implements Calls {

    private final Compiled compiled;
    private final Endpoint endpoint;
    private final String me;
    private final Ids ids;

    Play(Compiled compiled, Endpoint endpoint, String me) {
        this.compiled = compiled;
        this.endpoint = endpoint;
        this.me = me;
        // The same ids in every run, so that two endpoints can be compared.
        this.ids = new Ids(new Random(7));
    }

    Outcome call(Script.Call call) {
        return call(call.pattern(), call.arguments(), call.at(), call.as() == null ? me : call.as(), null, null);
    }

    Outcome call(String pattern, Map<String, Object> arguments, Instant at) {
        return call(pattern, arguments, at, null, null);
    }

    Outcome call(String pattern, Map<String, Object> arguments, Instant at, Integer limit, String cursor) {
        return call(pattern, arguments, at, me, limit, cursor);
    }

    @Override
    public Outcome call(
            String pattern, Map<String, Object> arguments, Instant at, String caller, Integer limit, String cursor) {
        Plan plan = compiled.plans().get(pattern);
        if (plan == null) {
            throw new AssertionError("no plan for " + pattern);
        }
        try {
            return plan instanceof WritePlan write
                    ? new Outcome(null, write.run(endpoint, arguments, surroundings(at, caller)), null, null)
                    : new Outcome(
                            new Reads(compiled, endpoint, surroundings(at, caller))
                                    .run(pattern, arguments, limit, cursor),
                            null,
                            null,
                            null);
        } catch (WriteRefused e) {
            return new Outcome(
                    null, null, e.rule().name().toLowerCase(Locale.ROOT).replace('_', '-'), e.getMessage());
        } catch (InvalidValues e) {
            return new Outcome(null, null, "invalid", e.getMessage());
        }
    }

    /**
     * Makes every sample through the pattern that creates such items, at the moment it says it was created. One with an id that no
     * caller may give is written as it is.
     */
    void loadSamples(Map<String, Object> given) {
        compiled.design().samples().forEach((entity, samples) -> {
            WritePlan plan = maker(entity);
            Set<String> accepted = plan.arguments().stream().map(Argument::name).collect(Collectors.toSet());
            if (hasIdsOfItsOwn(entity)) {
                store(entity);
                return;
            }
            for (Design.Sample sample : samples) {
                Map<String, Object> arguments = new LinkedHashMap<>(sample.values());
                arguments.keySet().retainAll(accepted);
                given.forEach((name, value) -> arguments.computeIfPresent(name, (same, old) -> value));
                plan.run(endpoint, arguments, surroundings(madeAt(sample)));
            }
        });
    }

    private boolean hasIdsOfItsOwn(String entity) {
        return compiled.design().entities().get(entity).attributes().values().stream()
                .anyMatch(attribute -> "ulid".equals(attribute.generate()) && attribute.readOnly());
    }

    private void store(String entity) {
        Design design = compiled.design();
        String table = design.tableOf(design.entities().get(entity)).physicalName(Tables.ENVIRONMENT);
        Samples.items(design, entity, surroundings(Instant.EPOCH))
                .forEach(item -> endpoint.call(new Request.PutItem(table, item, null, Map.of(), Map.of(), null)));
    }

    RunContext surroundings(Instant at) {
        return surroundings(at, me);
    }

    private RunContext surroundings(Instant at, String caller) {
        return new RunContext(Clock.fixed(at, ZoneOffset.UTC), ids, Tables.ENVIRONMENT, caller);
    }

    private WritePlan maker(String entity) {
        return compiled.plans().values().stream()
                .filter(plan -> plan.pattern().entities().equals(java.util.List.of(entity)))
                .filter(plan -> plan.pattern().verb() == Pattern.Verb.CREATE
                        || plan.pattern().verb() == Pattern.Verb.PUT)
                .map(WritePlan.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing creates " + entity));
    }

    private Instant madeAt(Design.Sample sample) {
        Instant found = Instant.EPOCH;
        for (SetOn when : new SetOn[] {SetOn.ON_WRITE, SetOn.ON_CREATE}) {
            for (Attribute attribute : compiled.design()
                    .entities()
                    .get(sample.entity())
                    .attributes()
                    .values()) {
                Object value = sample.values().get(attribute.name());
                if (when == attribute.set() && value != null) {
                    found = value instanceof Number seconds
                            ? Instant.ofEpochSecond(seconds.longValue())
                            : Instant.parse(value.toString());
                }
            }
        }
        return found;
    }
}
