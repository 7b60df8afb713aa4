package dev.partita.runtime;

import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/** Secure random numbers whose provider is loaded only when a number is drawn: who only reads does not wait for it. */
final class LateRandom implements RandomGenerator {
    private static final class Source {
        static final SecureRandom RANDOM = new SecureRandom();
    }

    @Override
    public long nextLong() {
        return Source.RANDOM.nextLong();
    }
}
