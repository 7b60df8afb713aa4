package dev.partita.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cache.Caches;
import dev.partita.design.Design;
import dev.partita.plan.Endpoint;
import dev.partita.runtime.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** What docs/search.md shows is so. */
class DocsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "search.md");

    @Test
    void everySearchOnThePageFindsWhatItSays() throws IOException {
        List<String> rows = Files.readAllLines(PAGE).stream()
                .filter(line -> line.matches("\\| .+ \\| `.+` \\| .+ \\|"))
                .filter(line -> !line.contains("("))
                .toList();
        assertThat(rows).hasSizeGreaterThan(7);
        for (String row : rows) {
            String[] cells = row.split("\\s*\\|\\s*");
            Map<Object, String> titles = new LinkedHashMap<>();
            try (Shelf shelf = new Shelf();
                    SearchIndexes indexes = shelf.indexes().open()) {
                for (String title : cells[1].split("; ")) {
                    titles.put("b" + titles.size(), title);
                    shelf.book("b" + (titles.size() - 1), title);
                }
                indexes.catchUp();
                String words = cells[2].replace("`", "");
                for (Database database : List.of(shelf.plain, shelf.with(indexes))) {
                    assertThat(Shelf.titles(database, words).stream().map(titles::get))
                            .as(row)
                            .containsExactly(cells[3].split("; "));
                }
            }
        }
    }

    @Test
    void theJavaOnThePageRuns(@TempDir Path folder) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf("```java\n") + "```java\n".length();
        String java = page.substring(from, page.indexOf("```", from)).replaceAll("//.*", "");
        Path test = Path.of("src", "test", "java", "dev", "partita", "search", "DocsPageTest.java");
        assertThat(withoutSpaces(Files.readString(test))).contains(withoutSpaces(java));
        try (Shelf shelf = new Shelf()) {
            play(shelf.design, shelf.partita.endpoint(), shelf.partita.streams(), folder);
        }
    }

    private static void play(Design design, Endpoint endpoint, DynamoDbStreamsClient streams, Path folder) {
        Caches caches = Caches.of(design);
        SearchIndexes search = SearchIndexes.of(design, endpoint, streams)
                .directory(folder)
                .caches(caches)
                .start();
        Database database =
                Database.builder(design, endpoint).caches(caches).search(search).build();
        try (search) {
            assertThat(Shelf.titles(database, "tree")).isEmpty();
        }
    }

    private static String withoutSpaces(String text) {
        return text.replaceAll("\\s+", "");
    }
}
