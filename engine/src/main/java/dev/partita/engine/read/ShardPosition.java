package dev.partita.engine.read;

import dev.partita.engine.StreamInfo;
import dev.partita.item.ApiException;
import dev.partita.item.Limits;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A place in a shard, as shard iterators carry it: the next record has {@code sequence} or the first number after it. */
record ShardPosition(String streamArn, String shardId, long sequence, long issuedMillis) {

    private static final String VERSION = "|001|";

    String toIterator() {
        String place = shardId + "|" + sequence + "|" + issuedMillis;
        return streamArn
                + VERSION
                + Base64.getUrlEncoder().withoutPadding().encodeToString(place.getBytes(StandardCharsets.UTF_8));
    }

    static ShardPosition parse(String iterator) {
        int at = iterator.indexOf(VERSION);
        if (at < 0) {
            throw invalid();
        }
        try {
            byte[] place = Base64.getUrlDecoder().decode(iterator.substring(at + VERSION.length()));
            String[] parts = new String(place, StandardCharsets.UTF_8).split("\\|", -1);
            if (parts.length != 3) {
                throw invalid();
            }
            return new ShardPosition(
                    iterator.substring(0, at), parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
        } catch (IllegalArgumentException e) {
            throw invalid();
        }
    }

    ShardPosition at(long newSequence, long nowMillis) {
        return new ShardPosition(streamArn, shardId, newSequence, nowMillis);
    }

    void requireFresh(long nowMillis) {
        if (nowMillis - issuedMillis > Limits.ITERATOR_SECONDS * 1000) {
            throw ApiException.of(
                    ApiException.Code.EXPIRED_ITERATOR,
                    "The shard iterator has expired and can no longer be used to retrieve stream records. A shard"
                            + " iterator expires 15 minutes after it is retrieved using the GetShardIterator action.");
        }
    }

    /** Refuses to read on where records have been trimmed unread. */
    static void requireUntrimmed(StreamInfo stream, long sequence) {
        if (sequence <= stream.trimmedSequence()) {
            throw ApiException.of(
                    ApiException.Code.TRIMMED_DATA_ACCESS,
                    "The operation attempted to read past the oldest stream record in a shard.");
        }
    }

    static StreamInfo.Shard shard(StreamInfo stream, String shardId) {
        StreamInfo.Shard shard = stream.findShard(shardId);
        if (shard == null) {
            throw ApiException.notFound("Shard does not exist");
        }
        return shard;
    }

    private static ApiException invalid() {
        return ApiException.validation("Invalid ShardIterator");
    }
}
