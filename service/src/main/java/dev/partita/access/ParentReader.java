package dev.partita.access;

import dev.partita.design.model.Pattern;
import dev.partita.plan.Result;
import dev.partita.plan.internal.compile.Through;
import dev.partita.runtime.Database;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the parents that patterns follow: the one item, strongly, and not from a cache. */
final class ParentReader {

    private final Database database;

    ParentReader(Database database) {
        Map<String, Pattern> patterns = new LinkedHashMap<>();
        for (Pattern pattern : database.design().patterns().values()) {
            for (Through through : Through.of(database.design(), pattern)) {
                patterns.put(through.gate().name(), reading(through));
            }
        }
        this.database = patterns.isEmpty() ? database : database.withPatterns(patterns.values());
    }

    /** The parent with a key, as its pattern shows it. */
    Result read(Through through, Map<String, Object> key) {
        return database.read(name(through), key);
    }

    private static Pattern reading(Through through) {
        return Pattern.Get.of(
                name(through),
                through.parent().name(),
                List.copyOf(through.names().keySet()),
                through.gate().where(),
                true,
                List.of());
    }

    /** No file can name a pattern with a blank in it. */
    private static String name(Through through) {
        return "through " + through.gate().name();
    }
}
