package dev.partita.cli.internal.up;

import dev.partita.cli.internal.design.DesignFiles;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.console.Designs;
import dev.partita.design.Design;
import dev.partita.lint.JudgedDesign;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The designs the console shows: judged when first asked for, and again when their file was edited. */
final class ConsoleDesigns implements Designs {

    private record Kept(FileTime edited, Loaded loaded) {}

    private final List<String> names;
    private final List<Design> designs;
    private final Map<String, String> environment;
    private final Map<String, Kept> kept = new ConcurrentHashMap<>();

    /** @param names as the command line has them, in the order of {@code designs} */
    ConsoleDesigns(List<String> names, List<Design> designs, Map<String, String> environment) {
        this.names = List.copyOf(names);
        this.designs = List.copyOf(designs);
        this.environment = environment;
    }

    @Override
    public List<Loaded> all() {
        List<Loaded> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            String design = designs.get(i).name();
            FileTime edited = edited(name);
            all.add(kept.compute(
                            name,
                            (key, before) -> before != null && before.edited().equals(edited)
                                    ? before
                                    : new Kept(edited, load(name, design, before)))
                    .loaded());
        }
        return all;
    }

    private Loaded load(String name, String design, Kept before) {
        try {
            JudgedDesign file = DesignFiles.open(name).helped();
            return new Loaded(
                    design, file.source().name(), file.source().text(), file.compiled(), file.findings(), environment);
        } catch (UsageException gone) {
            if (before != null) {
                return before.loaded();
            }
            throw gone;
        }
    }

    /** The beginning of time for a design that ships, or a file that is gone. */
    private static FileTime edited(String name) {
        try {
            Path file = Path.of(name);
            return Files.isRegularFile(file) ? Files.getLastModifiedTime(file) : FileTime.fromMillis(0);
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }
}
