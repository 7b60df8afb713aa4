package dev.partita.design;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Template;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Copies that go when their origin goes: one that has the time its origin's expiry is counted from has that expiry, too, and so the
 * same moment in its table's expiry attribute.
 */
final class CopyExpiry {

    private CopyExpiry() {}

    /** The entities, each copy with the expiry of its origin unless it states one of its own. */
    static Map<String, Entity> spread(Map<String, Entity> entities) {
        Map<String, Entity> all = new LinkedHashMap<>();
        for (Map.Entry<String, Entity> entry : entities.entrySet()) {
            String name = entry.getKey();
            Entity entity = entry.getValue();
            Entity origin =
                    entity.from() == null ? null : entities.get(entity.from().entity());
            boolean isDue = origin != null
                    && origin.expiry() != null
                    && entity.expiry() == null
                    && entity.node().get("expiry") == null
                    && !isHistory(origin, entity)
                    && hasTime(origin, entity);
            all.put(name, isDue ? entity.withExpiry(origin.expiry()) : entity);
        }
        return all;
    }

    /** Whether each write of the origin makes another one, which stays: then its version is in the key. */
    private static boolean isHistory(Entity origin, Entity copy) {
        return copy.key().values().stream().flatMap(Template::variables).anyMatch(variable -> variable.attribute()
                .equals(origin.version()));
    }

    private static boolean hasTime(Entity origin, Entity copy) {
        String after = origin.expiry().after();
        return copy.attributes().containsKey(after) && !after.equals(copy.from().as());
    }
}
