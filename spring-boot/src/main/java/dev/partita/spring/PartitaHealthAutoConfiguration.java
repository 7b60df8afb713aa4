package dev.partita.spring;

import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Adds the tables to the application's health, if it has the actuator. */
@AutoConfiguration(after = PartitaAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(Databases.class)
public class PartitaHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "partitaHealthIndicator")
    @ConditionalOnEnabledHealthIndicator("partita")
    HealthIndicator partitaHealthIndicator(Databases databases) {
        return new TablesHealth(databases);
    }
}
