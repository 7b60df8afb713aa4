package dev.partita.copy;

import dev.partita.item.Item;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * What a table holds, in numbers that do not depend on the order in which items come: how many there are, and the sum of their
 * hashes. Items are told apart into buckets by their keys, so that where two tables differ few items need a second look.
 *
 * <p>An item's hash is the SHA-256 of its canonical bytes; its first 128 bits are added up, in two halves. Threads may share it.
 */
final class Digest {

    static final int BUCKETS = 1024;

    private static final int HALVES = 2;
    private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(() -> {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    });

    /** An item as it counts here. */
    record Hashed(int bucket, long high, long low) {

        static Hashed of(Item key, Item item) {
            ByteBuffer hash = ByteBuffer.wrap(SHA_256.get().digest(item.bytes()));
            return new Hashed(Digest.bucket(key), hash.getLong(), hash.getLong());
        }
    }

    private final long[] counts = new long[BUCKETS];
    private final long[] sums = new long[BUCKETS * HALVES];

    static int bucket(Item key) {
        int hash = Arrays.hashCode(key.bytes());
        // Neighbouring keys differ in the last bits only; Fibonacci hashing brings the difference to the front.
        return hash * 0x9E3779B9 >>> Integer.SIZE - Integer.numberOfTrailingZeros(BUCKETS);
    }

    synchronized void add(Hashed item) {
        counts[item.bucket()]++;
        sums[item.bucket() * HALVES] += item.high();
        sums[item.bucket() * HALVES + 1] += item.low();
    }

    synchronized void add(List<Hashed> items) {
        items.forEach(this::add);
    }

    synchronized long count() {
        return Arrays.stream(counts).sum();
    }

    synchronized long count(int bucket) {
        return counts[bucket];
    }

    /** 32 hexadecimal digits. */
    synchronized String checksum() {
        long high = 0;
        long low = 0;
        for (int i = 0; i < sums.length; i += HALVES) {
            high += sums[i];
            low += sums[i + 1];
        }
        return String.format(Locale.ROOT, "%016x%016x", high, low);
    }

    /** The buckets in which two tables do not hold the same. */
    List<Integer> differing(Digest other) {
        List<Integer> buckets = new ArrayList<>();
        for (int i = 0; i < BUCKETS; i++) {
            if (differs(other, i)) {
                buckets.add(i);
            }
        }
        return buckets;
    }

    boolean differs(Digest other, int bucket) {
        return counts[bucket] != other.counts[bucket]
                || sums[bucket * HALVES] != other.sums[bucket * HALVES]
                || sums[bucket * HALVES + 1] != other.sums[bucket * HALVES + 1];
    }

    /** For a file. */
    synchronized String text() {
        ByteBuffer bytes = ByteBuffer.allocate((counts.length + sums.length) * Long.BYTES);
        bytes.asLongBuffer().put(counts).put(sums);
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    /** @throws IllegalArgumentException when the text is no digest's */
    static Digest of(String text) {
        Digest digest = new Digest();
        byte[] bytes = Base64.getDecoder().decode(text);
        if (bytes.length != (digest.counts.length + digest.sums.length) * Long.BYTES) {
            throw new IllegalArgumentException("no digest");
        }
        ByteBuffer.wrap(bytes).asLongBuffer().get(digest.counts).get(digest.sums);
        return digest;
    }
}
