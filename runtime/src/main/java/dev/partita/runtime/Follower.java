package dev.partita.runtime;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.Stream;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads the stream of one table, shard by shard: parents before their children, each record in its order, and again from the
 * last checkpoint when handling one failed. One thread at a time. {@link Changes} reads those records as changes of entities;
 * this is for who wants the records themselves.
 *
 * <p>A position is a sequence number; {@code since TIME} before the first record of a follower that began at the end; or
 * {@code end} for a shard that was read to its end.
 */
public final class Follower {

    private static final String END = "end";
    private static final String SINCE = "since ";
    private static final String BEGIN = "begin";

    private final DynamoDbStreamsClient client;
    private final String table;
    private final Checkpoints checkpoints;
    private final boolean fromOldest;
    private final Clock clock;
    private final Runnable lost;
    /** Open shards with their iterators; null for one that is to be asked for. */
    private final Map<String, String> iterators = new LinkedHashMap<>();

    private String stream;
    /** What is this one's to read, and until when that holds; all shards where nobody shares them. */
    private final Set<String> mine = new HashSet<>();

    /** Shards whose iterator was had when the stream was first seen, at its end. */
    private final Set<String> began = new HashSet<>();

    private Instant claimEnds = Instant.MIN;
    private boolean wasAbsent;

    /**
     * @param table its name at the endpoint
     * @param fromOldest whether to begin with the oldest record there is where no checkpoint says otherwise; else with the next
     * @param lost hears that records were gone before they were read
     */
    public Follower(
            DynamoDbStreamsClient client,
            String table,
            Checkpoints checkpoints,
            boolean fromOldest,
            Clock clock,
            Runnable lost) {
        this.client = client;
        this.table = table;
        this.checkpoints = checkpoints;
        this.fromOldest = fromOldest;
        this.clock = clock;
        this.lost = lost;
    }

    /**
     * Handles what is there now: one request a shard, and the children of shards that end meanwhile.
     *
     * @return how many records came, with those from before its place, which are not handled; none at the end
     */
    public int poll(Consumer<Record> handler) {
        takePlace();
        claim();
        int came = 0;
        Set<String> asked = new HashSet<>();
        for (String shard = unasked(asked); shard != null; shard = unasked(asked)) {
            asked.add(shard);
            try {
                GetRecordsResponse response = next(shard);
                came += response.records().size();
                handle(shard, response.records(), handler);
                iterators.put(shard, response.nextShardIterator());
                if (response.nextShardIterator() == null) {
                    checkpoints.save(stream, shard, END);
                    iterators.remove(shard);
                    findShards();
                    claimEnds = Instant.MIN;
                    claim();
                }
            } catch (Checkpoints.LeaseLost e) {
                mine.remove(shard);
                iterators.put(shard, null);
            } catch (ExpiredIteratorException e) {
                iterators.put(shard, null);
                asked.remove(shard);
            } catch (TrimmedDataAccessException e) {
                checkpoints.save(stream, shard, BEGIN);
                iterators.put(shard, null);
                lost.run();
            } catch (ResourceNotFoundException e) {
                // The stream is gone, and perhaps another one is there.
                iterators.clear();
            }
        }
        return came;
    }

    /**
     * Takes its place in the stream, unless it has one: what is written from now on will be read. Where the table has no stream
     * yet, one that is made later is read from its beginning.
     */
    public void takePlace() {
        if (iterators.isEmpty() || isClaimOld()) {
            findShards();
        }
        wasAbsent = stream == null;
    }

    /** Gives up what it shares with others. */
    void leave() {
        checkpoints.release();
    }

    private boolean isClaimOld() {
        return checkpoints.claimedFor() != null && !clock.instant().isBefore(claimEnds);
    }

    private void claim() {
        if (stream == null || checkpoints.claimedFor() != null && !isClaimOld()) {
            return;
        }
        Duration span = checkpoints.claimedFor();
        Set<String> before = Set.copyOf(mine);
        mine.clear();
        mine.addAll(checkpoints.claim(stream, List.copyOf(iterators.keySet())));
        if (span != null) {
            // What others have read meanwhile is behind them: the place of a shard that is new here is looked up.
            mine.stream().filter(shard -> !before.contains(shard)).forEach(shard -> {
                if (!began.remove(shard)) {
                    iterators.put(shard, null);
                }
            });
            claimEnds = clock.instant().plus(span.dividedBy(3));
        }
    }

    /** The stream that the last poll read; null when the table has none. */
    public String stream() {
        return stream;
    }

