package dev.partita.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.embedded.Partita;
import dev.partita.plan.Endpoint;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The generated code of a small design with every kind of pattern: what it looks like, what it allows, what it does. */
class LibraryTest {

    private static final Path RESOURCES = Path.of("src", "test", "resources");

    private static final String IMPORTS = """
            package library;
            import dev.partita.plan.*;
            import dev.partita.runtime.*;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.stream.*;
            import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
            import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
            """;

    @TestFactory
    Stream<DynamicTest> itDoesWhatTheDesignSaysOnTheEngine() {
        Map<String, String> sources = generated();
        sources.put(
                "library/LibraryScenario.java",
                Designs.text(RESOURCES.resolve("scenarios").resolve("LibraryScenario.java")));
        return scenario(Javac.compile(sources));
    }

    /** Each public method of the scenario, on an engine of its own. */
    static Stream<DynamicTest> scenario(Javac.Outcome library) {
        Class<?> scenario;
        try {
            scenario = library.load().loadClass("library.LibraryScenario");
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
        return Arrays.stream(scenario.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(method -> DynamicTest.dynamicTest(method.getName(), () -> run(scenario, method)));
    }

    private static void run(Class<?> scenario, Method method) throws Throwable {
        try (Partita partita = Partita.inMemory()) {
            Object fresh = scenario.getConstructor(Endpoint.class).newInstance(partita.endpoint());
            method.invoke(fresh);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Every block of Java on the page, each in a method of its own. */
    @Test
    void theExamplesOfTheDocumentationCompile() throws IOException {
        Map<String, String> sources = generated();
        Matcher blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "java.md")));
        int number = 0;
        while (blocks.find()) {
            number++;
            String code = blocks.group(1);
            String given = code.contains("DynamoDbClient client")
                    ? ""
                    : "DynamoDbClient client" + (code.contains("Library library") ? "" : ", Library library");
            String body = code.startsWith("void ") ? code : "void example(" + given + ") {\n" + code + "}\n";
            sources.put(
                    "library/Example" + number + ".java", IMPORTS + "class Example" + number + " {\n" + body + "}\n");
        }
        assertThat(number).isGreaterThan(10);
        assertThat(Javac.compile(sources).messages()).isEmpty();
    }

    @Test
    void whatIsWrongDoesNotCompile() {
        List<String> wrong = List.of(
                "library.book(7)",
                "library.book()",
                "library.book(\"1\", \"2\")",
                "library.booksByGenre(\"novel\")",
                "library.booksByGenre(Genre.NOVEL, Range.atLeast(5L))",
                "library.loans(\"ann\", 10)",
                "library.addBook().isbn(\"1\").run()",
                "library.addBook().title(\"t\")",
                "library.retitle(\"1\").run()",
                "library.editBook(\"1\").setTitle(5)",
                "library.editBook(\"1\").setIsbn(\"2\")",
                "library.editBook(\"1\").removeTitle()",
                "library.editBook(\"1\").setVersion(2)",
                "library.addBook(new Loan(\"r\", \"b\", LocalDate.now()))",
                "library.saveReader().readerId(\"r\").run()",
                "library.giveBack(\"ann\").run()",
                "library.bookScan()",
                "library.chapter(\"1\", \"2\")",
                "NewChapter.number(1).run()",
                "Book.builder().title(\"t\").build()",
                "{ Book book = library.book(\"1\"); }",
                "{ long count = library.genreCounts(); }",
                "{ Write<Book> write = library.lend(); }");
        Map<String, String> sources = generated();
        for (int i = 0; i < wrong.size(); i++) {
            String statement = wrong.get(i) + (wrong.get(i).startsWith("{") ? "" : ";");
            sources.put(
                    "library/Wrong" + i + ".java",
                    IMPORTS + "class Wrong" + i + " { void wrong(Library library) { " + statement + " } }");
        }
        List<String> messages = Javac.compile(sources).messages();
        for (int i = 0; i < wrong.size(); i++) {
            String file = "Wrong" + i + ".java";
            assertThat(messages).as(wrong.get(i)).anyMatch(message -> message.contains(file));
        }
        assertThat(messages).allMatch(message -> message.contains("Wrong"));
    }

    /** So nothing scans that the design does not call a scan. */
    @Test
    void theClassHasTheMethodsOfThePatternsAndNoOthers() throws Exception {
        Class<?> library = Designs.compiled("library").load().loadClass("library.Library");
        Set<String> names = new TreeSet<>();
        for (Method method : library.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())) {
                names.add(method.getName().replaceFirst("Pages$", ""));
            }
        }
        Set<String> expected = new TreeSet<>(Designs.read("library").plans().keySet());
        expected.addAll(Set.of("on", "as", "with", "async", "batch", "database"));
        assertThat(names).isEqualTo(expected);
    }

    private static Map<String, String> generated() {
        return new LinkedHashMap<>(Designs.files("library"));
    }
}
