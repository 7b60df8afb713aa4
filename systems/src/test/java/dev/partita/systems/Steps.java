package dev.partita.systems;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A staged builder of generated code, walked by the names of what is to be given. */
final class Steps {

    private Object at;
    private Class<?> type;

    Steps(Object at, Class<?> type) {
        this.at = at;
        this.type = type;
    }

    /** Gives everything: stage after stage what must come, then what may. */
    Steps give(Map<String, Object> arguments) {
        Map<String, Object> left = new LinkedHashMap<>(arguments);
        while (type.isInterface()) {
            Method stage = Arrays.stream(type.getMethods())
                    .filter(method -> Modifier.isAbstract(method.getModifiers()))
                    .findFirst()
                    .orElseThrow();
            String name = left.keySet().stream()
                    .filter(argument -> namesOf(argument).contains(stage.getName()))
                    .findFirst()
                    .orElseThrow(() -> new Typed.DoesNotCompile("without " + stage.getName()));
            Object value = Typed.of(stage.getGenericParameterTypes()[0], left.remove(name));
            at = call(stage, at, value);
            type = stage.getReturnType();
        }
        left.forEach(this::optional);
        return this;
    }

    private void optional(String name, Object value) {
        if (value == null) {
            at = call(find("remove" + capital(name), 0), at);
            return;
        }
        Method setter = namesOf(name).stream()
                .map(option -> method(option, 1))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new Typed.DoesNotCompile(type.getSimpleName() + " takes no " + name));
        at = call(setter, at, Typed.of(setter.getGenericParameterTypes()[0], value));
    }

    Object made() {
        return at;
    }

    /** Calls the last method: {@code run}, {@code build}. */
    Object end(String name) {
        return call(find(name, 0), at);
    }

    private Method find(String name, int parameters) {
        return method(name, parameters)
                .orElseThrow(() -> new Typed.DoesNotCompile(type.getSimpleName() + " has no " + name));
    }

    private Optional<Method> method(String name, int parameters) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterCount() == parameters)
                .findFirst();
    }

    /** An attribute is given by its own name in a create, and as what is done to it in an update. */
    private static List<String> namesOf(String argument) {
        if (argument.startsWith(ModelWrites.WHEN)) {
            return List.of("when" + capital(argument.substring(ModelWrites.WHEN.length())));
        }
        String name = capital(argument);
        return List.of(argument, "set" + name, "append" + name, "add" + name, "when" + name);
    }

    private static String capital(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** Calls a method; what it throws is thrown. */
    static Object call(Method method, Object on, Object... arguments) {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refusal) {
                throw refusal;
            }
            throw new AssertionError(e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
