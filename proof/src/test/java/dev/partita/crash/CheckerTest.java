package dev.partita.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.engine.Engine;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The checker of the crash tests finds each kind of fault that is planted behind the clients' backs. */
class CheckerTest {

    private static final int STEPS = 300;

    private final Engine engine = Engine.inMemory(Engine.Options.defaults());
    private final Server server =
            Server.start(new Wire(engine, false), Server.Options.defaults().withPort(0));
    private final Client client = new Client(0, new SplittableRandom(1));
    private final Checker checker = new Checker(List.of(client));
    private Api api;

    @BeforeEach
    void work() throws IOException {
        api = new Api(server.port());
        Tables.create(api);
        checker.begin(api);
        for (int i = 0; i < STEPS; i++) {
            client.step(api);
        }
    }

    @AfterEach
    void close() throws IOException {
        api.close();
        server.close();
        engine.close();
    }

    @Test
    void aSoundServerPasses() throws IOException {
        checker.check(api);
        assertThat(checker.violations()).isEmpty();
        assertThat(checker.checkedWrites()).isGreaterThan(STEPS / 2);
    }

    @Test
    void aWriteThatIsGoneIsLost() throws IOException {
        delete(someKey());
        checker.check(api);
        assertThat(checker.lostItems()).isEqualTo(1);
        assertThat(checker.violations()).singleElement().asString().contains("holds null, acknowledged was");
    }

    @Test
    void anOlderValueIsALossToo() throws IOException {
        Key key = someKey();
        put(Map.of("pk", Map.of("S", key.pk()), "sk", Map.of("N", key.sk()), "val", Map.of("S", "older")));
        checker.check(api);
        assertThat(checker.lostItems()).isEqualTo(1);
    }

    @Test
    void anItemNobodyWroteIsReported() throws IOException {
        put(Map.of("pk", Map.of("S", "c0#0"), "sk", Map.of("N", "1000")));
        checker.check(api);
        assertThat(checker.violations()).singleElement().asString().contains("came back from the dead");
    }

    @Test
    void halfATransferIsReported() throws IOException {
        put(Map.of("pk", Map.of("S", Tables.SHARED), "sk", Map.of("N", "0"), "cnt", Map.of("N", "1")));
        checker.check(api);
        assertThat(checker.violations()).singleElement().asString().contains("half of a transfer");
    }

    @Test
    void halfATransactionIsReported() throws IOException {
        Write transaction = breakOffATransaction();
        Key written = transaction.effects().get(0).key();
        Map<String, Object> before = client.items().get(written);
        if (before == null) {
            delete(written);
        } else {
            put(before);
        }
        checker.check(api);
        assertThat(checker.violations()).singleElement().asString().contains("half of a transaction");
    }

    @Test
    void aTransactionUnderWayMayHaveHappenedAndIsNotRepeated() throws IOException {
        breakOffATransaction();
        checker.check(api);
        assertThat(client.pending()).isNull();
        checker.check(api);
        assertThat(checker.violations()).isEmpty();
    }

    @Test
    void aChangeToldTwiceIsReported() throws IOException {
        Key key = someKey();
        Map<String, Object> item = client.items().get(key);
        delete(key);
        put(item);
        checker.check(api);
        assertThat(checker.violations()).isNotEmpty().allSatisfy(violation -> assertThat(violation)
                .contains("stream"));
    }

    private Write breakOffATransaction() throws IOException {
        try (Api broken = new Api(server.port()) {
            @Override
            public Reply send(String operation, Map<String, Object> request) throws IOException {
                Reply reply = super.send(operation, request);
                if (request.containsKey("ClientRequestToken")) {
                    throw new IOException("the answer was lost");
                }
                return reply;
            }
        }) {
            while (true) {
                client.step(broken);
            }
        } catch (IOException e) {
            return client.pending();
        }
    }

    private Key someKey() {
        return client.items().keySet().stream()
                .filter(key -> key.table().equals(Tables.MIXED) && !Client.mayExpire(key))
                .findFirst()
                .orElseThrow();
    }

    private void put(Map<String, Object> item) throws IOException {
        api.call("PutItem", Map.of("TableName", Tables.MIXED, "Item", item));
    }

    private void delete(Key key) throws IOException {
        api.call("DeleteItem", Map.of("TableName", key.table(), "Key", key.toJson()));
    }
}
