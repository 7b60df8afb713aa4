package dev.partita.console;

import dev.partita.design.model.Finding;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.Map;

/** The designs that are served, as they are now: a file that was edited shows its new text. */
@FunctionalInterface
public interface Designs {

    /**
     * @param compiled null when the file has come to be unreadable; the findings say why
     * @param environment fills the variables in tables' names
     */
    record Loaded(
            String name,
            String file,
            String text,
            Compiled compiled,
            List<Finding> findings,
            Map<String, String> environment) {
        public Loaded {
            findings = List.copyOf(findings);
            environment = Map.copyOf(environment);
        }
    }

    List<Loaded> all();
}
