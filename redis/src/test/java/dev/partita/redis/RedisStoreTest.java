package dev.partita.redis;

import dev.partita.cache.Caches;
import dev.partita.cache.CachesAgreeWithTheTable;
import dev.partita.cache.Library;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import redis.clients.jedis.UnifiedJedis;

class RedisStoreTest extends CachesAgreeWithTheTable {

    private static RedisServer server;
    private static UnifiedJedis client;

    @BeforeAll
    static void start() {
        server = new RedisServer();
        client = server.client();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            client.close();
            server.close();
        }
    }

    /** As two processes would have them: nothing in common but the server. */
    @Override
    protected List<Caches> caches(Library.Hand clock) {
        client.flushAll();
        return List.of(
                RedisCaches.on(client, RedisCaches.PREFIX, clock), RedisCaches.on(client, RedisCaches.PREFIX, clock));
    }
}
