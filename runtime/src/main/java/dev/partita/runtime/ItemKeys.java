package dev.partita.runtime;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Template;
import dev.partita.item.Item;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.sdk.SdkItems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Keys as a design's templates make them, for who calls DynamoDB by hand. Threads may share it. */
public final class ItemKeys {

    private final Design design;
    private final Map<String, Codec> codecs = new ConcurrentHashMap<>();

    private ItemKeys(Design design) {
        this.design = design;
    }

    public static ItemKeys of(Design design) {
        return new ItemKeys(design);
    }

    /**
     * The whole key of an item in its table.
     *
     * @param values of the attributes in it
     * @throws InvalidValues when no item can have such a key
     */
    public Map<String, AttributeValue> of(String entity, Map<String, Object> values) {
        Codec codec = codec(entity);
        return made(codec, codec.entity().key(), values);
    }

    /** One key attribute of the table or of an index. */
    public AttributeValue of(String entity, String keyAttribute, Map<String, Object> values) {
        Codec codec = codec(entity);
        return made(codec, Map.of(keyAttribute, template(codec.entity(), keyAttribute)), values)
                .get(keyAttribute);
    }

    private static Map<String, AttributeValue> made(
            Codec codec, Map<String, Template> templates, Map<String, Object> values) {
        Inputs inputs = new Inputs(codec);
        Map<String, Object> given = new LinkedHashMap<>();
        List<Violation> missing = new ArrayList<>();
        values.forEach((name, value) -> {
            if (value == null) {
                missing.add(new Violation(codec.entity().name(), name, null, "required", "is required"));
            } else {
                given.put(name, inputs.argument(codec.entity().attributes().get(name), value));
            }
        });
        codec.require(missing);
        Item key = codec.key(templates, given);
        if (key == null) {
            String names = String.join(", ", values.keySet());
            codec.require(List.of(new Violation(
                    codec.entity().name(), names, null, "key", "makes no key: no item has such values there")));
        }
        return SdkItems.toSdk(key);
    }

    private static Template template(Entity entity, String keyAttribute) {
        List<Template> templates = entity.templates(keyAttribute);
        if (templates.size() != 1) {
            throw new IllegalArgumentException(entity.name() + " has "
                    + (templates.isEmpty() ? "no key attribute " : "alternatives for the key attribute ")
                    + keyAttribute);
        }
        return templates.get(0);
    }

    private Codec codec(String entity) {
        return codecs.computeIfAbsent(
                entity, name -> new Codec(design, design.entities().get(name)));
    }
}
