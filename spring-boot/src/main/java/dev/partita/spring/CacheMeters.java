package dev.partita.spring;

import dev.partita.cache.CacheCounts;
import dev.partita.cache.Caches;
import dev.partita.design.Design;
import dev.partita.design.model.Pattern;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.ToDoubleFunction;

/**
 * What the caches did, under the names that Micrometer has for caches: {@code cache.gets} with {@code result=hit} and
 * {@code result=miss}, {@code cache.evictions}, and {@code cache.failures}, for each pattern that is kept.
 */
record CacheMeters(MeterRegistry registry, Caches caches) implements OpenListener {

    @Override
    public void opened(Design design) {
        design.patterns().values().stream()
                .filter(pattern -> pattern.cacheSeconds() != null)
                .forEach(pattern -> register(design, pattern));
    }

    private void register(Design design, Pattern pattern) {
        Tags tags = Tags.of("cache", design.name() + "." + pattern.name(), "cache.manager", "partita");
        count("cache.gets", tags.and("result", "hit"), design, pattern, CacheCounts::hits);
        count("cache.gets", tags.and("result", "miss"), design, pattern, CacheCounts::misses);
        count("cache.evictions", tags, design, pattern, CacheCounts::invalidations);
        count("cache.failures", tags, design, pattern, CacheCounts::failures);
    }

    private void count(String name, Tags tags, Design design, Pattern pattern, ToDoubleFunction<CacheCounts> what) {
        FunctionCounter.builder(
                        name,
                        caches,
                        source -> what.applyAsDouble(source.metrics().of(design.name(), pattern.name())))
                .tags(tags)
                .register(registry);
    }
}
