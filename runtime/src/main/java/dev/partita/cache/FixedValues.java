package dev.partita.cache;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import java.util.LinkedHashMap;
import java.util.Map;

/** The values that a pattern's condition holds attributes to: an item with another value is in none of its answers. */
final class FixedValues {

    private FixedValues() {}

    static Map<String, Object> of(Pattern pattern, Entity entity) {
        Map<String, Object> fixed = new LinkedHashMap<>();
        // With several entities, or other items behind these, a condition is not about all of them.
        if (pattern.entities().size() == 1 && pattern.fetch() == null && pattern.then() == null) {
            add(pattern.where(), entity, fixed);
            pattern.by().forEach(variable -> fixed.remove(variable.attribute()));
        }
        return fixed;
    }

    private static void add(Where where, Entity entity, Map<String, Object> fixed) {
        if (where instanceof Where.And and) {
            add(and.left(), entity, fixed);
            add(and.right(), entity, fixed);
        } else if (where instanceof Where.IsTrue isTrue) {
            add(isTrue.path(), Boolean.TRUE, entity, fixed);
        } else if (where instanceof Where.Compare compare
                && compare.isEquality()
                && compare.left() instanceof Operand.Path path) {
            add(path, literal(compare.right()), entity, fixed);
        }
    }

    private static void add(Operand.Path path, Object value, Entity entity, Map<String, Object> fixed) {
        Attribute attribute = entity.attributes().get(path.attribute());
        boolean isScalar = attribute != null && attribute.type().isScalar();
        if (value != null && isScalar && attribute.isStored() && path.names().size() == 1) {
            fixed.putIfAbsent(attribute.name(), value);
        }
    }

    private static Object literal(Operand operand) {
        if (operand instanceof Operand.Text text) {
            return text.value();
        }
        if (operand instanceof Operand.Number number) {
            return number.value();
        }
        return operand instanceof Operand.Truth truth ? truth.value() : null;
    }
}
