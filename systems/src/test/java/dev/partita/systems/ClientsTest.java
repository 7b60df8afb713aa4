package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.read.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every pattern of the five, through generated clients on both databases: with the documents' items, and at random. */
@Tag("slow")
class ClientsTest {

    /** Calls on the engine; DynamoDB Local takes its time for each. */
    private static final int CALLS = Integer.getInteger("systems.calls", 1_500);

    private static final int CALLS_OF_LOCAL = Integer.getInteger("systems.calls.local", 250);
    private static final int CALLS_BY_NAME = Integer.getInteger("systems.calls.byname", 300);

    static Stream<Arguments> namesAndEndpoints() {
        return Systems.names().stream()
                .flatMap(name -> Stream.of(Endpoints.values()).map(endpoint -> Arguments.of(name, endpoint)));
    }

    static List<String> names() {
        return Systems.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void theDesignInTheCodeHasThePlansOfTheDesignInTheFile(String name) {
        Map<String, Plan> ofFile = Systems.compiled(name).plans();
        Map<String, Plan> ofCode = Compiler.compile(Client.design(name)).plans();
        assertThat(ofCode.keySet()).isEqualTo(ofFile.keySet());
        ofCode.forEach((pattern, plan) -> assertThat(plan.data())
                .as(pattern)
                .isEqualTo(ofFile.get(pattern).data()));
    }

    @ParameterizedTest
    @MethodSource("namesAndEndpoints")
    void everyPatternGivesWhatItsScriptSays(String name, Endpoints endpoint) {
        Script script = Script.of(name);
        Design design = Client.design(name);
        Tables.create(design, endpoint);
        Client client = Client.of(name, endpoint);
        // Made by name at the moments they tell of, as samples are not calls.
        new Play(Systems.compiled(name), endpoint, script.me()).loadSamples(script.given());
        List<Script.Call> calls = new ArrayList<>(script.load());
        calls.addAll(script.steps());
        script.play(calls, client, Expectation::check);
        Tables.drop(design, endpoint);
    }

    @ParameterizedTest
    @MethodSource("namesAndEndpoints")
    void everyPatternGivesWhatTheModelSays(String name, Endpoints endpoint) {
        Design design = Client.design(name);
        Tables.create(design, endpoint);
        Comparison made = compare(
                name,
                design,
                Client.of(name, endpoint),
                endpoint,
                endpoint == Endpoints.PARTITA ? CALLS : CALLS_OF_LOCAL);
        assertThat(made.hits().keySet())
                .isEqualTo(parentsFirst(design).stream()
                        .map(Pattern::name)
                        .collect(Collectors.toCollection(TreeSet::new)));
        Tables.drop(design, endpoint);
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyPatternByNameGivesWhatTheModelSays(String name) {
        Design design = Systems.design(name);
        Tables.create(design, Endpoints.PARTITA);
        Play play = new Play(Systems.compiled(name), Endpoints.PARTITA, "me");
        compare(name, design, play, Endpoints.PARTITA, CALLS_BY_NAME);
        Tables.drop(design, Endpoints.PARTITA);
    }

    /**
     * What makes items that others have to refer to comes before all the rest. The model knows no transactions: they are tried by
     * scripts, and over REST.
     */
    private static List<Pattern> parentsFirst(Design design) {
        List<Pattern> patterns = new ArrayList<>(design.patterns().values());
        patterns.removeIf(pattern -> pattern.verb() == Pattern.Verb.TRANSACT);
        patterns.sort(java.util.Comparator.comparing(pattern -> pattern.verb() != Pattern.Verb.CREATE
                || design.entities().get(pattern.entities().get(0)).attributes().values().stream()
                        .anyMatch(Attribute::mustExist)));
        return patterns;
    }

    /** Random calls, then each pattern until it has found or written something; at last nothing is left over. */
    private static Comparison compare(String name, Design design, Calls calls, Endpoints endpoint, int count) {
        long seed = Long.getLong("systems.seed", 1);
        Model model = new Model(design);
        Comparison comparison = new Comparison(model, calls);
        RandomCalls random = new RandomCalls(model, new Random(seed), calls instanceof Client);
        try {
            for (int i = 0; i < count; i++) {
                comparison.make(random.next());
            }
            for (Pattern pattern : parentsFirst(design)) {
                for (int i = 1; i <= 600 && comparison.hits().getOrDefault(pattern.name(), 0) < 2; i++) {
                    // What finds nothing may need something that is not there, or no longer.
                    comparison.make(i % 3 == 0 ? random.write() : random.of(pattern));
                }
            }
            assertThat(Tables.size(design, endpoint)).isEqualTo(model.size());
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(name + ": replay with -Dsystems.seed=" + seed + "\n" + e.getMessage(), e);
        }
        return comparison;
    }

    /** Calls of the random test reach every pattern; here the ids of the documents lead to patterns, and none is missing. */
    @Test
    void all99PatternsAnd20EntitiesAreAmongThem() {
        Set<String> patterns = new TreeSet<>();
        int entities = 0;
        for (String name : Systems.names()) {
            Design design = Client.design(name);
            design.patterns().values().forEach(pattern -> patterns.addAll(pattern.ids()));
            for (Entity entity : design.entities().values()) {
                assertThat(Client.record(name, entity.name())).as(entity.name()).isRecord();
            }
            entities += Systems.requirements(Systems.SEEDS.get(name) + "-E").size();
        }
        assertThat(patterns.stream().filter(id -> id.contains("-A"))).hasSize(99);
        assertThat(entities).isEqualTo(20);
    }
}
