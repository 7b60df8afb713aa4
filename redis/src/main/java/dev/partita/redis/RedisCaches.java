package dev.partita.redis;

import dev.partita.cache.Caches;
import java.net.URI;
import java.time.Clock;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.util.JedisURIHelper;

/**
 * Caches in Redis: databases in any number of processes keep answers there, and see each other's writes.
 *
 * <p>Threads may share what is made here if they may share the client that it was given.
 */
public final class RedisCaches {

    /** What all keys begin with, unless told. */
    public static final String PREFIX = "partita:";

    /** A cache is of use only while it is quicker than the table. */
    private static final int TIMEOUT_MILLIS = 500;

    private RedisCaches() {}

    /** A server of its own: {@code redis://user:password@host:6379}, or {@code rediss://} with TLS. */
    public static Caches at(String uri) {
        UnifiedJedis client = RedisClient.builder()
                .clientConfig(DefaultJedisClientConfig.builder(URI.create(uri))
                        .connectionTimeoutMillis(TIMEOUT_MILLIS)
                        .socketTimeoutMillis(TIMEOUT_MILLIS)
                        .build())
                .hostAndPort(JedisURIHelper.getHostAndPort(URI.create(uri)))
                .build();
        return Caches.in(new RedisStore(client, PREFIX, Clock.systemUTC(), client::close));
    }

    /** A client as its owner configured it, for a cluster too; it stays his to close. */
    public static Caches on(UnifiedJedis client) {
        return on(client, PREFIX, Clock.systemUTC());
    }

    /**
     * @param prefix what all keys begin with: another for another set of tables with the same names
     * @param clock when a server that did not answer is asked again
     */
    public static Caches on(UnifiedJedis client, String prefix, Clock clock) {
        return Caches.in(new RedisStore(client, prefix, clock, () -> {}));
    }
}
