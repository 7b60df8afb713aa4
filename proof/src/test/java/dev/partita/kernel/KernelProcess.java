package dev.partita.kernel;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** Tries the interleavings of one kernel, in a process of its own: Lincheck rewrites the classes it looks at. */
public final class KernelProcess {

    static final String TRIED = "tried without a fault";
    static final String FAULT = "a fault, found by Lincheck";

    private KernelProcess() {}

    /** Arguments: the kernel's class, that of its sequential twin, threads, calls of each, scenarios, interleavings of each. */
    public static void main(String[] arguments) throws ClassNotFoundException {
        Class<?> kernel = Class.forName(arguments[0]);
        ModelCheckingOptions options = new ModelCheckingOptions();
        options.sequentialSpecification(Class.forName(arguments[1]));
        options.threads(Integer.parseInt(arguments[2]));
        options.actorsPerThread(Integer.parseInt(arguments[3])).actorsBefore(0).actorsAfter(1);
        options.iterations(Integer.parseInt(arguments[4]));
        options.invocationsPerIteration(Integer.parseInt(arguments[5]));
        options.minimizeFailedScenario(false);
        // Ten seconds unless told, which a busy machine takes to load the classes.
        options.invocationTimeout$lincheck(300_000);
        options.loopBound(10_000);
        options.loopIterationsBeforeThreadSwitch(100);
        try {
            options.check(kernel);
            System.out.println(TRIED);
            System.exit(0);
        } catch (LincheckAssertionError e) {
            System.out.println(FAULT);
            System.out.println(e.getMessage());
            System.exit(1);
        }
    }
}
