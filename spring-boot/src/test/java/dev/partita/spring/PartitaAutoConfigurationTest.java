package dev.partita.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.embedded.Partita;
import dev.partita.plan.Endpoint;
import dev.partita.runtime.Database;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

class PartitaAutoConfigurationTest {

    private static final Design DESIGN =
            Reader.read(new Source("notes.yaml", """
            design: notes
            tables:
              main: { name: "${NOTES_TABLE:notes}-{env}", key: { partition: pk } }
            entities:
              Note:
                key: { pk: "NOTE#{noteId}" }
                attributes:
                  noteId:    { type: string, required: true }
                  text:      { type: string, required: true }
                  createdAt: { type: timestamp, set: on-create }
            patterns:
              note:      { get: Note, by: noteId, cache: 5 minutes }
              writeNote: { create: Note }
            """)).design();

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    PartitaAutoConfiguration.class,
                    PartitaHealthAutoConfiguration.class,
                    PartitaMetricsAutoConfiguration.class));

    private final ApplicationContextRunner inMemory =
            application.withPropertyValues("partita.in-memory=true", "partita.create-tables=true");

    /** What an application adds: one bean for each design. */
    @Configuration(proxyBeanMethods = false)
    static class Notes {
        @Bean
        Database notes(Databases databases) {
            return databases.open(DESIGN);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Stopped {
        @Bean
        Clock clock() {
            return Clock.fixed(Instant.parse("2001-02-03T04:05:06Z"), ZoneOffset.UTC);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnClient {
        @Bean
        Partita elsewhere() {
            return Partita.inMemory();
        }

        @Bean
        DynamoDbClient client(Partita elsewhere) {
            return elsewhere.client();
        }
    }

    @Test
    void aDesignRunsInMemoryWhenAskedTo() {
        inMemory.withUserConfiguration(Notes.class).run(context -> {
            assertThat(context).hasNotFailed();
            Database notes = context.getBean(Database.class);
            notes.write("writeNote", Map.of("noteId", "1", "text", "milk")).run();

            assertThat(notes.read("note", Map.of("noteId", "1")).items())
                    .singleElement()
                    .satisfies(item -> assertThat(item.values()).containsEntry("text", "milk"));
            assertThat(context.getBean(DynamoDbClient.class).listTables().tableNames())
                    .containsExactly("notes-dev");
        });
    }

    @Test
    void tablesAreMadeOnlyWhenAskedTo() {
        application
                .withPropertyValues("partita.in-memory=true")
                .withUserConfiguration(Notes.class)
                .run(context -> assertThat(context.getBean(DynamoDbClient.class)
                                .listTables()
                                .tableNames())
                        .isEmpty());
    }

    @Test
    void tablesAreNamedByTheApplicationsProperties() {
        inMemory.withUserConfiguration(Notes.class)
                .withPropertyValues("partita.environment=prod", "NOTES_TABLE=memos")
                .run(context -> assertThat(context.getBean(DynamoDbClient.class)
                                .listTables()
                                .tableNames())
                        .containsExactly("memos-prod"));
    }

    @Test
    void theApplicationsClockIsTheDesignsNow() {
        inMemory.withUserConfiguration(Notes.class, Stopped.class).run(context -> {
            Database notes = context.getBean(Database.class);
            notes.write("writeNote", Map.of("noteId", "1", "text", "milk")).run();

            assertThat(notes.read("note", Map.of("noteId", "1")).items())
                    .singleElement()
                    .satisfies(item -> assertThat(item.values())
                            .containsEntry("createdAt", Instant.parse("2001-02-03T04:05:06Z")));
        });
    }

    @Test
    void theApplicationsOwnClientIsUsed() {
        application
                .withPropertyValues("partita.create-tables=true")
                .withUserConfiguration(OwnClient.class, Notes.class)
                .run(context -> {
                    assertThat(context).hasSingleBean(DynamoDbClient.class);
                    assertThat(context.getBean(DynamoDbClient.class)
                                    .listTables()
                                    .tableNames())
                            .containsExactly("notes-dev");
                });
    }

    @Test
    void aCustomizerHasItsSay() {
        inMemory.withUserConfiguration(Notes.class)
                .withBean(DatabaseCustomizer.class, () -> builder -> builder.environment(Map.of("NOTES_TABLE", "mine")))
                .run(context -> assertThat(context.getBean(DynamoDbClient.class)
                                .listTables()
                                .tableNames())
                        .containsExactly("mine-dev"));
    }

    @Test
    void aLocalEndpointNeedsNeitherRegionNorCredentials() {
        application.withPropertyValues("partita.endpoint=http://localhost:8000").run(context -> assertThat(
                        configuration(context).endpointOverride())
                .contains(URI.create("http://localhost:8000")));
    }

    @Test
    void theRegionIsTheOneOfTheProperties() {
        application
                .withPropertyValues("partita.region=eu-central-1")
                .run(context -> assertThat(configuration(context).region()).hasToString("eu-central-1"));
    }

    @Test
    void inMemoryWithoutTheEngineSaysWhatToAdd() {
        inMemory.withClassLoader(new FilteredClassLoader(Partita.class))
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("add that dependency"));
    }

    @Test
    void anApplicationWithoutEngineActuatorAndMetricsStarts() {
        application
                .withClassLoader(new FilteredClassLoader(
                        "dev.partita.embedded", "org.springframework.boot.actuate", "io.micrometer"))
                .withPropertyValues("partita.endpoint=http://localhost:8000")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(Databases.class);
                    assertThat(context.containsBean("partitaHealthIndicator")).isFalse();
                });
    }

    @Test
    void healthIsUpWhileEveryTableAnswers() {
        inMemory.withUserConfiguration(Notes.class).run(context -> {
            assertThat(health(context).getStatus()).isEqualTo(Status.UP);
            assertThat(health(context).getDetails()).containsEntry("notes-dev", "answers");

            context.getBean(DynamoDbClient.class).deleteTable(table -> table.tableName("notes-dev"));

            assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);
            assertThat(health(context).getDetails()).containsEntry("notes-dev", "ResourceNotFoundException");
        });
    }

    @Test
    void healthIsDownWhenNobodyAnswers() {
        inMemory.withUserConfiguration(Notes.class)
                .withBean(Endpoint.class, () -> (request, context) -> {
                    throw new IllegalStateException("the cable is cut");
                })
                .withPropertyValues("partita.create-tables=false")
                .run(context -> assertThat(health(context).getStatus()).isEqualTo(Status.DOWN));
    }

    @Test
    void healthCanBeLeftOut() {
        inMemory.withPropertyValues("management.health.partita.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    }

    @Test
    void hitRatesAreMetrics() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        inMemory.withUserConfiguration(Notes.class)
                .withBean(MeterRegistry.class, () -> meters)
                .run(context -> {
                    Database notes = context.getBean(Database.class);
                    notes.write("writeNote", Map.of("noteId", "1", "text", "milk"))
                            .run();
                    for (int i = 0; i < 3; i++) {
                        notes.read("note", Map.of("noteId", "1"));
                    }
                    assertThat(gets(meters, "hit")).isEqualTo(2);
                    assertThat(gets(meters, "miss")).isEqualTo(1);
                });
    }

    @Test
    void everyAutoConfigurationIsListedAndEveryPropertyDescribed() throws IOException {
        assertThat(resource("META-INF/spring/" + AutoConfiguration.class.getName() + ".imports")
                        .lines())
                .containsExactlyInAnyOrder(
                        PartitaAutoConfiguration.class.getName(),
                        PartitaHealthAutoConfiguration.class.getName(),
                        PartitaMetricsAutoConfiguration.class.getName(),
                        PartitaProblemsAutoConfiguration.class.getName());
        String described = resource("META-INF/spring-configuration-metadata.json");
        for (RecordComponent property : PartitaProperties.class.getRecordComponents()) {
            assertThat(described)
                    .contains('"' + "partita." + DataObjectPropertyName.toDashedForm(property.getName()) + '"');
        }
    }

    private static String resource(String path) throws IOException {
        try (InputStream in = PartitaAutoConfiguration.class.getClassLoader().getResourceAsStream(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static double gets(MeterRegistry meters, String result) {
        return meters.get("cache.gets")
                .tags("cache", "notes.note", "result", result)
                .functionCounter()
                .count();
    }

    private static Health health(ApplicationContext context) {
        return context.getBean(HealthIndicator.class).health();
    }

    private static DynamoDbServiceClientConfiguration configuration(ApplicationContext context) {
        return context.getBean(DynamoDbClient.class).serviceClientConfiguration();
    }
}
