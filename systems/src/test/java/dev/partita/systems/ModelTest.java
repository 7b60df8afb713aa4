package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.plan.Compiled;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Thousands of random calls answer what the plain model says. */
class ModelTest {

    private static final int CALLS = Integer.getInteger("systems.calls", 3_000);

    static Stream<Arguments> namesAndEndpoints() {
        return Systems.names().stream().map(name -> Arguments.of(name, Endpoints.PARTITA));
    }

    @ParameterizedTest
    @MethodSource("namesAndEndpoints")
    void plansAnswerWhatTheModelSays(String name, Endpoints endpoint) {
        long seed = Long.getLong("systems.seed", 1);
        System.out.println(name + ": seed " + seed);
        Compiled compiled = Systems.compiled(name);
        Tables.create(compiled.design(), endpoint);
        Model model = new Model(compiled.design());
        Comparison comparison = new Comparison(model, new Play(compiled, endpoint, "me"));
        RandomCalls calls = new RandomCalls(model, new Random(seed));
        for (int i = 0; i < CALLS; i++) {
            comparison.make(calls.next());
        }
        System.out.println(model.size() + " items, hits " + comparison.hits() + ", misses " + comparison.misses());
        assertThat(Tables.size(compiled.design(), endpoint)).isEqualTo(model.size());
        Tables.drop(compiled.design(), endpoint);
    }
}
