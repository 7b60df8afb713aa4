package dev.partita.sdk;

import dev.partita.item.Attributes;
import dev.partita.item.Item;
import dev.partita.item.Names;
import dev.partita.item.Utf8;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item as the AWS SDK has it, read where it is: to make an item of it first would cost more than the reading. */
record SdkAttributes(Map<String, AttributeValue> values) implements Attributes {

    @Override
    public dev.partita.item.AttributeValue get(String name) {
        AttributeValue value = values.get(name);
        return value == null ? null : SdkItems.fromSdk(value);
    }

    @Override
    public dev.partita.item.AttributeValue[] get(Names names) {
        dev.partita.item.AttributeValue[] found = new dev.partita.item.AttributeValue[names.count()];
        for (int i = 0; i < found.length; i++) {
            found[i] = get(names.name(i));
        }
        return found;
    }

    @Override
    public boolean isPresent() {
        return true;
    }

    @Override
    public int sizeBytes() {
        int size = 0;
        for (Map.Entry<String, AttributeValue> entry : values.entrySet()) {
            size += Utf8.length(entry.getKey())
                    + SdkItems.fromSdk(entry.getValue()).sizeBytes();
        }
        return size;
    }

    @Override
    public Item toItem() {
        return Item.of(SdkItems.fromSdk(values));
    }
}
