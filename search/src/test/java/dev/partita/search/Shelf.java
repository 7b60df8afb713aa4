package dev.partita.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cache.Library;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Result;
import dev.partita.plan.SearchIndex;
import dev.partita.plan.Written;
import dev.partita.plan.internal.value.Ids;
import dev.partita.runtime.Chores;
import dev.partita.runtime.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** A design with things to search, on an engine in memory whose clock and background work are moved by hand. */
final class Shelf implements AutoCloseable {

    static final String DESIGN = """
            design: shelf
            tables:
              main:
                name: shelf
                key: { partition: pk, sort: sk }
                type-attribute: type
                expiry: ttl
                stream: new
              other:
                name: shelf-other
                key: { partition: id }
                stream: both
            entities:
              Book:
                table: main
                type: BOOK
                key: { pk: "BOOK#{bookId}", sk: META }
                expiry: 1 hour after lentUntil
                soft-delete: { flag: isGone }
                attributes:
                  bookId: string
                  title: string
                  subtitle: string
                  isPublic: flag
                  isGone: { type: flag, read-only: true }
                  lentUntil: epoch-seconds
                  reads: { type: integer, default: 0 }
              Magazine:
                table: main
                type: MAGAZINE
                key: { pk: "BOOK#{bookId}", sk: META }
                attributes: { bookId: string, title: string }
              Author:
                table: other
                key: { id: "{authorId}" }
                attributes: { authorId: string, name: string }
            patterns:
              titles: { search: Book, on: title, page: 4 }
              publicTitles: { search: Book, on: title, where: isPublic, page: 4 }
              subtitles: { search: Book, on: subtitle, page: 4 }
              authors: { search: Author, on: name, page: 4 }
              save: { put: Book }
              rename: { update: Book, by: bookId, change: [title, subtitle] }
              read: { update: Book, by: bookId, add: { reads: 1 } }
              remove: { delete: Book, by: bookId }
              bringBack: { restore: Book, by: bookId }
              saveMagazine: { put: Magazine }
              burn: { delete: Magazine, by: bookId }
              write: { put: Author }
              forget: { delete: Author, by: authorId }
            """;

    final Library.Hand clock = new Library.Hand();
    private final Chores chores = new Chores(clock);
    final Partita partita =
            Partita.inMemory(Engine.Options.defaults().withClock(clock).withBackground(chores));
    final Design design;
    /** Without an index. */
    final Database plain;

    Shelf() {
        this(DESIGN);
    }

    Shelf(String yaml) {
        design = design(yaml);
        plain = database(design, null);
        plain.createTables();
    }

    static Design design(String yaml) {
        Reading reading = Reader.read(new Source("test.yaml", yaml));
        assertThat(reading.findings()).filteredOn(Finding::isError).isEmpty();
        return reading.design();
    }

    Database database(Design of, SearchIndex search) {
        return Database.builder(of, partita.endpoint())
                .ids(new Ids(new Random(1)))
                .clock(clock)
                .environment(Map.of())
                .search(search)
                .build();
    }

    Database with(SearchIndex search) {
        return database(design, search);
    }

    SearchIndexes.Builder indexes() {
        return indexes(partita.endpoint());
    }

    SearchIndexes.Builder indexes(Endpoint endpoint) {
        return SearchIndexes.of(design, endpoint, partita.streams())
                .clock(clock)
                .environment(Map.of());
    }

    Written write(String pattern, Object... arguments) {
        return plain.write(pattern, map(arguments)).run();
    }

    void book(String id, String title) {
        write("save", "bookId", id, "title", title);
    }

    /** The ids of all that is found, page by page. */
    static List<Object> found(Database database, String pattern, String argument, String words) {
        List<Object> ids = new ArrayList<>();
        database.pages(pattern, Map.of(argument, words)).forEach(page -> ids.addAll(ids(page)));
        return ids;
    }

    static List<Object> titles(Database database, String words) {
        return found(database, "titles", "title", words);
    }

    static List<Object> ids(Result page) {
        return page.items().stream()
                .map(item -> item.values().values().iterator().next())
                .toList();
    }

    /** Time goes on, and the engine does what it does by itself meanwhile. */
    void pass(Duration span) {
        clock.forward(span);
        chores.run();
    }

    /** As a process that is killed leaves it. */
    static Path copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.sorted().toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else if (!file.endsWith("write.lock")) {
                    Files.copy(file, target);
                }
            }
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    @Override
    public void close() {
        partita.close();
    }
}
