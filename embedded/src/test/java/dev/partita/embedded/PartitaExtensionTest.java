package dev.partita.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.engine.Engine;
import dev.partita.plan.Endpoint;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@PartitaTest
@Execution(ExecutionMode.CONCURRENT)
class PartitaExtensionTest {

    private static final AtomicInteger PREPARATIONS = new AtomicInteger();
    private static final Set<DynamoDbClient> CLIENTS = ConcurrentHashMap.newKeySet();

    @Prepared
    static void twoNotes(Partita partita, DynamoDbClient client) {
        PREPARATIONS.incrementAndGet();
        client.createTable(Samples.table());
        Samples.put(client, "prepared", 1);
        Samples.put(partita.client(), "prepared", 2);
    }

    @BeforeEach
    void addOne(DynamoDbClient client) {
        Samples.put(client, "before", 1);
        CLIENTS.add(client);
    }

    @AfterAll
    static void allWereClosedAndPreparedOnce() {
        assertThat(PREPARATIONS).hasValue(1);
        assertThat(CLIENTS).hasSize(42).allSatisfy(client -> assertThatThrownBy(client::listTables)
                .isInstanceOf(SdkClientException.class));
    }

    @RepeatedTest(40)
    void testsInParallelNeverSeeEachOther(Partita partita, DynamoDbClient client) {
        assertThat(partita.client()).isSameAs(client);
        for (int sk = 0; sk < 20; sk++) {
            Samples.put(client, "own", sk);
        }
        assertThat(Samples.count(client)).isEqualTo(23);
    }

    @Nested
    class Inside {
        @Test
        void startsWithWhatTheOuterClassPrepared(DynamoDbClient client) {
            assertThat(Samples.count(client)).isEqualTo(3);
        }

        @Test
        void andHasADatabaseOfItsOwn(DynamoDbClient client) {
            Samples.put(client, "own", 1);
            assertThat(Samples.count(client)).isEqualTo(4);
        }
    }

    static class RegisteredTest {
        @RegisterExtension
        static final PartitaExtension PARTITA = new PartitaExtension()
                .withOptions(Engine.Options.defaults().withRegion("eu-west-1"))
                .preparedBy(partita -> partita.client().createTable(Samples.table()));

        @Test
        void optionsAndPreparationHold(DynamoDbClient client) {
            assertThat(client.describeTable(r -> r.tableName(Samples.TABLE))
                            .table()
                            .tableArn())
                    .contains("eu-west-1");
        }
    }

    static class GivingTest {
        @RegisterExtension
        static final PartitaExtension PARTITA = new PartitaExtension().giving(Notes.class, Notes::new);

        private final Notes notes;

        GivingTest(Notes notes) {
            this.notes = notes;
        }

        @Prepared
        static void table(Notes notes) {
            notes.partita.client().createTable(Samples.table());
        }

        @Test
        void aTestCanAskForATypeOfItsOwn(DynamoDbClient client, Endpoint endpoint) {
            Samples.put(client, "own", 1);
            assertThat(Samples.count(notes.partita.client())).isEqualTo(1);
            assertThat(notes.partita.endpoint()).isSameAs(endpoint);
        }
    }

    /** Stands for a generated client. */
    private record Notes(Partita partita) {}
}
