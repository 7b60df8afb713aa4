package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.plan.EndpointException;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.request.PlannedRequest;
import dev.partita.plan.run.Explanation;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the linter says DynamoDB refuses of the designs as their documents have them is refused, and nothing else is. */
class RefusalsTest {

    private static final Instant NOW = Instant.parse("2025-10-07T12:00:00Z");

    /** Rules that speak of requests DynamoDB does not accept. */
    private static final Set<String> REFUSED =
            Set.of("strong-read-on-gsi", "partition-key-not-exact", "empty-prefix", "unprojected-attribute");

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void requestsAreRefusedWhenTheLinterSaysSo(Endpoints endpoint) {
        for (String name : Systems.names()) {
            AsWritten written = AsWritten.of(name);
            Compiled compiled = Compiler.compile(
                    Reader.read(AsWritten.mended(written.source())).design());
            Tables.create(compiled.design(), endpoint);
            Set<String> foretold = written.findings().stream()
                    .filter(finding -> REFUSED.contains(finding.rule()))
                    .map(finding -> finding.subject())
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(refused(compiled, endpoint)).as(name).isEqualTo(foretold);
            Tables.drop(compiled.design(), endpoint);
        }
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void tablesAreRefusedWhenTheLinterSaysSo(Endpoints endpoint) {
        for (String name : Systems.names()) {
            AsWritten written = AsWritten.of(name);
            boolean foretold = written.findings().stream()
                    .anyMatch(finding ->
                            Set.of("illegal-name", "key-of-wrong-type").contains(finding.rule()));
            assertThat(createsTables(written.source(), endpoint)).as(name).isEqualTo(!foretold);
        }
    }

    private static boolean createsTables(Source source, Endpoints endpoint) {
        Design design = Reader.read(source).design();
        try {
            Tables.create(design, endpoint);
            return true;
        } catch (EndpointException refusal) {
            assertThat(refusal.code()).isEqualTo("ValidationException");
            return false;
        } finally {
            Tables.drop(design, endpoint);
        }
    }

    /** The patterns with a pinned request that the endpoint does not accept. */
    private static Set<String> refused(Compiled compiled, Endpoints endpoint) {
        Set<String> refused = new TreeSet<>();
        compiled.plans().forEach((name, plan) -> {
            if (plan instanceof ReadPlan read && read.pattern().pinned() != null) {
                for (PlannedRequest planned : Explanation.of(read, Map.of(), Tables.ENVIRONMENT, NOW)) {
                    try {
                        endpoint.call(planned.request());
                    } catch (EndpointException refusal) {
                        assertThat(refusal.code()).isEqualTo("ValidationException");
                        refused.add(name);
                    }
                }
            }
        });
        return refused;
    }
}
