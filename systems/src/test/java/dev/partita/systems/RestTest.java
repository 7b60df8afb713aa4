package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.model.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every pattern of the five over HTTP, on both databases, by both kinds of routes: the scripts' calls, and calls at random. */
@Tag("slow")
class RestTest {

    private static final int CALLS = Integer.getInteger("systems.calls.rest", 400);

    static Stream<Arguments> namesAndEndpointsAndRoutes() {
        return Systems.names().stream()
                .flatMap(name -> Stream.of(Endpoints.values()).flatMap(endpoint -> Stream.of(true, false)
                        .map(byResource -> Arguments.of(name, endpoint, byResource))));
    }

    static List<String> names() {
        return Systems.names();
    }

    @ParameterizedTest
    @MethodSource("namesAndEndpointsAndRoutes")
    void everyPatternGivesWhatItsScriptSays(String name, Endpoints endpoint, boolean byResource) {
        Script script = Script.of(name);
        Design design = Systems.design(name);
        Tables.create(design, endpoint);
        try (Rest rest = new Rest(name, endpoint, byResource)) {
            // Made by name at the moments they tell of, as samples are not calls.
            new Play(Systems.compiled(name), endpoint, script.me()).loadSamples(script.given());
            List<Script.Call> calls = new ArrayList<>(script.load());
            calls.addAll(script.steps());
            Set<String> patterns = new TreeSet<>();
            script.play(calls, rest, (call, outcome) -> {
                Expectation.check(call, outcome);
                patterns.add(call.pattern());
            });
            assertThat(patterns).isEqualTo(new TreeSet<>(design.patterns().keySet()));
            assertThat(rest.called().stream().anyMatch(route -> !route.contains("/patterns/")))
                    .isEqualTo(byResource);
        }
        Tables.drop(design, endpoint);
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyPatternGivesWhatTheModelSays(String name) {
        long seed = Long.getLong("systems.seed", System.nanoTime());
        Design design = Systems.design(name);
        Tables.create(design, Endpoints.PARTITA);
        Model model = new Model(design).keepingOwners();
        RandomCalls random = new RandomCalls(model, new Random(seed), false);
        try (Rest rest = new Rest(name, Endpoints.PARTITA, true)) {
            Comparison comparison = new Comparison(model, rest);
            for (int i = 0; i < CALLS; i++) {
                comparison.make(inAscii(random.next()));
            }
            assertThat(Tables.size(design, Endpoints.PARTITA)).isEqualTo(model.size());
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(name + ": replay with -Dsystems.seed=" + seed + "\n" + e.getMessage(), e);
        }
        Tables.drop(design, Endpoints.PARTITA);
    }

    /** A header has no other characters, and in local mode a header says who calls. */
    private static Call inAscii(Call call) {
        boolean isPlain = call.me() == null || call.me().chars().allMatch(c -> c > ' ' && c < 0x7f);
        return isPlain ? call : new Call(call.pattern(), call.arguments(), call.at(), "me", call.limit());
    }

    /** The scripts call every pattern, as the test above sees to; so what the documents ask for is had over HTTP. */
    @Test
    void all99PatternsOfTheDocumentsAreCalledOverHttp() {
        Set<String> ids = new TreeSet<>();
        for (String name : Systems.names()) {
            Script script = Script.of(name);
            script.steps().forEach(call -> {
                Pattern pattern = Systems.design(name).patterns().get(call.pattern());
                ids.addAll(pattern.ids());
            });
        }
        ids.removeIf(id -> !id.contains("-A"));
        Set<String> asked = new TreeSet<>();
        Systems.SEEDS
                .values()
                .forEach(seed -> asked.addAll(Systems.requirements(seed + "-A").keySet()));
        assertThat(ids).isEqualTo(asked).hasSize(99);
    }
}
