package dev.partita.plan.internal.write;

import dev.partita.design.internal.text.MomentText;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Moment;
import dev.partita.design.model.Type;
import java.util.LinkedHashMap;
import java.util.Map;

/** The values of a pattern's {@code set:}. {@code now}, perhaps with a duration added, is the time, for a time; {@code me} is who calls, for text. */
public final class Constants {

    /** As stated, moments read. */
    private final Map<String, Object> stated = new LinkedHashMap<>();

    Constants(Map<String, Object> set, Entity entity) {
        set.forEach((name, value) -> {
            Attribute attribute = entity.attributes().get(name);
            boolean isTime = attribute != null && attribute.type().isTime();
            Moment moment = isTime ? MomentText.of(value) : null;
            stated.put(name, moment == null ? value : moment);
        });
    }

    /** Whether {@code me} can be its value: who calls is known by a text, which may be digits. */
    public static boolean isCaller(Type type) {
        return type == Type.Simple.STRING
                || type == Type.Simple.ULID
                || type == Type.Simple.UUID
                || type == Type.Simple.INTEGER
                || type == Type.Simple.ANY;
    }

    Map<String, Object> of(WriteRun run) {
        Map<String, Object> values = new LinkedHashMap<>();
        stated.forEach((name, value) -> values.put(
                name,
                value instanceof Moment moment
                        ? moment.at(run.now())
                        : "me".equals(value) ? run.surroundings().me() : value));
        return values;
    }
}
