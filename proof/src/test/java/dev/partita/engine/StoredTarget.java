package dev.partita.engine;

import dev.partita.engine.internal.table.Statistics;
import dev.partita.engine.internal.table.TableCodec;
import dev.partita.engine.read.IteratorCheck;
import dev.partita.fuzz.Target;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.NumberText;
import dev.partita.item.Sets;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What is stored. The first letter says how the rest is taken.
 *
 * <pre>
 * v   as the plan of a value, which must be the same when it has been stored and loaded
 * i   as a shard iterator, refused if it is none
 * …   as the bytes of a row. RocksDB's checksums keep damage from coming so far, so nobody refuses them in words; they may
 *     fail to be read, but neither go on for ever nor take memory beyond their size
 * </pre>
 */
public final class StoredTarget implements Target {

    private static final int DEEPEST = 30;

    @Override
    public void read(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] rest = Arrays.copyOfRange(input, 1, input.length);
        switch (input[0]) {
            case 'v' -> isStoredAsItIs(ByteBuffer.wrap(rest));
            case 'i' -> IteratorCheck.isIteratorOrRefused(new String(rest, StandardCharsets.UTF_8));
            case 't' -> ends(TableCodec::decode, rest);
            case 's' -> ends(StreamInfo::read, rest);
            case 'c' -> ends(Statistics::read, rest);
            default -> ends(StoredTarget::loaded, rest);
        }
    }

    private static void isStoredAsItIs(ByteBuffer plan) {
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        while (plan.hasRemaining() && values.size() < 50) {
            values.put(text(plan), value(plan, 1));
        }
        Item item = Item.of(values);
        if (item.problem() != null) {
            return;
        }
        Item loaded = Item.ofBytes(item.bytes().clone());
        if (!loaded.equals(item) || !Item.of(loaded.toMap()).equals(item)) {
            throw new AssertionError(item + " is loaded as " + loaded);
        }
        if (!loaded.toMap().equals(item.toMap()) || !loaded.toMap().keySet().equals(values.keySet())) {
            throw new AssertionError(values + " are loaded as " + loaded.toMap());
        }
        for (String name : values.keySet()) {
            if (!loaded.has(name)) {
                throw new AssertionError(name + " is not found in " + loaded);
            }
        }
    }

    private static AttributeValue value(ByteBuffer plan, int level) {
        int kind = plan.hasRemaining() ? plan.get() & 0xff : 0;
        int count = kind >> 4 & 3;
        return switch (kind % (level > DEEPEST ? 6 : 10)) {
            case 0 -> new AttributeValue.S(text(plan));
            case 1 -> number(plan);
            case 2 -> new AttributeValue.B(Bytes.of(bytes(plan)));
            case 3 -> AttributeValue.Bool.TRUE;
            case 4 -> AttributeValue.Bool.FALSE;
            case 5 -> AttributeValue.Null.NULL;
            case 6 -> {
                List<AttributeValue> elements = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    elements.add(value(plan, level + 1));
                }
                yield new AttributeValue.L(elements);
            }
            case 7 -> {
                Map<String, AttributeValue> members = new LinkedHashMap<>();
                for (int i = 0; i < count; i++) {
                    members.put(text(plan), value(plan, level + 1));
                }
                yield new AttributeValue.M(members);
            }
            case 8 -> {
                List<String> members = new ArrayList<>(List.of(text(plan)));
                for (int i = 0; i < count; i++) {
                    members.add(text(plan));
                }
                yield Sets.ofStrings(members);
            }
            default -> {
                List<AttributeValue> members = new ArrayList<>(List.of(number(plan)));
                for (int i = 0; i < count; i++) {
                    members.add(number(plan));
                }
                yield Sets.ofNumbers(members);
            }
        };
    }

    private static AttributeValue number(ByteBuffer plan) {
        return NumberText.parse(new String(bytes(plan), StandardCharsets.ISO_8859_1));
    }

    private static String text(ByteBuffer plan) {
        return new String(bytes(plan), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer plan) {
        int length = plan.hasRemaining() ? plan.get() & 0x1f : 0;
        byte[] bytes = new byte[Math.min(length, plan.remaining())];
        plan.get(bytes);
        return bytes;
    }

    private static void loaded(byte[] row) {
        Item item = Item.ofBytes(row);
        item.sizeBytes();
        item.toMap().keySet().forEach(item::has);
    }

    private static void ends(Consumer<byte[]> reader, byte[] row) {
        try {
            reader.accept(row);
        } catch (RuntimeException unreadable) {
            // As said above.
        }
    }
}
