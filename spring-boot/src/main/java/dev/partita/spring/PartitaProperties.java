package dev.partita.spring;

import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What {@code application.properties} can say.
 *
 * @param endpoint where DynamoDB is; Amazon DynamoDB when null
 * @param region the AWS region; found as every AWS tool finds it when null
 * @param environment what {@code {env}} in the names of tables stands for
 * @param createTables whether the tables of a design are made when its database is opened
 * @param cursorSecret what cursors of lists are sealed with; null to leave them as they are
 * @param inMemory whether the database is an engine inside this process that forgets everything at its end
 */
@ConfigurationProperties("partita")
public record PartitaProperties(
        URI endpoint, String region, String environment, boolean createTables, String cursorSecret, boolean inMemory) {}
