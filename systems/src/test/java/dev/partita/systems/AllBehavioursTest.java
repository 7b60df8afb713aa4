package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every behaviour of the five documents has a test that tries to break it over REST. A test that names one and asks nothing fails,
 * since {@link Served} counts the calls.
 */
class AllBehavioursTest {

    private static final List<Class<?>> TESTS = List.of(
            UrlChecksBehavioursTest.class,
            AuraHistoriaBehavioursTest.class,
            AlgoitnyBehavioursTest.class,
            FusMainBehavioursTest.class,
            NotificationsBehavioursTest.class);

    @Test
    void eachOfThe68HasATest() {
        Set<String> tried = new TreeSet<>();
        for (Class<?> tests : TESTS) {
            Stream.of(tests.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Behaviour.class))
                    .forEach(method -> tried.addAll(behaviours(method)));
        }
        Set<String> wanted = new TreeSet<>();
        Systems.SEEDS
                .values()
                .forEach(seed -> wanted.addAll(Systems.requirements(seed + "-B").keySet()));
        assertThat(tried).isEqualTo(wanted).hasSize(68);
    }

    private static List<String> behaviours(Method method) {
        assertThat(method.isAnnotationPresent(Test.class)).as(method.toString()).isTrue();
        return List.of(method.getAnnotation(Behaviour.class).value());
    }
}
