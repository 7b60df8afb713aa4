package dev.partita.deploy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A client that lets something happen between the caller and the real one: another's write, a failure, a partial answer. */
public interface Meddling {

    /** The real call, to be made or not. */
    @FunctionalInterface
    interface Call {
        Object make();
    }

    /** @return what the caller gets */
    Object around(String operation, Object request, Call call);

    static DynamoDbClient with(DynamoDbClient client, Meddling meddling) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> {
                    Object request = arguments == null || arguments.length == 0 ? null : arguments[0];
                    // What takes a lambda makes a request of it and comes by again.
                    if (request instanceof Consumer<?>) {
                        return InvocationHandler.invokeDefault(proxy, method, arguments);
                    }
                    Call call = () -> {
                        try {
                            return method.invoke(client, arguments);
                        } catch (InvocationTargetException e) {
                            if (e.getCause() instanceof RuntimeException cause) {
                                throw cause;
                            }
                            throw new IllegalStateException(e.getCause());
                        } catch (IllegalAccessException e) {
                            throw new IllegalStateException(e);
                        }
                    };
                    return meddling.around(method.getName(), request, call);
                });
    }
}
