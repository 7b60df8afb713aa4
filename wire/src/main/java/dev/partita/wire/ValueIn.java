package dev.partita.wire;

import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.item.NumberText;
import dev.partita.item.Sets;
import dev.partita.item.ValueChecks;
import dev.partita.item.ValueProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads attribute values. One that the service refuses becomes {@link AttributeValue.Invalid}, for the engine to report
 * when its turn comes; one of the wrong JSON type is refused at once.
 */
final class ValueIn {

    private static final String TYPE = "AttributeValue";

    private static final ValueProblem EMPTY =
            ValueProblem.of("Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    private static final ValueProblem SEVERAL_TYPES =
            ValueProblem.of("Supplied AttributeValue has more than one datatypes set, must"
                    + " contain exactly one of the supported datatypes");
    private static final ValueProblem NULL_NOT_TRUE = ValueProblem.of(
            "One or more parameter values were invalid: Null attribute value types must have the value of true");
    private static final String NULL_VALUE = "The supplied Item contains a null AttributeValue";
    private static final ValueProblem NULL_STRING = ValueProblem.of(
            "One or more parameter values were invalid: An string set may not have a null string as a member");
    private static final ValueProblem NULL_NUMBER =
            ValueProblem.of("The parameter cannot be converted to a numeric value");
    private static final ValueProblem NULL_BINARY = ValueProblem.of(
            "One or more parameter values were invalid: Binary sets may not contain null or empty values");

    private ValueIn() {}

    static Item item(JsonIn in) {
        in.requireStructureMap(TYPE);
        Item.Builder builder = new Item.Builder();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            builder.add(name, named(in, name, 1));
        }
        return builder.build();
    }

    static Map<String, AttributeValue> values(JsonIn in) {
        in.requireStructureMap(TYPE);
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            values.put(name, element(in, 1));
        }
        return values;
    }

    /** A value that is a member of a structure. */
    static AttributeValue value(JsonIn in) {
        in.structure(TYPE);
        return only(in, 1);
    }

    static List<AttributeValue> list(JsonIn in, int level) {
        List<AttributeValue> values = new ArrayList<>();
        in.requireList();
        while (in.nextElement()) {
            values.add(element(in, level));
        }
        return values;
    }

    private static AttributeValue named(JsonIn in, String name, int level) {
        return in.isNull()
                ? new AttributeValue.Invalid(ValueProblem.of(NULL_VALUE + ": " + name + " is null"), null)
                : element(in, level);
    }

    private static AttributeValue element(JsonIn in, int level) {
        if (in.isNull()) {
            return new AttributeValue.Invalid(ValueProblem.of(NULL_VALUE), null);
        }
        in.element(TYPE);
        return only(in, level);
    }

    /** The one member of a value's structure, which has been entered. */
    private static AttributeValue only(JsonIn in, int level) {
        // One level past the limit is read, so that what is refused is refused by name; the recursion ends there.
        if (level > Limits.NESTING_LEVELS + 1) {
            in.skip();
            return new AttributeValue.Invalid(ValueChecks.TOO_DEEP, null);
        }
        AttributeValue value = null;
        boolean several = false;
        for (String tag = in.member(); tag != null; tag = in.member()) {
            AttributeValue next = tagged(in, tag, level);
            if (next == null) {
                continue;
            }
            several |= value != null && value.type() != next.type();
            // Of several the one that is refused on its own account is reported.
            if (!(several && value instanceof AttributeValue.Invalid)) {
                value = next;
            }
        }
        if (value == null) {
            return new AttributeValue.Invalid(EMPTY, null);
        }
        return several && !(value instanceof AttributeValue.Invalid)
                ? new AttributeValue.Invalid(SEVERAL_TYPES, null)
                : value;
    }

    /** The value under one type tag, or null if there is no such tag. */
    private static AttributeValue tagged(JsonIn in, String tag, int level) {
        switch (tag) {
            case "S":
                return new AttributeValue.S(in.string());
            case "N":
                return NumberText.parse(in.string());
            case "B":
                return new AttributeValue.B(in.binary());
            case "BOOL":
                return AttributeValue.Bool.of(in.bool());
            case "NULL":
                return in.bool()
                        ? AttributeValue.Null.NULL
                        : new AttributeValue.Invalid(NULL_NOT_TRUE, AttributeValue.Type.NULL);
            case "M":
                return new AttributeValue.M(members(in, level + 1));
            case "L":
                return new AttributeValue.L(list(in, level + 1));
            case "SS":
                List<String> strings = setMembers(in, JsonIn::string);
                return strings.contains(null)
                        ? new AttributeValue.Invalid(NULL_STRING, AttributeValue.Type.SS)
                        : Sets.ofStrings(strings);
            case "NS":
                List<AttributeValue> numbers = setMembers(in, each -> NumberText.parse(each.string()));
                return numbers.contains(null)
                        ? new AttributeValue.Invalid(NULL_NUMBER, AttributeValue.Type.NS)
                        : Sets.ofNumbers(numbers);
            case "BS":
                List<Bytes> binaries = setMembers(in, JsonIn::binary);
                return binaries.contains(null)
                        ? new AttributeValue.Invalid(NULL_BINARY, AttributeValue.Type.BS)
                        : Sets.ofBinaries(binaries);
            default:
                in.skip();
                return null;
        }
    }

    private static Map<String, AttributeValue> members(JsonIn in, int level) {
        in.requireStructureMap(TYPE);
        Map<String, AttributeValue> members = new LinkedHashMap<>();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            members.put(name, named(in, name, level));
        }
        return members;
    }

    /** The members of a set, null where an element is. */
    private static <T> List<T> setMembers(JsonIn in, Function<JsonIn, T> member) {
        List<T> members = new ArrayList<>();
        in.requireList();
        while (in.nextElement()) {
            members.add(in.isNull() ? null : member.apply(in));
        }
        return members;
    }
}
