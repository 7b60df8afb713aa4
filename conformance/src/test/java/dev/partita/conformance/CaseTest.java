package dev.partita.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.oracle.DynamoDbLocal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every case in {@code cases}, against us and against DynamoDB Local; {@code -Dconformance.case=text} picks some. */
class CaseTest {

    private static final Path CASES = Path.of("cases");
    private static final String CHOICE = System.getProperty("conformance.case", "");
    private static final AtomicInteger RUNS = new AtomicInteger();

    private static DynamoDbLocal local;
    private static UnderTest underTest;

    @BeforeAll
    static void start() {
        local = DynamoDbLocal.start(List.of("-Xmx512m"));
        underTest = UnderTest.start();
    }

    @AfterAll
    static void stop() {
        underTest.close();
        local.close();
    }

    @TestFactory
    Stream<DynamicTest> weAnswerAsTheCaseSays() throws IOException {
        Endpoint endpoint = new Endpoint(underTest.uri());
        return cases().map(one -> DynamicTest.dynamicTest(
                CASES.relativize(one.file()).toString(), () -> assertThat(one.problem(endpoint, unique(), true))
                        .as("%s", one.file())
                        .isNull()));
    }

    @TestFactory
    Stream<DynamicTest> dynamoDbLocalAnswersAsTheCaseSaysUnlessItIsKnownNotTo() throws IOException {
        Endpoint endpoint = new Endpoint(local.endpoint());
        return cases().map(one -> DynamicTest.dynamicTest(CASES.relativize(one.file()) + " (DynamoDB Local)", () -> {
            String problem = one.problem(endpoint, unique(), false);
            if (one.localDiffers()) {
                assertThat(problem)
                        .as("%s is marked local-differs, but it does not", one.file())
                        .isNotNull();
            } else {
                assertThat(problem).as("%s", one.file()).isNull();
            }
        }));
    }

    private static Stream<Case> cases() throws IOException {
        Map<String, Object> tables = Case.yaml(CASES.resolve("tables.yaml"));
        try (Stream<Path> files = Files.walk(CASES)) {
            List<Path> sorted = files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.endsWith("tables.yaml"))
                    .filter(file -> file.toString().contains(CHOICE))
                    .sorted()
                    .toList();
            return sorted.stream().map(file -> Case.read(file, tables));
        }
    }

    private static String unique() {
        return "u" + RUNS.incrementAndGet();
    }
}
