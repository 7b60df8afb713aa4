package dev.partita;

import java.nio.file.Path;
import java.util.Random;

/**
 * Where the chance of a test comes from: new in every run, or given by {@code -Dseed}. As a text it says how to run the test
 * with it again, so a message that names the seed names the command.
 */
public record Seed(long value, String module, String test) {

    /** For the class that asks, which is told on standard output. */
    public static Seed draw() {
        return draw(StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .getCallerClass());
    }

    /** For a class whose tests stand in another. */
    public static Seed draw(Class<?> asking) {
        Class<?> test = asking;
        while (test.getEnclosingClass() != null) {
            test = test.getEnclosingClass();
        }
        // The build runs a module's tests in the module's directory.
        String module = Path.of("").toAbsolutePath().getFileName().toString();
        Seed seed = new Seed(Long.getLong("seed", new Random().nextLong()), module, test.getSimpleName());
        System.out.println(test.getSimpleName() + ": seed " + seed);
        return seed;
    }

    public Random random() {
        return new Random(value);
    }

    @Override
    public String toString() {
        return value + " (./mvnw -pl " + module + " -am test -Dtest=" + test
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dseed=" + value + ")";
    }
}
