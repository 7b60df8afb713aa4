package dev.partita.exchange;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.fuzz.Target;
import java.nio.charset.StandardCharsets;

/** A NoSQL Workbench data model. It is refused in words, or becomes a design file that is YAML. */
public final class WorkbenchTarget implements Target {

    @Override
    public void read(byte[] input) {
        String design;
        try {
            design = WorkbenchImport.design(new String(input, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException refused) {
            if (refused.getClass() != IllegalArgumentException.class || refused.getMessage() == null) {
                throw refused;
            }
            return;
        }
        if (Reader.read(new Source("imported.yaml", design)).design() == null) {
            throw new AssertionError("this is not even YAML:\n" + design);
        }
    }
}
