package dev.partita.plan.internal.value;

import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Makes ids. ULIDs of one generator ascend, even within a millisecond. */
public final class Ids {

    private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int TIME_CHARACTERS = 10;
    private static final int RANDOM_CHARACTERS = 16;
    private static final String ULID = "{ulid}";
    private static final String UUID_WORD = "{uuid}";

    private final RandomGenerator random;
    private long lastMillis = -1;
    private final int[] lastRandom = new int[RANDOM_CHARACTERS];

    public Ids(RandomGenerator random) {
        this.random = random;
    }

    /** An id by a design's word for it: {@code ulid}, {@code uuid}, or text with one of them in braces. */
    public String next(String generate, Instant now) {
        if (generate.equals("ulid")) {
            return ulid(now);
        }
        if (generate.equals("uuid")) {
            return uuid();
        }
        return replace(replace(generate, ULID, () -> ulid(now)), UUID_WORD, this::uuid);
    }

    public synchronized String ulid(Instant now) {
        long millis = now.toEpochMilli();
        if (millis <= lastMillis) {
            // A clock that stands still or steps back must not break the order of ids.
            millis = lastMillis;
            if (!increment()) {
                millis++;
                draw();
            }
        } else {
            draw();
        }
        lastMillis = millis;
        char[] text = new char[TIME_CHARACTERS + RANDOM_CHARACTERS];
        for (int i = TIME_CHARACTERS - 1; i >= 0; i--) {
            text[i] = CROCKFORD.charAt((int) (millis & 31));
            millis >>>= 5;
        }
        for (int i = 0; i < RANDOM_CHARACTERS; i++) {
            text[TIME_CHARACTERS + i] = CROCKFORD.charAt(lastRandom[i]);
        }
        return new String(text);
    }

    /** The bcrypt hash of a password, with a salt of its own. */
    public String passwordHash(String password, int cost) {
        byte[] salt = new byte[Bcrypt.SALT_BYTES];
        synchronized (this) {
            random.nextBytes(salt);
        }
        return Bcrypt.hash(Bcrypt.composed(password), salt, cost);
    }

    private synchronized String uuid() {
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        return new UUID(high, low).toString().toLowerCase(Locale.ROOT);
    }

    private void draw() {
        for (int i = 0; i < RANDOM_CHARACTERS; i++) {
            lastRandom[i] = random.nextInt(CROCKFORD.length());
        }
    }

    private boolean increment() {
        for (int i = RANDOM_CHARACTERS - 1; i >= 0; i--) {
            if (lastRandom[i] < CROCKFORD.length() - 1) {
                lastRandom[i]++;
                return true;
            }
            lastRandom[i] = 0;
        }
        return false;
    }

    private static String replace(String text, String word, Supplier<String> id) {
        return text.contains(word) ? text.replace(word, id.get()) : text;
    }
}
