package dev.partita.redis;

import dev.partita.cache.AnswerCodec;
import dev.partita.cache.AnswerStore;
import dev.partita.plan.Result;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Answers and marks in Redis.
 *
 * <p>A mark is {@code milliseconds.unique}: when its scope was last touched, and what no other mark has. One that is missing is
 * made anew when it is asked for, so an answer whose mark was evicted is never given out again. An answer is stored with its
 * marks: {@code until, count, length and text of each mark, answer}.
 *
 * <p>Keys are {@code partita:{design-hash}:pattern:hash} for answers and {@code partita:{design-hash}:~entity:hash} for marks.
 * The braces keep the keys of a design together in a cluster, where scripts want them.
 */
final class RedisStore implements AnswerStore {

    private static final Duration MARKS_LAST = Duration.ofDays(7);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final int LONGEST_SCRIPT_KEYS = 500;

    private static final byte[] LOOK = bytes("""
            local found = { redis.call('GET', KEYS[1]) }
            for i = 2, #KEYS do
              local mark = redis.call('GET', KEYS[i])
              if not mark then
                mark = '0.' .. ARGV[1] .. '.' .. i
                redis.call('SET', KEYS[i], mark, 'PX', ARGV[2])
              end
              found[i] = mark
            end
            return found
            """);

    private static final byte[] KEEP = bytes("""
            for i = 2, #KEYS do
              if redis.call('GET', KEYS[i]) ~= ARGV[i] then
                return 0
              end
            end
            redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[#KEYS + 1])
            return 1
            """);

    /** A moment to come that was set before stays, unless it is so far off that some clock must have been wrong. */
    private static final byte[] TOUCH = bytes("""
            for i = 1, #KEYS do
              local at = tonumber(ARGV[i + 2])
              local mark = redis.call('GET', KEYS[i])
              local was = mark and tonumber(string.match(mark, '^%d+'))
              if was and was > at and was - at < 120000 then
                at = was
              end
              redis.call('SET', KEYS[i], string.format('%.0f', at) .. '.' .. ARGV[1] .. '.' .. i, 'PX', ARGV[2])
            end
            return 1
            """);

    private final UnifiedJedis client;
    private final String prefix;
    private final Clock clock;
    private final Runnable closing;
    private final String unique = UUID.randomUUID().toString();
    private final AtomicLong made = new AtomicLong();
    private final PendingTouches owed = new PendingTouches();
    private volatile Instant askAgain = Instant.MIN;
    private volatile boolean isClosed;

    RedisStore(UnifiedJedis client, String prefix, Clock clock, Runnable closing) {
        this.client = client;
        this.prefix = prefix;
        this.clock = clock;
        this.closing = closing;
    }

    @Override
    public Look look(Question question, Instant now) throws Unavailable {
        settle();
        List<byte[]> keys = keys(question);
        List<?> found = (List<?>) eval(LOOK, keys, List.of(bytes(newMark()), millis(MARKS_LAST)));
        List<String> marks = new ArrayList<>();
        long touched = 0;
        for (Object mark : found.subList(1, found.size())) {
            String text = new String((byte[]) mark, StandardCharsets.UTF_8);
            marks.add(text);
            touched = Math.max(touched, Long.parseLong(text.substring(0, text.indexOf('.'))));
        }
        return new Look(answer((byte[]) found.get(0), marks, now), new Marks(marks, Instant.ofEpochMilli(touched)));
    }

    @Override
    public boolean keep(Question question, Marks marks, Result answer, Instant until, Instant now) throws Unavailable {
        settle();
        List<byte[]> arguments = new ArrayList<>();
        arguments.add(stored(marks, until, answer));
        marks.values().forEach(mark -> arguments.add(bytes((String) mark)));
        arguments.add(millis(Duration.between(now, until)));
        return Long.valueOf(1).equals(eval(KEEP, keys(question), arguments));
    }

