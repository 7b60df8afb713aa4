package dev.partita.spring;

import dev.partita.cache.Caches;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Adds the hit rates of caches to the application's metrics, if it has Micrometer. */
@AutoConfiguration(
        after = PartitaAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, Caches.class})
public class PartitaMetricsAutoConfiguration {

    @Bean
    CacheMeters partitaCacheMeters(MeterRegistry registry, Caches caches) {
        return new CacheMeters(registry, caches);
    }
}
