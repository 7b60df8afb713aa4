package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.embedded.Partita;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The way of somebody whose disk has rotted: look, repair, go on. */
class RepairCommandTest {

    private static final int ITEMS = 2000;

    @TempDir
    Path temporary;

    private final StringWriter out = new StringWriter();
    private Path data;

    @BeforeEach
    void fill() {
        data = temporary.resolve("data");
        try (Partita partita = Partita.open(data)) {
            DynamoDbClient client = partita.client();
            client.createTable(table -> table.tableName("orders")
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(AttributeDefinition.builder()
                            .attributeName("id")
                            .attributeType(ScalarAttributeType.S)
                            .build())
                    .keySchema(KeySchemaElement.builder()
                            .attributeName("id")
                            .keyType(KeyType.HASH)
                            .build()));
            for (int i = 0; i < ITEMS; i++) {
                AttributeValue id = AttributeValue.fromS("order-" + i);
                AttributeValue text = AttributeValue.fromS("x".repeat(300));
                client.putItem(put -> put.tableName("orders").item(Map.of("id", id, "text", text)));
            }
        }
    }

    @Test
    void aSoundDirectoryIsSaidToBeSound() {
        assertThat(run("verify-data", data.toString())).isZero();
        assertThat(out.toString()).contains("orders").contains("2,000 items").contains("Everything can be read");
    }

    @Tag("slow")
    @Test
    void whatIsLeftOfADamagedOneCanBeUsed() throws IOException {
        damage();
        assertThat(run("verify-data", data.toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains("damaged  ")
                .contains(".sst")
                .contains("lost     items of orders near \"")
                .contains("partita repair");
        Path repaired = temporary.resolve("repaired");
        assertThat(run("repair", data.toString(), "--into", repaired.toString()))
                .isEqualTo(1);
        try (Partita partita = Partita.open(repaired)) {
            int left = partita.client().scanPaginator(scan -> scan.tableName("orders")).items().stream()
                    .toList()
                    .size();
            assertThat(left).isBetween(ITEMS - 400, ITEMS - 1);
        }
        assertThat(run("verify-data", repaired.toString())).isZero();
    }

    @Test
    void wrongDirectoriesAreNamed() {
        assertThat(run("verify-data", temporary.resolve("nowhere").toString())).isEqualTo(1);
        assertThat(out.toString()).contains("not a data directory");
        assertThat(run("repair", data.toString())).isEqualTo(2);
        assertThat(run("repair", data.toString(), "--into", data.toString())).isEqualTo(1);
        assertThat(out.toString()).contains("is within");
        Path within = data.resolve("new");
        assertThat(run("repair", data.toString(), "--into", within.toString())).isEqualTo(1);
        assertThat(within).doesNotExist();
        assertThat(run("verify-data")).isEqualTo(2);
        assertThat(run("repair", data.toString(), "--into", temporary.toString()))
                .isEqualTo(1);
        assertThat(out.toString()).contains("is not empty");
    }

    @Test
    void aSoundOneIsRepairedWithNothingLost() {
        Path repaired = temporary.resolve("repaired");
        assertThat(run("repair", data.toString(), "--into", repaired.toString()))
                .isZero();
        assertThat(out.toString())
                .contains("rows read")
                .contains("rows carried over")
                .contains("2,000 items")
                .contains("partita up --data " + repaired);
        assertThat(run("verify-data", repaired.toString())).isZero();
    }

    @Test
    void aMissingFileIsNamedAndTheRestIsKept() throws IOException {
        Path missing = sortedFile();
        try (Partita partita = Partita.open(data)) {
            partita.client().putItem(put -> put.tableName("orders").item(Map.of("id", AttributeValue.fromS("last"))));
        }
        Files.delete(missing);
        assertThat(run("verify-data", data.toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains(missing.getFileName() + " is missing")
                .contains("lost     all of " + missing.getFileName());
        Path repaired = temporary.resolve("repaired");
        assertThat(run("repair", data.toString(), "--into", repaired.toString()))
                .isEqualTo(1);
        assertThat(run("verify-data", repaired.toString())).isZero();
    }

    private void damage() throws IOException {
        Path file = sortedFile();
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
    }

    private Path sortedFile() throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("rocks"))) {
            return files.filter(name -> name.toString().endsWith(".sst"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private int run(String... arguments) {
        PrintWriter writer = new PrintWriter(out, true);
        return Main.run(new Terminal(writer, writer, false), arguments);
    }
}
