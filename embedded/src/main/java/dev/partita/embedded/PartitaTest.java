package dev.partita.embedded;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test of a JUnit Jupiter class a database of its own, through parameters of its constructor, its
 * {@code @BeforeEach} and {@code @AfterEach} methods or the test itself: {@link Partita}, {@code Endpoint},
 * {@code DynamoDbClient}, {@code DynamoDbAsyncClient}, the two streams clients, or the Enhanced Client.
 *
 * <p>The database is empty, or a fork of what the class's {@link Prepared} method made.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PartitaExtension.class)
public @interface PartitaTest {}
