package dev.partita.sdk;

import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.NumberText;
import dev.partita.item.Sets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;

/** Items as the AWS SDK has them, and back. */
public final class SdkItems {

    private static final software.amazon.awssdk.services.dynamodb.model.AttributeValue NULL =
            software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul(true);

    public static Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> toSdk(Item item) {
        return toSdk(item.toMap());
    }

    static Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> toSdk(
            Map<String, AttributeValue> values) {
        Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> converted = new LinkedHashMap<>();
        values.forEach((name, value) -> converted.put(name, toSdk(value)));
        return converted;
    }

    public static Map<String, AttributeValue> fromSdk(
            Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> values) {
        Map<String, AttributeValue> converted = new LinkedHashMap<>();
        values.forEach((name, value) -> converted.put(name, fromSdk(value)));
        return converted;
    }

    /** {@link Item#NONE} for what is missing or empty. */
    public static Item item(Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> values) {
        return values == null || values.isEmpty() ? Item.NONE : Item.of(fromSdk(values));
    }

    private static software.amazon.awssdk.services.dynamodb.model.AttributeValue toSdk(AttributeValue value) {
        if (value instanceof AttributeValue.S text) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS(text.value());
        }
        if (value instanceof AttributeValue.N number) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN(number.text());
        }
        if (value instanceof AttributeValue.Bool truth) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool(truth.value());
        }
        if (value instanceof AttributeValue.M map) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM(toSdk(map.values()));
        }
        if (value instanceof AttributeValue.L list) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL(
                    list.values().stream().map(SdkItems::toSdk).toList());
        }
        if (value instanceof AttributeValue.B binary) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB(bytes(binary.value()));
        }
        if (value instanceof AttributeValue.SS texts) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs(texts.values());
        }
        if (value instanceof AttributeValue.NS numbers) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNs(
                    numbers.values().stream().map(AttributeValue.N::text).toList());
        }
        if (value instanceof AttributeValue.BS binaries) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBs(
                    binaries.values().stream().map(SdkItems::bytes).toList());
        }
        return NULL;
    }

    static AttributeValue fromSdk(software.amazon.awssdk.services.dynamodb.model.AttributeValue value) {
        // Nearly all values are one of these; the rest is kept apart so that this stays small enough to be inlined.
        return value.s() != null
                ? new AttributeValue.S(value.s())
                : value.n() != null ? NumberText.parse(value.n()) : other(value);
    }

    private static AttributeValue other(software.amazon.awssdk.services.dynamodb.model.AttributeValue value) {
        return switch (value.type()) {
            case S -> new AttributeValue.S(value.s());
            case N -> NumberText.parse(value.n());
            case B -> new AttributeValue.B(bytes(value.b()));
            case BOOL -> AttributeValue.Bool.of(value.bool());
            case L -> list(value.l());
            case M -> map(value.m());
            case SS -> Sets.ofStrings(value.ss());
            case NS -> Sets.ofNumbers(value.ns().stream().map(NumberText::parse).toList());
            case BS -> Sets.ofBinaries(binaries(value.bs()));
            case NUL, UNKNOWN_TO_SDK_VERSION -> AttributeValue.Null.NULL;
        };
    }

    // Made as the record keeps them, so that it need not copy them.
    private static AttributeValue.L list(List<software.amazon.awssdk.services.dynamodb.model.AttributeValue> values) {
        AttributeValue[] converted = new AttributeValue[values.size()];
        for (int i = 0; i < converted.length; i++) {
            converted[i] = fromSdk(values.get(i));
        }
        return new AttributeValue.L(List.of(converted));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static AttributeValue.M map(
            Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> values) {
        Map.Entry<String, AttributeValue>[] converted = new Map.Entry[values.size()];
        int count = 0;
        for (Map.Entry<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> entry :
                values.entrySet()) {
            converted[count++] = Map.entry(entry.getKey(), fromSdk(entry.getValue()));
        }
        return new AttributeValue.M(Map.ofEntries(converted));
    }

    private static List<Bytes> binaries(List<SdkBytes> members) {
        return members.stream().map(SdkItems::bytes).toList();
    }

    private static Bytes bytes(SdkBytes bytes) {
        return Bytes.of(bytes.asByteArray());
    }

    private static SdkBytes bytes(Bytes bytes) {
        return SdkBytes.fromByteArray(bytes.array());
    }

    private SdkItems() {}
}
