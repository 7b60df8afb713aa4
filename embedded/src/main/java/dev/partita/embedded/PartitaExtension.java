package dev.partita.embedded;

import dev.partita.engine.Engine;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Opens a database for each test that asks for one and closes it afterwards. {@link PartitaTest} is the short way;
 * {@code @RegisterExtension} with one of the methods here sets options or prepares in code.
 *
 * <p>What was prepared belongs to a test class and is made when its first test asks. Tests may run in parallel.
 */
public final class PartitaExtension implements ParameterResolver, AfterEachCallback, AfterAllCallback {

    private final Engine.Options options;
    private final Consumer<Partita> preparation;
    private final Injection injection;
    /** By the unique id of the test. */
    private final Map<String, Partita> opened = new ConcurrentHashMap<>();
    /** By the unique id of the test class. */
    private final Map<String, Original> originals = new ConcurrentHashMap<>();

    /** Empty databases, or forks of what a {@link Prepared} method makes. */
    public PartitaExtension() {
        this(Engine.Options.defaults(), null, Injection.STANDARD);
    }

    private PartitaExtension(Engine.Options options, Consumer<Partita> preparation, Injection injection) {
        this.options = options;
        this.preparation = preparation;
        this.injection = injection;
    }

    /** The same, with a clock, region or seed of one's own. */
    public PartitaExtension withOptions(Engine.Options newOptions) {
        return new PartitaExtension(newOptions, preparation, injection);
    }

    /** The same, where each test starts with what {@code newPreparation} made. */
    public PartitaExtension preparedBy(Consumer<Partita> newPreparation) {
        return new PartitaExtension(options, newPreparation, injection);
    }

    /**
     * The same, whose tests can also ask for a {@code type}, such as a generated client:
     * {@code giving(Orders.class, partita -> Orders.on(partita.endpoint()))}.
     */
    public <T> PartitaExtension giving(Class<T> type, Function<Partita, T> maker) {
        return new PartitaExtension(options, preparation, injection.and(type, maker));
    }

    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        // A constructor's parameters belong to the test it is made for.
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return injection.supports(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException("Each test has a database of its own, so there is none yet; "
                    + "a static @Prepared method makes what all tests start with");
        }
        Partita partita = opened.computeIfAbsent(context.getUniqueId(), id -> open(context));
        return injection.of(parameter.getParameter().getType(), partita);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        close(opened.remove(context.getUniqueId()));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Original original = originals.remove(context.getUniqueId());
        if (original != null) {
            close(original.partita);
        }
    }

    private Partita open(ExtensionContext test) {
        ExtensionContext top = null;
        for (ExtensionContext at = test;
                at.getTestClass().isPresent();
                at = at.getParent().orElseThrow()) {
            if (at.getTestMethod().isPresent()) {
                continue;
            }
            top = at;
            List<Method> methods = AnnotationSupport.findAnnotatedMethods(
                    at.getRequiredTestClass(), Prepared.class, HierarchyTraversalMode.TOP_DOWN);
            if (!methods.isEmpty()) {
                return original(at).fork(options, partita -> methods.forEach(method -> prepare(method, partita)));
            }
        }
        return preparation == null ? Partita.inMemory(options) : original(top).fork(options, preparation);
    }

    private Original original(ExtensionContext testClass) {
        return originals.computeIfAbsent(testClass.getUniqueId(), id -> new Original());
    }

    private void prepare(Method method, Partita partita) {
        Class<?>[] types = method.getParameterTypes();
        if (!Modifier.isStatic(method.getModifiers()) || !Arrays.stream(types).allMatch(injection::supports)) {
            throw new ExtensionConfigurationException(
                    "@Prepared needs a static method whose parameters are what a test can ask for: " + method);
        }
        Object[] parameters =
                Arrays.stream(types).map(type -> injection.of(type, partita)).toArray();
        ReflectionSupport.invokeMethod(method, null, parameters);
    }

    private static void close(Partita partita) {
        if (partita != null) {
            partita.close();
        }
    }

    /** What the tests of a class start with; made once, by the first that asks, while the others wait. */
    private static final class Original {
        private Partita partita;

        synchronized Partita fork(Engine.Options options, Consumer<Partita> preparation) {
            if (partita == null) {
                Partita made = Partita.inMemory(options);
                preparation.accept(made);
                partita = made;
            }
            return partita.fork();
        }
    }
}
