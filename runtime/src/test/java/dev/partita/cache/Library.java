package dev.partita.cache;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import dev.partita.plan.Result;
import dev.partita.plan.Written;
import dev.partita.plan.internal.value.Ids;
import dev.partita.runtime.Database;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** A design whose patterns are cached, on an engine in memory, with a clock that is moved by hand. */
public final class Library implements AutoCloseable {

    public static final String DESIGN = """
            design: library
            tables:
              main:
                name: library
                key: { partition: pk, sort: sk }
                type-attribute: type
                expiry: ttl
                stream: both
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Reader:
                type: READER
                key:  { pk: "READER#{readerId}", sk: META }
                attributes:
                  readerId: { type: string }
                  email:    { type: string, required: true, unique: true, normalise: [trim, lower] }
                  name:     { type: string }
                  secret:   { type: string, hidden: true }
                  loans:    { type: integer, default: 0, read-only: true }
              Book:
                type: BOOK
                key:  { pk: "BOOK#{bookId}", sk: META }
                GSI1: { gsi1pk: "SHELF#{shelf}", gsi1sk: "{bookId}" }
                soft-delete: { at: goneAt }
                attributes:
                  bookId: { type: string }
                  title:  { type: string, required: true }
                  shelf:  { type: string, default: A }
                  tags:   { type: list of string, max-items: 20 }
                  rare:   { type: flag }
                  goneAt: { type: timestamp, set: on-delete }
              BookTag:
                type: TAG
                key:  { pk: "TAG#{tag}", sk: "{bookId}" }
                from: { entity: Book, each: tags, as: tag }
                attributes:
                  tag:    { type: string }
                  bookId: { type: string, references: Book }
              Copy:
                type: COPY
                key:  { pk: "BOOK#{bookId}", sk: "COPY#{number:05}" }
                attributes:
                  bookId: { type: string, references: Book, on-delete: cascade }
                  number: { type: integer }
                  state:  { type: string }
              Loan:
                type: LOAN
                key:  { pk: "READER#{readerId}", sk: "LOAN#{loanId}" }
                expiry: 1 hour after at
                attributes:
                  readerId: { type: string, references: Reader }
                  loanId:   { type: string }
                  at:       { type: epoch-seconds, set: on-create }
              Note:
                type: NOTE
                key:  { pk: "NOTE#{noteId}", sk: META }
                attributes: { noteId: string, about: string, text: string }
            quotas:
              loans: { counts: Loan, per: readerId, counter: Reader.loans, limit: 1000 }
            patterns:
              reader:       { get: Reader, by: readerId, cache: 5 minutes }
              readerByMail: { get: Reader, by: email, cache: 5 minutes }
              book:         { read: [Book, Copy], by: bookId, cache: 10 minutes }
              shelf:        { list: Book, by: shelf, page: 10, cache: 10 minutes }
              tagged:       { list: BookTag, by: tag, fetch: Book, cache: 10 minutes }
              someBooks:    { list: Book, by: bookId, each: { bookId: given }, page: 2, cache: 10 minutes }
              ofShelves:    { count: Book, by: shelf, each: { shelf: given }, cache: 10 minutes }
              copies:       { count: Copy, by: bookId, cache: 10 minutes }
              loans:        { list: Loan, by: readerId, cache: 2 hours }
              desk:         { gather: [copies, loans], cache: 1 hour }
              everyBook:    { scan: Book, cache: 1 hour }
              noteText:     { get: Note, by: noteId, cache: 1 hour }
              rareBooks:    { scan: Book, where: rare AND shelf = 'A', cache: 1 hour }
              rareTitles:   { search: Book, on: title, where: rare, cache: 1 hour }
              rarity:       { gather: [rareBooks, plainBooks], cache: 1 hour }
              plainBooks:   { scan: Book, where: rare = false AND shelf = 'A' }
              uncached:     { get: Reader, by: readerId }
              join:         { create: Reader }
              rename:       { update: Reader, by: readerId, change: [name] }
              readdress:    { update: Reader, by: readerId, change: [email] }
              leave:        { delete: Reader, by: readerId }
              addBook:      { create: Book }
              putBook:      { put: Book }
              note:         { put: Note }
              retitle:      { update: Book, by: bookId, change: [title] }
              move:         { update: Book, by: bookId, change: [shelf] }
              retag:        { update: Book, by: bookId, change: [tags] }
              rate:         { update: Book, by: bookId, change: [rare] }
              removeBook:   { delete: Book, by: bookId }
              bringBack:    { restore: Book, by: bookId }
              burnBook:     { delete: Book, by: bookId, hard: true }
              addCopy:      { create: Copy }
              lend:         { create: Loan }
              moveAndName:  { transact: [move, rename] }
            """;

    /** Stands still until it is moved. */
    public static final class Hand extends Clock {
        private volatile Instant now = Instant.parse("2026-01-01T12:00:00Z");

        public void forward(Duration span) {
            now = now.plus(span);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    public final Hand clock;
    public final Partita partita;
    public final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
    public final Caches caches;
    public final Database database;
    private final Endpoint endpoint = (request, context) -> call(request);
    /** Sees each request before the engine does, and again with its answer. */
    public volatile Consumer<Request> before = request -> {};

    public volatile Consumer<Request> after = request -> {};

    public Library(Caches caches) {
        this(caches, new Hand());
    }

    public Library(Caches caches, Hand clock) {
        this.clock = clock;
        this.partita = Partita.inMemory(Engine.Options.defaults().withClock(clock));
        this.caches = caches;
        this.database = another(caches, endpoint);
        database.createTables();
        requests.clear();
    }

    public static Design design() {
        Reading reading = Reader.read(new Source("library.yaml", DESIGN));
        assert reading.findings().isEmpty() : reading.findings();
        return reading.design();
    }

    /** The engine, noting what it is asked. */
    public Endpoint endpoint() {
        return endpoint;
    }

    private Answer call(Request request) {
        requests.add(request);
        before.accept(request);
        Answer answer = partita.endpoint().call(request);
        after.accept(request);
        return answer;
    }

    /** A second database on the same tables. */
    public Database another(Caches its, Endpoint endpoint) {
        return Database.builder(design(), endpoint)
                .ids(new Ids(new Random(1)))
                .clock(clock)
                .environment(Map.of())
                .caches(its)
                .build();
    }

    public Written write(String pattern, Object... arguments) {
        return database.write(pattern, map(arguments)).run();
    }

    public Result read(String pattern, Object... arguments) {
        return database.read(pattern, map(arguments));
    }

    /** How many requests a read takes. */
    public int cost(String pattern, Object... arguments) {
        int before = requests.size();
        Result unused = read(pattern, arguments);
        assert unused != null;
        return requests.size() - before;
    }

    public CacheCounts counts(String pattern) {
        return caches.metrics().of("library", pattern);
    }

    public static Map<String, Object> map(Object... pairs) {
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
