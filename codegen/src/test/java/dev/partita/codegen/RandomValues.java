package dev.partita.codegen;

import dev.partita.design.model.Type;
import dev.partita.item.Bytes;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Logical values as a codec gives them, of any type. */
final class RandomValues {

    private final Random random;

    RandomValues(Random random) {
        this.random = random;
    }

    /** What must be there is; the rest may be. */
    Map<String, Object> of(List<Component> components) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Component component : components) {
            if (component.presence() == Component.Presence.GIVEN || random.nextBoolean()) {
                values.put(component.attribute().name(), of(component.type()));
            }
        }
        return values;
    }

    private Object of(Type type) {
        if (type instanceof Type.Enumeration options) {
            return options.open() && random.nextInt(4) == 0
                    ? text()
                    : options.values().get(random.nextInt(options.values().size()));
        }
        if (type instanceof Type.ListOf list) {
            return several(list.element(), new ArrayList<>());
        }
        if (type instanceof Type.SetOf set) {
            return several(set.element(), new LinkedHashSet<>());
        }
        if (type instanceof Type.MapOf map) {
            Map<String, Object> members = new LinkedHashMap<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                members.put(text(), of(map.element()));
            }
            return members;
        }
        if (type instanceof Type.Record record) {
            // Members with defaults always, for the record fills them in.
            Map<String, Object> members = new LinkedHashMap<>();
            for (Component component : Component.of(record)) {
                boolean mustBe = component.presence() == Component.Presence.GIVEN
                        || component.presence() == Component.Presence.DEFAULTED;
                if (mustBe || random.nextBoolean()) {
                    members.put(component.attribute().name(), of(component.type()));
                }
            }
            return members;
        }
        return of((Type.Simple) type);
    }

    private Object of(Type.Simple type) {
        return switch (type) {
            case STRING, ISO_TIME, ULID, UUID, PASSWORD -> text();
            case INTEGER -> random.nextLong();
            case DECIMAL -> BigDecimal.valueOf(random.nextLong(), random.nextInt(20));
            case BOOLEAN, FLAG -> random.nextBoolean();
            case BINARY -> Bytes.of(text().getBytes(java.nio.charset.StandardCharsets.UTF_8));
            case TIMESTAMP, EPOCH_SECONDS -> Instant.ofEpochSecond(random.nextInt());
            case TIMESTAMP_MILLIS, EPOCH_MILLIS -> Instant.ofEpochMilli(random.nextInt());
            case DATE -> LocalDate.ofEpochDay(random.nextInt(40_000));
            case ANY -> anything();
        };
    }

    private Object anything() {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextBoolean();
            case 2 -> new ArrayList<>(java.util.Arrays.asList(text(), null, 1L));
            case 3 -> new LinkedHashMap<>(Map.of(text(), true));
            default -> text();
        };
    }

    private <C extends java.util.Collection<Object>> C several(Type element, C elements) {
        for (int i = random.nextInt(4); i > 0; i--) {
            elements.add(of(element));
        }
        return elements;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i >= 0; i--) {
            text.append("aZ0#% ä日".charAt(random.nextInt(8)));
        }
        return text.toString();
    }
}
