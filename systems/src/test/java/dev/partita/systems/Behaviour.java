package dev.partita.systems;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The behaviours of the documents that a test tries to break, by their ids: {@code 000-B4}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Behaviour {
    String[] value();
}
