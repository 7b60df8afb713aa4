package dev.partita.planted;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.partita.proof.OneFamily;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary.Failure;

/** One JUnit test by itself, {@code Class} or {@code Class#method}, in a process whose class path somebody else chose. */
final class OneTest {

    private OneTest() {}

    public static void main(String[] arguments) {
        DiscoverySelector selector =
                arguments[0].contains("#") ? selectMethod(arguments[0]) : selectClass(arguments[0]);
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(List.of(selector))
                // A fault may let a test wait for ever.
                .configurationParameter("junit.jupiter.execution.timeout.default", "30 s")
                .configurationParameter("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD")
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, listener);
        if (listener.getSummary().getTestsStartedCount() == 0) {
            throw new IllegalArgumentException("there is no test " + arguments[0]);
        }
        for (Failure failure : listener.getSummary().getFailures()) {
            Throwable problem = failure.getException();
            System.out.println(OneFamily.BROKEN + failure.getTestIdentifier().getDisplayName() + ": "
                    + problem.getClass().getSimpleName() + ": "
                    + String.valueOf(problem.getMessage()).strip().replaceAll("\\s+", " ")
                    + (problem.getCause() == null ? "" : " because of " + problem.getCause()));
        }
        System.exit(0);
    }
}
