package dev.partita.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Caffeine chooses two of its classes by name; a native image must be told which. */
class NativeImageTest {

    @Test
    void theClassesThatCaffeineLoadsByNameAreDeclared() throws Exception {
        try (Library library = new Library(Caches.inProcess());
                InputStream file = Caches.class.getResourceAsStream(
                        "/META-INF/native-image/dev.partita/partita-runtime/reflect-config.json")) {
            library.cost("reader", "readerId", "1");
            String declared = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            Object store = member(library.caches, "store");
            Object bounded = member(member(store, "answers"), "cache");
            assertThat(declared)
                    .contains('"' + bounded.getClass().getName() + '"')
                    .contains('"' + member(bounded, "nodeFactory").getClass().getName() + '"');
        }
    }

    private static Object member(Object owner, String name) throws IllegalAccessException {
        for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field.get(owner);
                }
            }
        }
        throw new AssertionError(owner.getClass() + " has no " + name);
    }
}
