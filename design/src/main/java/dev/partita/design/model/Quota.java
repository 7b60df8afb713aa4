package dev.partita.design.model;

import java.util.List;
import java.util.Map;

/**
 * At most so many items of an entity for each combination of {@code per}. Each create counts up in the same transaction,
 * and is refused at the limit.
 *
 * @param per attributes of the counted entity, formatted: {@code userId}, {@code createdAt:date}
 * @param counterEntity with {@code counterAttribute}: the counter is an attribute of this parent item; else null
 * @param item with its key templates: the counter is an item of its own; else empty
 * @param by the attribute whose value chooses among {@code limits}; null when there is one limit, under the key ""
 * @param unlimited the value of a limit that means none, or null
 */
public record Quota(
        String name,
        String about,
        String counts,
        List<Template.Variable> per,
        String counterEntity,
        String counterAttribute,
        Map<String, Template> item,
        Long expirySeconds,
        String by,
        Map<String, Limit> limits,
        Long unlimited,
        Node node) {

    public Quota {
        per = List.copyOf(per);
        item = Ordered.copyOf(item);
        limits = Ordered.copyOf(limits);
    }

    /** A number, or a path of names: {@code User.checkLimit}, or through references {@code userId.plan.maxExecutionsPerDay}. */
    public record Limit(Long number, List<String> path, Node node) {
        public Limit {
            path = List.copyOf(path);
        }
    }
}
