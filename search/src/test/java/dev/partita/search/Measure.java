package dev.partita.search;

import dev.partita.plan.Request;
import dev.partita.plan.SearchQuery;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.run.Plans;
import dev.partita.runtime.Database;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Builds an index of many titles and searches it; for the figures in docs/search.md. Arguments: how many titles. */
final class Measure {

    private static final int VOCABULARY = 30_000;
    private static final int SEARCHES = 5_000;
    private static final int UPDATES = 5_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Random random = new Random(1);
    private final String[] vocabulary = new String[VOCABULARY];
    private final Shelf shelf = new Shelf();
    private final Codec codec =
            new Plans(shelf.design).codec(shelf.design.entities().get("Book"));

    private Measure() {
        String[] syllables =
                "an be co da el fi gra ho in ju ka lo mi ne or pre qui ra sta tri un ver wa xe yo ze".split(" ");
        for (int i = 0; i < VOCABULARY; i++) {
            StringBuilder word = new StringBuilder();
            for (int s = 0; s < 1 + random.nextInt(4); s++) {
                word.append(syllables[random.nextInt(syllables.length)]);
            }
            vocabulary[i] = word.toString();
        }
    }

    public static void main(String[] arguments) throws IOException {
        new Measure().run(arguments.length == 0 ? 100_000 : Integer.parseInt(arguments[0]));
    }

    private void run(int titles) throws IOException {
        for (int i = 0; i < titles; i++) {
            put(i);
        }
        Path folder = Files.createTempDirectory("search");
        long heapBefore = heap();
        try (shelf;
                SearchIndexes indexes = shelf.indexes().directory(folder).open()) {
            long start = System.nanoTime();
            long startCpu = THREADS.getCurrentThreadCpuTime();
            indexes.catchUp();
            System.out.printf(
                    Locale.ROOT,
                    "built in %.1f s, %.1f s of the processor%n",
                    (System.nanoTime() - start) / 1e9,
                    (THREADS.getCurrentThreadCpuTime() - startCpu) / 1e9);
            SearchStatus status = indexes.status().get(0);
            System.out.printf(
                    Locale.ROOT,
                    "%d items, %.1f MB, heap %+.1f MB%n",
                    status.documents(),
                    status.sizeBytes() / 1e6,
                    (heap() - heapBefore) / 1e6);
            Database database = shelf.with(indexes);
            var book = shelf.design.entities().get("Book");
            for (int round = 0; round < 2; round++) {
                latencies(
                        "one rare word", () -> rare() + " ", s -> indexes.find(book, "title", SearchQuery.of(s), 100));
                latencies("three words", this::text, s -> indexes.find(book, "title", SearchQuery.of(s), 100));
                latencies(
                        "beginning of a word",
                        this::beginning,
                        s -> indexes.find(book, "title", SearchQuery.of(s), 100));
                latencies(
                        "the most common word",
                        () -> vocabulary[0] + " ",
                        s -> indexes.find(book, "title", SearchQuery.of(s), 100));
                latencies("three words, with items", this::text, s -> database.read("titles", Map.of("title", s)));
            }
            start = System.nanoTime();
            for (int i = 0; i < UPDATES; i++) {
                put(random.nextInt(titles));
            }
            long written = System.nanoTime();
            indexes.catchUp();
            System.out.printf(
                    Locale.ROOT,
                    "%d changes written in %.0f ms, taken in in %.0f ms%n",
                    UPDATES,
                    (written - start) / 1e6,
                    (System.nanoTime() - written) / 1e6);
            latencies(
                    "three words, after changes", this::text, s -> indexes.find(book, "title", SearchQuery.of(s), 100));
            latencies(
                    titles > 20_000 ? 5 : 50,
                    "by looking at every item",
                    this::text,
                    s -> shelf.plain.read("titles", Map.of("title", s)));
        }
        long start = System.nanoTime();
        try (SearchIndexes again = new Shelf().indexes().directory(folder).open()) {
            System.out.printf(
                    Locale.ROOT,
                    "opened again in %.0f ms, %d items%n",
                    (System.nanoTime() - start) / 1e6,
                    again.status().get(0).documents());
        }
    }

    private void latencies(String what, Supplier<String> texts, Consumer<String> search) {
        latencies(SEARCHES, what, texts, search);
    }

    private void latencies(int count, String what, Supplier<String> texts, Consumer<String> search) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(texts.get());
        }
        long[] nanos = new long[count];
        long[] cpu = new long[count];
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            long startCpu = THREADS.getCurrentThreadCpuTime();
            search.accept(all.get(i));
            cpu[i] = THREADS.getCurrentThreadCpuTime() - startCpu;
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        Arrays.sort(cpu);
        System.out.printf(
                Locale.ROOT,
                "%-28s p50 %8.3f ms   p99 %8.3f ms   of the processor p50 %8.3f ms   p99 %8.3f ms%n",
                what,
                nanos[count / 2] / 1e6,
                nanos[Math.min(count - 1, count * 99 / 100)] / 1e6,
                cpu[count / 2] / 1e6,
                cpu[Math.min(count - 1, count * 99 / 100)] / 1e6);
    }

    private void put(int id) {
        shelf.partita
                .endpoint()
                .call(new Request.PutItem(
                        "shelf",
                        codec.encode(Map.of("bookId", String.format(Locale.ROOT, "%07d", id), "title", title())),
                        null,
                        Map.of(),
                        Map.of(),
                        null));
    }

    /** Three to eight words, common ones often. */
    private String title() {
        StringBuilder title = new StringBuilder();
        for (int i = 0; i < 3 + random.nextInt(6); i++) {
            title.append(i == 0 ? "" : " ").append(word());
        }
        return title.toString();
    }

    /** The n-th word comes about 1/n as often as the first. */
    private String word() {
        return vocabulary[(int) Math.exp(random.nextDouble() * Math.log(VOCABULARY)) - 1];
    }

    private String rare() {
        return vocabulary[VOCABULARY / 10 + random.nextInt(VOCABULARY * 9 / 10)];
    }

    private String text() {
        return word() + " " + word() + " " + word() + " ";
    }

    private String beginning() {
        String word = word();
        return word.substring(0, Math.min(3, word.length()));
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