    private String unasked(Set<String> asked) {
        return iterators.keySet().stream()
                .filter(shard -> mine.contains(shard) && !asked.contains(shard))
                .findFirst()
                .orElse(null);
    }

    private GetRecordsResponse next(String shard) {
        String iterator = iterators.get(shard);
        if (iterator == null) {
            iterator = iterator(shard);
            iterators.put(shard, iterator);
        }
        String asked = iterator;
        return client.getRecords(request -> request.shardIterator(asked));
    }

    private void handle(String shard, List<Record> records, Consumer<Record> handler) {
        String position = checkpoints.load(stream, shard);
        Instant since = position != null && position.startsWith(SINCE)
                ? Instant.parse(position.substring(SINCE.length()))
                : Instant.MIN;
        String last = null;
        try {
            for (Record record : records) {
                Instant at = record.dynamodb().approximateCreationDateTime();
                if (at == null || !at.isBefore(since)) {
                    handler.accept(record);
                }
                last = record.dynamodb().sequenceNumber();
            }
        } catch (RuntimeException | Error e) {
            // It comes again, after those that were handled.
            iterators.put(shard, null);
            throw e;
        } finally {
            if (last != null) {
                checkpoints.save(stream, shard, last);
            }
        }
    }

    private String iterator(String shard) {
        String position = checkpoints.load(stream, shard);
        boolean isNumber = position != null && !position.startsWith(SINCE) && !position.equals(BEGIN);
        return isNumber
                ? iterator(shard, ShardIteratorType.AFTER_SEQUENCE_NUMBER, position)
                : iterator(shard, ShardIteratorType.TRIM_HORIZON, null);
    }

    private String iterator(String shard, ShardIteratorType type, String sequence) {
        return client.getShardIterator(request -> request.streamArn(stream)
                        .shardId(shard)
                        .shardIteratorType(type)
                        .sequenceNumber(sequence))
                .shardIterator();
    }

    /** Takes up every shard that is not read to its end and whose parent is. */
    private void findShards() {
        String before = stream;
        stream = latestStream();
        if (stream == null) {
            return;
        }
        boolean isAnother = before != null && !before.equals(stream);
        Map<String, Shard> shards = new LinkedHashMap<>();
        for (Shard shard : describe()) {
            shards.put(shard.shardId(), shard);
        }
        if (!checkpoints.knows(stream)) {
            begin(shards, fromOldest || isAnother || wasAbsent);
        }
        boolean isCut = checkpoints.keepOnly(stream, shards.keySet()).stream().anyMatch(at -> !at.equals(END));
        if (isCut || isAnother) {
            // What was written between two streams, or in a shard that is gone, nobody tells.
            lost.run();
        }
        for (Shard shard : shards.values()) {
            boolean waits = shards.containsKey(shard.parentShardId())
                    && !END.equals(checkpoints.load(stream, shard.parentShardId()));
            if (END.equals(checkpoints.load(stream, shard.shardId()))) {
                // Read to its end, by this one or by another that shares the stream.
                iterators.remove(shard.shardId());
            } else if (!waits) {
                iterators.putIfAbsent(shard.shardId(), null);
            }
        }
    }

    /** The first time: from the oldest record there is, or from now on. */
    private void begin(Map<String, Shard> shards, boolean oldest) {
        // Records tell their time to the second.
        String now = SINCE + clock.instant().truncatedTo(ChronoUnit.SECONDS);
        for (Shard shard : shards.values()) {
            boolean isOver = shard.sequenceNumberRange().endingSequenceNumber() != null;
            if (!oldest && !isOver) {
                iterators.put(shard.shardId(), iterator(shard.shardId(), ShardIteratorType.LATEST, null));
                began.add(shard.shardId());
            }
            checkpoints.save(stream, shard.shardId(), oldest ? BEGIN : isOver ? END : now);
        }
    }

    private String latestStream() {
        return client.listStreams(request -> request.tableName(table)).streams().stream()
                .max(Comparator.comparing(Stream::streamLabel))
                .map(Stream::streamArn)
                .orElse(null);
    }

    private List<Shard> describe() {
        List<Shard> shards = new ArrayList<>();
        String last = null;
        do {
            StreamDescription page = client.describeStream(DescribeStreamRequest.builder()
                            .streamArn(stream)
                            .exclusiveStartShardId(last)
                            .build())
                    .streamDescription();
            shards.addAll(page.shards());
            last = page.lastEvaluatedShardId();
        } while (last != null);
        return shards;
    }
}
