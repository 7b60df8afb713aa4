package dev.partita.cli.internal.up;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Endpoint;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.SampleItems;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.plan.internal.write.WritePlan;
import dev.partita.plan.run.Plans;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Writes a design's samples into its tables. Each is first made by the design's own pattern, at the moment it says it was made:
 * so it passes the checks of a write, and locks, counters and references are there, too. Then it is stored as the sample stands
 * in the file, with its own times.
 */
final class SampleData {

    /**
     * What became of them.
     *
     * @param there how many were there already, and were left alone
     * @param expired how many are past their time, so that nobody would see them
     * @param refused what the design says against the others
     */
    record Outcome(int written, int there, int expired, List<String> refused) {}

    private record Sample(Entity entity, Map<String, Object> values, Item item) {}

    private final Plans plans;
    private final Design design;
    private final Endpoint endpoint;
    private final Map<String, String> environment;
    private final Clock clock;
    private final Ids ids = new Ids(new SecureRandom());

    SampleData(Plans plans, Endpoint endpoint, Map<String, String> environment, Clock clock) {
        this.plans = plans;
        this.design = plans.design();
        this.endpoint = endpoint;
        this.environment = environment;
        this.clock = clock;
    }

    static int count(Design design) {
        return design.samples().values().stream().mapToInt(List::size).sum();
    }

    /** Whether there is nothing yet in the tables that samples would go to. */
    boolean isFirst() {
        for (Table table : design.tables().values()) {
            Request.Scan any = new Request.Scan(
                    table.physicalName(environment), null, null, null, Map.of(), Map.of(), true, false, 1, null);
            if (!endpoint.call(any).items().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** @param stop asked before each item: whether to leave it at that */
    Outcome write(BooleanSupplier stop) {
        List<Sample> open = samples();
        int all = open.size();
        open.removeIf(sample -> isExpired(sample.item()));
        int expired = all - open.size();
        all = open.size();
        open.removeIf(this::isThere);
        int there = all - open.size();
        List<Sample> made = new ArrayList<>();
        Map<Sample, String> refusals = new LinkedHashMap<>();
        // A sample may need another that stands below it in the file, so as long as some succeed the others are tried
        // again.
        for (int before = -1; !open.isEmpty() && before != made.size(); ) {
            before = made.size();
            open.removeIf(sample -> {
                if (stop.getAsBoolean()) {
                    return false;
                }
                String refusal = make(sample);
                if (refusal == null) {
                    made.add(sample);
                    refusals.remove(sample);
                } else {
                    refusals.put(sample, refusal);
                }
                return refusal == null;
            });
        }
        made.stream().takeWhile(sample -> !stop.getAsBoolean()).forEach(this::store);
        return new Outcome(made.size(), there, expired, List.copyOf(refusals.values()));
    }

    private List<Sample> samples() {
        Map<String, List<Map<String, AttributeValue>>> items = SampleItems.of(design, clock);
        List<Sample> samples = new ArrayList<>();
        design.samples().forEach((name, all) -> {
            for (int i = 0; i < all.size(); i++) {
                samples.add(new Sample(
                        design.entities().get(name),
                        all.get(i).values(),
                        Item.of(items.get(name).get(i))));
            }
        });
        return samples;
    }

    private boolean isExpired(Item item) {
        return design.tables().values().stream()
                .map(Table::expiry)
                .filter(name -> name != null && item.has(name))
                .anyMatch(name -> item.get(name) instanceof AttributeValue.N seconds
                        && seconds.value().longValue() <= clock.instant().getEpochSecond());
    }

    private boolean isThere(Sample sample) {
        Table table = design.tableOf(sample.entity());
        Map<String, AttributeValue> key = new LinkedHashMap<>(sample.item().toMap());
        key.keySet().retainAll(table.keyNames());
        Item found = endpoint.call(Request.GetItem.strong(table.physicalName(environment), Item.of(key)))
                .item();
        return found != null && !found.toMap().isEmpty();
    }

    /** Null when it was made, or when the design has no pattern that makes such items; else what is said against it. */
    private String make(Sample sample) {
        WritePlan plan = maker(sample.entity());
        if (plan == null) {
            return null;
        }
        Set<String> taken = plan.arguments().stream().map(Argument::name).collect(Collectors.toSet());
        Map<String, Object> arguments = new LinkedHashMap<>(sample.values());
        arguments.keySet().retainAll(taken);
        try {
            plan.run(endpoint, arguments, surroundings(madeAt(sample), madeBy(sample, plan.pattern())));
            return null;
        } catch (WriteRefused | InvalidValues refusal) {
            return sample.entity().name() + " "
                    + arguments.values().stream().findFirst().orElse("") + ": " + refusal.getMessage();
        }
    }

    private void store(Sample sample) {
        String table = design.tableOf(sample.entity()).physicalName(environment);
        endpoint.call(new Request.PutItem(table, sample.item(), null, Map.of(), Map.of(), null));
    }

    private WritePlan maker(Entity entity) {
        return design.patterns().values().stream()
                .filter(pattern -> pattern.verb() == Pattern.Verb.CREATE || pattern.verb() == Pattern.Verb.PUT)
                .filter(pattern -> pattern.entities().equals(List.of(entity.name())))
                .map(pattern -> plans.write(pattern.name()))
                .findFirst()
                .orElse(null);
    }

    /** Who made it: whom it names where the pattern puts its caller, else whose it is. */
    private static String madeBy(Sample sample, Pattern pattern) {
        return pattern.set().entrySet().stream()
                .filter(set -> "me".equals(set.getValue()))
                .map(set -> sample.values().get(set.getKey()))
                .filter(Objects::nonNull)
                .findFirst()
                .or(() -> Optional.ofNullable(sample.entity().owner()).map(sample.values()::get))
                .map(String::valueOf)
                .orElse("sample");
    }

    private RunContext surroundings(Instant at, String me) {
        return new RunContext(Clock.fixed(at, ZoneOffset.UTC), ids, environment, me);
    }

    /** When it was made, or last written, as it says itself; else now. */
    private Instant madeAt(Sample sample) {
        for (SetOn when : List.of(SetOn.ON_CREATE, SetOn.ON_WRITE)) {
            for (Attribute attribute : sample.entity().attributes().values()) {
                Object value = sample.values().get(attribute.name());
                if (when == attribute.set() && value != null) {
                    try {
                        return value instanceof Number seconds
                                ? Instant.ofEpochSecond(seconds.longValue())
                                : Instant.parse(value.toString());
                    } catch (DateTimeException another) {
                        continue;
                    }
                }
            }
        }
        return clock.instant();
    }
}
