package pages;

/** What the block about Redis in docs/caching.md finds around it. */
abstract class RedisPage {
    redis.clients.jedis.UnifiedJedis clusterClient;
}
