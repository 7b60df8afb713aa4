package dev.partita.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.embedded.Partita;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsResponse;

/** Tables brought to what a design says, from wherever they are. */
class DeploymentTest {

    private static final AllowedChanges ALL = new AllowedChanges(true, true, true);

    private final Partita partita = Partita.inMemory();
    private final DynamoDbClient client = partita.client();

    @AfterEach
    void close() {
        partita.close();
    }

    @Test
    void aMissingTableIsCreatedWithAllThatTheDesignSays() {
        Deployment plan = Shop.deployment(Shop.FULL, client).plan();
        assertThat(Shop.lines(plan))
                .containsExactly(
                        "+ table shop: key pk (S), sk (S); index byEmail: emailKey (S); keys only; index byDay: day (S),"
                                + " dayOrder (S); all attributes; billing on demand",
                        "+ expiry: by ttl");
        List<String> heard = new ArrayList<>();
        assertThat(plan.apply(new Listener() {
                    @Override
                    public void begins(String table, String step) {
                        heard.add(table + " " + step);
                    }
                }))
                .isEmpty();
        assertThat(heard).containsExactly("shop + table shop", "shop + expiry");
        assertThat(Shop.deployment(Shop.FULL, client).plan().isNothing()).isTrue();
        assertThat(client.describeTimeToLive(request -> request.tableName("shop"))
                        .timeToLiveDescription()
                        .attributeName())
                .isEqualTo("ttl");
    }

