package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.engine.TransactWriteItems.Kind;
import dev.partita.engine.request.ReturnValues;
import dev.partita.item.Item;
import dev.partita.store.SmallDisk;
import dev.partita.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a disk that is nearly full nothing is added, and everything can be deleted. */
class FullDiskTest {

    private static final long DISK_BYTES = 500L << 20;
    private static final long LEFT_BYTES = 150L << 20;

    @TempDir
    private Path temporary;

    @Test
    void onlyDeletesGoOn() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(temporary, DISK_BYTES);
                Fixture fixture = new Fixture(disk.path().resolve("data"))) {
            fixture.run(TableMaker.table("t", "pk:S").request());
            for (String key : List.of("a", "b", "c", "d")) {
                fixture.put("t", item("pk", key, "text", "x".repeat(1_000)));
            }
            Path ballast = disk.fill(LEFT_BYTES);
            // Whoever writes first finds out.
            fixture.engine.store().requireRoom();
            fixture.delete("t", item("pk", "d"));
            for (Operation<?> more : List.of(
                    put("e"),
                    new UpdateItem(
                            "t",
                            item("pk", "a"),
                            "SET n = pk",
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null),
                    batch(
                            new BatchWriteItem.WriteRequest(null, item("pk", "a")),
                            new BatchWriteItem.WriteRequest(item("pk", "e"), null)),
                    transact(action(Kind.DELETE, item("pk", "a")), action(Kind.PUT, item("pk", "e"))))) {
                assertThatThrownBy(() -> fixture.run(more))
                        .as(more.toString())
                        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind())
                                .isEqualTo(StoreException.Kind.READ_ONLY));
            }
            fixture.run(new DeleteItem(
                    "t", item("pk", "a"), null, null, null, null, null, ReturnValues.NONE, null, null, null));
            fixture.run(batch(new BatchWriteItem.WriteRequest(null, item("pk", "b"))));
            fixture.run(transact(action(Kind.DELETE, item("pk", "c"))));
            for (String key : List.of("a", "b", "c", "d")) {
                assertThat(fixture.engine.store().get(fixture.table("t").rowKey(item("pk", key))))
                        .isNull();
            }
            Files.delete(ballast);
            fixture.run(put("e"));
        }
    }

    private static PutItem put(String key) {
        return new PutItem("t", item("pk", key), null, null, null, null, null, null, null, null, null);
    }

    private static BatchWriteItem batch(BatchWriteItem.WriteRequest... requests) {
        return new BatchWriteItem(Map.of("t", List.of(requests)), null, null);
    }

    private static TransactWriteItems transact(TransactWriteItems.Action... actions) {
        return new TransactWriteItems(List.of(actions), null, null, null);
    }

    private static TransactWriteItems.Action action(Kind kind, Item item) {
        boolean isPut = kind == Kind.PUT;
        return new TransactWriteItems.Action(
                kind, "t", isPut ? item : null, isPut ? null : item, null, null, null, null, null);
    }
}