    @Override
    public void touch(String space, Collection<String> scopes, Instant at) throws Unavailable {
        // Owed first: whatever happens now, nobody here gets an old answer before this is done.
        owed.add(space, scopes, at.toEpochMilli());
        settle();
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void close() {
        isClosed = true;
        closing.run();
    }

    /** Touches what is owed, also from times when the server could not be reached. */
    private void settle() throws Unavailable {
        if (owed.isEmpty()) {
            return;
        }
        try {
            for (String space : owed.spaces()) {
                List<Map.Entry<String, PendingTouches.Debt>> scopes = owed.of(space);
                for (int from = 0; from < scopes.size(); from += LONGEST_SCRIPT_KEYS) {
                    touch(space, scopes.subList(from, Math.min(scopes.size(), from + LONGEST_SCRIPT_KEYS)));
                }
            }
        } catch (Unavailable e) {
            if (owed.schedule() && !isClosed) {
                CompletableFuture.delayedExecutor(RETRY_AFTER.toMillis(), TimeUnit.MILLISECONDS)
                        .execute(this::retry);
            }
            throw e;
        }
    }

    private void touch(String space, List<Map.Entry<String, PendingTouches.Debt>> scopes) throws Unavailable {
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> arguments = new ArrayList<>();
        arguments.add(bytes(newMark()));
        arguments.add(millis(MARKS_LAST));
        for (Map.Entry<String, PendingTouches.Debt> scope : scopes) {
            keys.add(mark(space, scope.getKey()));
            arguments.add(bytes(Long.toString(scope.getValue().atMillis())));
        }
        if (eval(TOUCH, keys, arguments) != null) {
            owed.paid(space, scopes);
        }
    }

    /** For a process that does nothing else with the cache meanwhile: others wait for what it owes. */
    private void retry() {
        owed.scheduled();
        if (!isClosed) {
            try {
                settle();
            } catch (Unavailable e) {
                // Settling has arranged for the next time.
                assert !owed.isEmpty() || isClosed;
            }
        }
    }

    private Object eval(byte[] script, List<byte[]> keys, List<byte[]> arguments) throws Unavailable {
        if (clock.instant().isBefore(askAgain)) {
            throw new Unavailable(null);
        }
        try {
            return client.eval(script, keys, arguments);
        } catch (JedisException e) {
            askAgain = clock.instant().plus(RETRY_AFTER);
            throw new Unavailable(e);
        }
    }

    private static Result answer(byte[] stored, List<String> marks, Instant now) {
        try {
            return stored == null ? null : read(ByteBuffer.wrap(stored), marks, now);
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            // Somebody else wrote it.
            return null;
        }
    }

    private static Result read(ByteBuffer in, List<String> marks, Instant now) {
        if (now.toEpochMilli() >= in.getLong() || in.getInt() != marks.size()) {
            return null;
        }
        for (String mark : marks) {
            byte[] own = new byte[Math.min(in.getInt(), in.remaining())];
            in.get(own);
            if (!mark.equals(new String(own, StandardCharsets.UTF_8))) {
                return null;
            }
        }
        byte[] answer = new byte[in.remaining()];
        in.get(answer);
        return AnswerCodec.decode(answer);
    }

    private static byte[] stored(Marks marks, Instant until, Result answer) {
        byte[] body = AnswerCodec.encode(answer);
        List<byte[]> texts =
                marks.values().stream().map(mark -> bytes((String) mark)).toList();
        int size = 12
                + body.length
                + texts.stream().mapToInt(text -> 4 + text.length).sum();
        ByteBuffer out = ByteBuffer.allocate(size).putLong(until.toEpochMilli()).putInt(texts.size());
        texts.forEach(text -> out.putInt(text.length).put(text));
        return out.put(body).array();
    }

    private List<byte[]> keys(Question question) {
        List<byte[]> keys = new ArrayList<>();
        keys.add(key(question.space(), question.pattern(), question.key()));
        question.scopes().forEach(scope -> keys.add(mark(question.space(), scope)));
        return keys;
    }

    private byte[] mark(String space, String scope) {
        int slash = scope.indexOf('/');
        return key(space, "~" + (slash < 0 ? scope : scope.substring(0, slash)), scope);
    }

    /** Values go into names only as hashes: keys are shown in logs and tools. */
    private byte[] key(String space, String word, String text) {
        int blank = space.indexOf(' ');
        String design = blank < 0 ? space : space.substring(0, blank);
        return bytes(prefix + "{" + design + "-" + hash(space).substring(0, 8) + "}:" + word + ":" + hash(text));
    }

    private String newMark() {
        return unique + "." + made.incrementAndGet();
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes(text));
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(digest)
                    .substring(0, 24);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] millis(Duration span) {
        return bytes(Long.toString(Math.max(1, span.toMillis())));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