    static Stream<Arguments> drift() {
        String key = "key: { partition: pk }\n";
        return Stream.of(
                Arguments.of("nothing", key, key, List.of()),
                Arguments.of(
                        "an index is added",
                        key,
                        key + "indexes: { byA: { partition: a, projection: all } }",
                        List.of("+ index byA: a (S); all attributes")),
                Arguments.of(
                        "two indexes are added, one after the other",
                        key + "billing: { read: 5, write: 5 }",
                        key + "billing: { read: 5, write: 5 }\nindexes:\n  byA: { partition: a, projection: keys }\n"
                                + "  byB: { partition: b, sort: c, projection: [a], billing: { read: 1, write: 2 } }",
                        List.of(
                                "+ index byA: a (S); keys only; 5 read, 5 write",
                                "+ index byB: b (S), c (S); a; 1 read, 2 write")),
                Arguments.of(
                        "an index is removed",
                        key + "indexes: { byA: { partition: a, projection: all } }",
                        key,
                        List.of("- index byA: the design does not have it")),
                Arguments.of(
                        "an index gets another key",
                        key + "indexes: { byA: { partition: a, projection: all } }",
                        key + "indexes: { byA: { partition: a, sort: b, projection: all } }",
                        List.of(
                                "- index byA: the key of the index byA is a (S), and the design asks for a (S), b (S); it is"
                                        + " built anew; until then queries on it fail",
                                "+ index byA: a (S), b (S); all attributes")),
                Arguments.of(
                        "an index holds more",
                        key + "indexes: { byA: { partition: a, projection: [b] } }",
                        key + "indexes: { byA: { partition: a, projection: [b, c] } }",
                        List.of(
                                "- index byA: the index byA holds b, and the design asks for b, c; it is built anew; until"
                                        + " then queries on it fail",
                                "+ index byA: a (S); b, c")),
                Arguments.of(
                        "provisioned becomes on demand",
                        key + "billing: { read: 5, write: 3 }\nindexes: { byA: { partition: a, projection: all } }",
                        key + "billing: on-demand\nindexes: { byA: { partition: a, projection: all } }",
                        List.of("~ billing: 5 read, 3 write → on demand")),
                Arguments.of(
                        "on demand becomes provisioned, for indexes too",
                        key + "billing: on-demand\nindexes: { byA: { partition: a, projection: all } }",
                        key + "billing: { read: 5, write: 3 }\n"
                                + "indexes: { byA: { partition: a, projection: all, billing: { read: 2, write: 1 } } }",
                        List.of("~ billing: on demand → 5 read, 3 write")),
                Arguments.of(
                        "capacity changes, of the table and of an index",
                        key + "billing: { read: 5, write: 3 }\nindexes: { byA: { partition: a, projection: all } }",
                        key + "billing: { read: 6, write: 3 }\n"
                                + "indexes: { byA: { partition: a, projection: all, billing: { read: 7, write: 8 } } }",
                        List.of(
                                "~ billing: 5 read, 3 write → 6 read, 3 write",
                                "~ billing of index byA: 5 read, 3 write → 7 read, 8 write")),
                Arguments.of("items expire", key, key + "expiry: until", List.of("+ expiry: by until")),
                Arguments.of("a stream begins", key, key + "stream: both", List.of("+ stream: NEW_AND_OLD_IMAGES")),
                Arguments.of("a stream ends", key + "stream: new", key + "stream: off", List.of("- stream: NEW_IMAGE")),
                Arguments.of(
                        "a stream holds something else",
                        key + "stream: new",
                        key + "stream: both",
                        List.of("~ stream: NEW_IMAGE → NEW_AND_OLD_IMAGES; a new stream; followers must change over")),
                Arguments.of(
                        "protection comes",
                        key,
                        key + "deletion-protection: true",
                        List.of("~ deletion protection: off → on")),
                Arguments.of(
                        "protection goes",
                        key + "deletion-protection: true",
                        key + "deletion-protection: false",
                        List.of("~ deletion protection: on → off")),
                Arguments.of(
                        "the class changes",
                        key,
                        key + "class: infrequent-access",
                        List.of("~ class: STANDARD → STANDARD_INFREQUENT_ACCESS")),
                Arguments.of(
                        "the encryption changes",
                        key + "encryption: aws-owned",
                        key + "encryption: aws-managed",
                        List.of("~ encryption: aws-owned → aws-managed")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void drift(String name, String before, String after, List<String> changes) {
        Shop.deploy(Shop.table(before), client);
        Deployment plan =
                Shop.deployment(Shop.table(after), client).allowed(ALL).plan();
        assertThat(Shop.lines(plan)).containsExactlyElementsOf(changes);
        assertThat(plan.apply(Listener.SILENT)).isEmpty();
        assertThat(Shop.lines(
                        Shop.deployment(Shop.table(after), client).allowed(ALL).plan()))
                .isEmpty();
    }

    static Stream<Arguments> refused() {
        String key = "key: { partition: pk }\n";
        return Stream.of(
                Arguments.of(
                        "another key",
                        "key: { partition: pk, sort: sk }",
                        key,
                        "! its key is pk (S), sk (S), and the design asks for pk (S)"),
                Arguments.of(
                        "another type of key",
                        "key: { partition: { name: pk, type: number } }",
                        "key: { partition: { name: pk, type: string } }",
                        "! its key is pk (N), and the design asks for pk (S)"),
                Arguments.of(
                        "a new local index",
                        "key: { partition: pk, sort: a }",
                        "key: { partition: pk, sort: a }\nindexes: { own: { local: true, sort: b, projection: all } }",
                        "! it has no local index own"),
                Arguments.of(
                        "a local index with another key",
                        "key: { partition: pk, sort: a }\nindexes: { own: { local: true, sort: b, projection: all } }",
                        "key: { partition: pk, sort: a }\nindexes: { own: { local: true, sort: c, projection: all } }",
                        "! the key of the local index own is pk (S), b (S), and the design asks for pk (S), c (S)"),
                Arguments.of(
                        "a local index that holds too little",
                        "key: { partition: pk, sort: a }\nindexes: { own: { local: true, sort: b, projection: keys } }",
                        "key: { partition: pk, sort: a }\nindexes: { own: { local: true, sort: b, projection: all } }",
                        "! the local index own holds keys only, and the design asks for all attributes"),
                Arguments.of(
                        "an index with another key, unasked",
                        key + "indexes: { byA: { partition: a, projection: all } }",
                        key + "indexes: { byA: { partition: b, projection: all } }",
                        "! the key of the index byA is a (S), and the design asks for b (S)"),
                Arguments.of(
                        "an index that holds too little, unasked",
                        key + "indexes: { byA: { partition: a, projection: keys } }",
                        key + "indexes: { byA: { partition: a, projection: [b] } }",
                        "! the index byA holds keys only, and the design asks for b"),
                Arguments.of(
                        "a stream that ends, unasked",
                        key + "stream: new",
                        key + "stream: off",
                        "! its stream holds NEW_IMAGE, and the design asks for off"),
                Arguments.of(
                        "another expiry",
                        key + "expiry: one",
                        key + "expiry: two",
                        "! its items expire by one, and the design asks for two"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refused(String name, String before, String after, String refusal) {
        Shop.deploy(Shop.table(before), client);
        TableDescription was = description("things");
        // A change that could be made is not made either: nothing is done by halves.
        String more = after + "\ndeletion-protection: true";
        Deployment plan = Shop.deployment(Shop.table(more), client).plan();
        assertThat(Shop.lines(plan)).contains(refusal);
        assertThat(plan.tables().get(0).refusals().get(0).instead()).isNotBlank();
        assertThatThrownBy(() -> plan.apply(Listener.SILENT)).isInstanceOf(IllegalStateException.class);
        assertThat(description("things")).isEqualTo(was);
    }

    @Test
    void whatTheDesignDoesNotHaveOrSayStays() {
        Shop.deploy(
                Shop.table(
                        "key: { partition: pk }\nbilling: { read: 5, write: 3 }\nexpiry: until\nstream: new\n"
                                + "indexes:\n  byA: { partition: a, projection: all }\n  byB: { partition: b, projection: all }"),
                client);
        Deployment plan = Shop.deployment(
                        Shop.table("key: { partition: pk }\nindexes: { byA: { partition: a, projection: keys } }"),
                        client)
                .plan();
        assertThat(Shop.lines(plan))
                .containsExactly(
                        "= index byA holds all attributes, more than keys only, which does no harm; `replaceIndexes` makes"
                                + " it exact",
                        "= index byB is not in the design; `removeIndexes` removes it",
                        "= billing is 5 read, 3 write; the design does not say",
                        "= items expire by until; the design does not say",
                        "= stream holds NEW_IMAGE; the design does not say");
        assertThat(plan.isNothing()).isTrue();
    }

    @Test
    void whatThisEndpointDoesNotHaveIsSaid() {
        Deployment plan = Shop.deployment(
                        Shop.table(
                                "key: { partition: pk }\nrecovery: 35 days\nbackups: { every: 7 days, keep: 90 days }\n"
                                        + "billing: { read: 5, write: 3, read-up-to: 50 }"),
                        client)
                .plan();
        assertThat(Shop.lines(plan).stream().filter(line -> line.startsWith("=")))
                .containsExactly(
                        "= recovery for 35 days is left out: this endpoint has no point-in-time recovery",
                        "= auto-scaling is set up with Application Auto Scaling, not here",
                        "= backups every 7 days are set up with AWS Backup, not here");
        assertThat(plan.apply(Listener.SILENT)).isEmpty();
    }

    /** As Amazon DynamoDB has it: not at once after a table is made. */
    @Test
    void recoveryIsTurnedOnWhereItCanBeHadAndNeverShortened() {
        int[] days = new int[1];
        int[] early = {2};
        DynamoDbClient amazon = Meddling.with(client, (operation, request, call) -> switch (operation) {
            case "describeContinuousBackups" ->
                DescribeContinuousBackupsResponse.builder()
                        .continuousBackupsDescription(backups -> backups.pointInTimeRecoveryDescription(
                                recovery -> recovery.pointInTimeRecoveryStatus(days[0] == 0 ? "DISABLED" : "ENABLED")
                                        .recoveryPeriodInDays(days[0] == 0 ? null : days[0])))
                        .build();
            case "updateContinuousBackups" -> {
                if (early[0]-- > 0) {
                    throw ContinuousBackupsUnavailableException.builder()
                            .awsErrorDetails(AwsErrorDetails.builder()
                                    .errorCode("ContinuousBackupsUnavailableException")
                                    .build())
                            .statusCode(400)
                            .build();
                }
                days[0] = ((UpdateContinuousBackupsRequest) request)
                        .pointInTimeRecoverySpecification()
                        .recoveryPeriodInDays();
                yield UpdateContinuousBackupsResponse.builder().build();
            }
            default -> call.make();
        });
        String table = Shop.table("key: { partition: pk }\nrecovery: 7 days");
        Deployment first = Shop.deployment(table, amazon).pause(wait -> {}).plan();
        assertThat(Shop.lines(first)).contains("+ recovery: 7 days");
        assertThat(first.apply(Listener.SILENT)).isEmpty();
        assertThat(days[0]).isEqualTo(7);
        assertThat(Shop.deployment(table, amazon).plan().isNothing()).isTrue();
        Deployment longer =
                Shop.deployment(table.replace("7 days", "35 days"), amazon).plan();
        assertThat(Shop.lines(longer)).containsExactly("~ recovery: 7 → 35 days");
        assertThat(longer.apply(Listener.SILENT)).isEmpty();
        assertThat(days[0]).isEqualTo(35);
        assertThat(Shop.lines(Shop.deployment(table, amazon).plan()))
                .containsExactly("! it can be recovered for 35 days, and the design asks for 7");
        assertThat(Shop.lines(
                        Shop.deployment(table.replace("7 days", "off"), amazon).plan()))
                .containsExactly("! it can be recovered for 35 days, and the design asks for none");
    }

    @Test
    void capacityWithinTheBoundsOfAutoScalingIsLeftAlone() {
        Shop.deploy(Shop.table("key: { partition: pk }\nbilling: { read: 20, write: 3 }"), client);
        String scaled = "key: { partition: pk }\nbilling: { read: 5, write: 3, read-up-to: 20 }";
        assertThat(Shop.deployment(Shop.table(scaled), client).plan().isNothing())
                .isTrue();
        assertThat(Shop.lines(Shop.deployment(Shop.table(scaled.replace("20 }", "19 }")), client)
                        .plan()))
                .contains("~ billing: 20 read, 3 write → 5 read, 3 write");
    }

    @Test
    void anIndexWithAnotherTypeOfKeyIsReplaced() {
        String number =
                "key: { partition: pk }\nindexes: { byA: { partition: { name: x, type: number }, projection: all } }";
        Shop.deploy(Shop.table(number), client);
        Deployment plan = Shop.deployment(Shop.table(number.replace("number", "string")), client)
                .allowed(ALL)
                .plan();
        assertThat(plan.apply(Listener.SILENT)).isEmpty();
        assertThat(description("things").attributeDefinitions())
                .anySatisfy(definition -> assertThat(definition.attributeName() + definition.attributeTypeAsString())
                        .isEqualTo("xS"));
        assertThat(description("things").globalSecondaryIndexes())
                .extracting(GlobalSecondaryIndexDescription::indexStatusAsString)
                .containsExactly("ACTIVE");
    }

    private TableDescription description(String table) {
        return client.describeTable(request -> request.tableName(table)).table();
    }
}
