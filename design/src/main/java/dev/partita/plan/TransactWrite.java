package dev.partita.plan;

import dev.partita.design.Pattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Several writes, all of them or none. */
final class TransactWrite implements Writing {

    private final Pattern pattern;
    private final Map<String, WritePlan> parts;
    private final PartArguments given;

    TransactWrite(Pattern pattern, Map<String, WritePlan> parts) {
        this.pattern = pattern;
        this.parts = new LinkedHashMap<>(parts);
        this.given = PartArguments.ofWrites(parts);
    }

    PartArguments given() {
        return given;
    }

    @Override
    public void describe(Outline outline) {
        parts.values().forEach(part -> part.writing().describe(outline));
    }

    @Override
    public void describeRest(Outline outline) {
        parts.values().forEach(part -> part.writing().describeRest(outline));
    }

    /** Arguments may stand under each pattern's name; what does not is for all that know it. */
    @Override
    public Prepared prepare(Map<String, Object> arguments, WriteRun run) {
        Set<String> beside = new LinkedHashSet<>(arguments.keySet());
        beside.removeIf(name -> parts.containsKey(name) && arguments.get(name) instanceof Map<?, ?>);
        given.requireKnown(pattern.name(), beside);
        List<Prepared> prepared = new ArrayList<>();
        parts.forEach((name, part) -> {
            Map<String, Object> own = new LinkedHashMap<>();
            if (arguments.get(name) instanceof Map<?, ?> map) {
                map.forEach((key, value) -> own.put(String.valueOf(key), value));
            } else {
                own.putAll(given.of(name, arguments));
            }
            prepared.add(part.writing().prepare(own, run));
        });
        return new AllOrNone(pattern.name(), prepared);
    }
}
