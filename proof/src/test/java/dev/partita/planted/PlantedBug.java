package dev.partita.planted;

import java.nio.file.Path;
import java.util.List;

/**
 * A fault that somebody could make, as a change of one file of the product. It is compiled for one process of one test and is in no
 * build.
 *
 * @param name in a few words, as a reader of RELIABILITY.md sees it
 * @param module where the file is
 * @param file below the module's sources, without {@code dev/partita/}
 * @param edits what is changed; each text before stands there once, or the fault has to be planted anew
 * @param caughtBy the family, such as {@code R2}, or the test, such as {@code engine: dev.partita.store.RotTest}, that has to notice
 * @param kind a regular expression for how it says so: the promise that is broken, not just anything that fails
 */
record PlantedBug(String name, String module, String file, List<Edit> edits, String caughtBy, String kind) {

    record Edit(String before, String after) {}

    boolean isCaughtByFamily() {
        return caughtBy.matches("R[0-9]+");
    }

    /** The module whose test notices. */
    String testModule() {
        return caughtBy.substring(0, caughtBy.indexOf(':'));
    }

    String test() {
        return caughtBy.substring(caughtBy.indexOf(' ') + 1);
    }

    /** The test without its package. */
    String shownTest() {
        return isCaughtByFamily() ? caughtBy : test().substring(test().lastIndexOf('.') + 1);
    }

    String shownFile() {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    Path source(Path root) {
        return root.resolve(module).resolve("src/main/java/dev/partita").resolve(file);
    }

    @Override
    public String toString() {
        return name;
    }
}
