package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Request;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every pattern of the five designs is run on both databases, and both give what the scripts in {@code runs} say. */
@Tag("slow")
class RunTest {

    static Stream<Arguments> namesAndEndpoints() {
        return Systems.names().stream()
                .flatMap(name -> Stream.of(Endpoints.values()).map(endpoint -> Arguments.of(name, endpoint)));
    }

    @ParameterizedTest
    @MethodSource("namesAndEndpoints")
    void everyPatternGivesWhatItShould(String name, Endpoints endpoint) {
        Compiled compiled = Systems.compiled(name);
        Script script = Script.of(name);
        Tables.create(compiled.design(), endpoint);
        Play play = new Play(compiled, endpoint, script.me());
        play.loadSamples(script.given());
        script.load().forEach(call -> assertThat(play.call(call).message())
                .as(call.toString())
                .isNull());
        checkSamples(compiled, endpoint, play);

        StringBuilder transcript = new StringBuilder();
        script.play(script.steps(), play, (call, outcome) -> {
            Expectation.check(call, outcome);
            transcript.append(Expectation.transcript(
                    call, outcome, !isThroughLocalIndex(compiled.plans().get(call.pattern()))));
        });
        // One file for both endpoints: they say the same in as many requests, and charge the same.
        Golden.check("runs/" + name + ".txt", transcript.toString());
        Tables.drop(compiled.design(), endpoint);
    }

    @ParameterizedTest
    @MethodSource("dev.partita.systems.Systems#names")
    void everyPatternIsCalled(String name) {
        Set<String> called =
                Script.of(name).steps().stream().map(Script.Call::pattern).collect(Collectors.toSet());
        assertThat(called).isEqualTo(Systems.compiled(name).design().patterns().keySet());
    }

    /** DynamoDB Local charges for every item of a local index as if it had been fetched from the table. */
    private static boolean isThroughLocalIndex(Plan plan) {
        return plan instanceof ReadPlan read
                && read.steps().get(0) instanceof Step.Query query
                && query.target().isLocal();
    }

    /** What the write plans stored is what the samples stand for. */
    private static void checkSamples(Compiled compiled, Endpoints endpoint, Play play) {
        for (String name : compiled.design().samples().keySet()) {
            Entity entity = compiled.design().entities().get(name);
            String table = compiled.design().tableOf(entity).physicalName(Tables.ENVIRONMENT);
            List<String> keyNames = compiled.design().tableOf(entity).keyNames();
            for (Item sample : Samples.items(compiled.design(), name, play.surroundings(Instant.EPOCH))) {
                Map<String, AttributeValue> key = new LinkedHashMap<>(sample.toMap());
                key.keySet().retainAll(keyNames);
                Item stored = endpoint.call(Request.GetItem.strong(table, Item.of(key)))
                        .item();
                assertThat(withoutPasswords(entity, stored))
                        .as(name + " " + key)
                        .isEqualTo(withoutPasswords(entity, sample));
            }
        }
    }

    private static Map<String, AttributeValue> withoutPasswords(Entity entity, Item item) {
        Map<String, AttributeValue> values = new LinkedHashMap<>(item.toMap());
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.type() == Type.Simple.PASSWORD) {
                values.remove(attribute.stored());
            }
        }
        return values;
    }
}
