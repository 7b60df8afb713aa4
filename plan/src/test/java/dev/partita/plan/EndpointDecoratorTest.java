package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.Item;
import dev.partita.plan.Endpoint.Context;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EndpointDecoratorTest {

    private static final Answer NOTHING = new Answer(List.of(), null, Item.NONE, 0, 0, 0, List.of(), List.of());

    /** Says yes to everything, and writes down what it was asked. */
    private static final class Willing implements Endpoint {
        private final List<Object> asked = new ArrayList<>();

        @Override
        public Answer call(Request request, Context context) {
            asked.add(context);
            return NOTHING;
        }

        @Override
        public Map<?, ?> describe(Request.TableRequest request) {
            asked.add(request);
            return Map.of("Table", "this");
        }

        @Override
        public boolean tell(Listener listener) {
            asked.add(listener);
            return true;
        }

        @Override
        public boolean answersAtOnce() {
            asked.add("at once");
            return true;
        }
    }

    private static final class Before extends EndpointDecorator {
        Before(Endpoint endpoint) {
            super(endpoint);
        }

        @Override
        public Answer call(Request request, Context context) {
            return endpoint().call(request, context);
        }
    }

    private final Willing willing = new Willing();
    private final Endpoint decorated = new Before(new Before(willing));

    @Test
    void everythingReachesTheEndpointBehind() {
        Request.TableRequest request = new Request.TableRequest("DescribeTable", Map.of());
        Endpoint.Listener listener = new Endpoint.Listener() {
            @Override
            public void changed(String table, Item before, Item after) {}

            @Override
            public void dropped(String table) {}
        };
        Context context = Context.PLAIN.counting().within(Duration.ofSeconds(1));
        assertThat(decorated.call(request, context)).isSameAs(NOTHING);
        assertThat(decorated.call(request)).isSameAs(NOTHING);
        assertThat(decorated.describe(request)).isEqualTo(Map.of("Table", "this"));
        assertThat(decorated.tell(listener)).isTrue();
        assertThat(decorated.answersAtOnce()).isTrue();
        assertThat(willing.asked).containsExactly(context, Context.PLAIN, request, listener, "at once");
    }

    /** A method that the interface gets later is either handed on here or makes this fail. */
    @Test
    void nothingIsLeftForADecoratorToForget() {
        for (Method method : Endpoint.class.getDeclaredMethods()) {
            boolean isCall = method.getName().equals("call");
            if (!isCall && !method.isSynthetic() && !Modifier.isStatic(method.getModifiers())) {
                assertThat(Arrays.stream(EndpointDecorator.class.getDeclaredMethods())
                                .filter(own -> own.getName().equals(method.getName())))
                        .as(method.getName())
                        .anyMatch(own -> Modifier.isFinal(own.getModifiers()));
            }
        }
    }

    @Test
    void twoOnTheSamePlaceAreTheSamePlace() {
        assertThat(new Before(willing)).isEqualTo(new Before(willing)).hasSameHashCodeAs(new Before(willing));
        assertThat(new Before(willing)).isNotEqualTo(new Before(new Willing()));
    }
}
