package dev.partita.engine;

import dev.partita.engine.request.StreamRecord;
import dev.partita.engine.request.StreamViewType;
import dev.partita.item.ByteWriter;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Utf8;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream record as it is stored.
 *
 * <pre>
 * row := flags(1) millis(8) [length of the new image(4)] [new image] [old image] [keys]
 * </pre>
 *
 * The length is there if both images are; the keys are there only if no image is, since an image shows them.
 */
public final class StreamRow {

    private static final int EVENT_MASK = 3;
    private static final int HAS_NEW = 4;
    private static final int HAS_OLD = 8;
    private static final int BY_TIME_TO_LIVE = 16;
    private static final List<String> EVENTS = List.of("INSERT", "MODIFY", "REMOVE");

    /** Bytes up to and including the time. */
    static final int HEADER_BYTES = 9;

    private static final String SEQUENCE_PREFIX = "1";
    private static final int SEQUENCE_DIGITS = 20;

    private StreamRow() {}

    static byte[] encode(Change change, StreamViewType view, long millis) {
        Item before = change.before();
        Item after = change.after();
        int event = !before.isPresent() ? 0 : after.isPresent() ? 1 : 2;
        boolean showsNew = view == StreamViewType.NEW_IMAGE || view == StreamViewType.NEW_AND_OLD_IMAGES;
        boolean showsOld = view == StreamViewType.OLD_IMAGE || view == StreamViewType.NEW_AND_OLD_IMAGES;
        byte[] newImage = showsNew && after.isPresent() ? after.bytes() : null;
        byte[] oldImage = showsOld && before.isPresent() ? before.bytes() : null;
        int flags = event
                | (newImage == null ? 0 : HAS_NEW)
                | (oldImage == null ? 0 : HAS_OLD)
                | (change.byTimeToLive() ? BY_TIME_TO_LIVE : 0);
        ByteWriter out = new ByteWriter(HEADER_BYTES
                        + 4
                        + (newImage == null ? 64 : newImage.length)
                        + (oldImage == null ? 0 : oldImage.length))
                .write(flags)
                .int64(millis);
        if (newImage != null && oldImage != null) {
            out.int32(newImage.length);
        }
        if (newImage != null) {
            out.write(newImage);
        }
        if (oldImage != null) {
            out.write(oldImage);
        }
        if (newImage == null && oldImage == null) {
            out.write(change.table().keyOf(before.isPresent() ? before : after).bytes());
        }
        return out.toByteArray();
    }

    static long millis(byte[] row) {
        return ByteBuffer.wrap(row).getLong(1);
    }

    public static StreamRecord decode(StreamInfo stream, long sequence, byte[] row, String region) {
        ByteBuffer in = ByteBuffer.wrap(row);
        int flags = in.get();
        long millis = in.getLong();
        boolean hasNew = (flags & HAS_NEW) != 0;
        boolean hasOld = (flags & HAS_OLD) != 0;
        Item newImage = hasNew ? item(in, hasOld ? in.getInt() : in.remaining()) : Item.NONE;
        Item oldImage = hasOld ? item(in, in.remaining()) : Item.NONE;
        Item keys;
        if (hasNew || hasOld) {
            keys = (hasNew ? newImage : oldImage).only(keyNames(stream));
        } else {
            keys = item(in, in.remaining());
        }
        return new StreamRecord(
                eventId(stream, sequence),
                EVENTS.get(flags & EVENT_MASK),
                region,
                Math.floorDiv(millis, 1000L),
                keys,
                newImage,
                oldImage,
                sequenceText(sequence),
                (long) keys.sizeBytes() + newImage.sizeBytes() + oldImage.sizeBytes(),
                stream.view(),
                (flags & BY_TIME_TO_LIVE) != 0);
    }

    /** Sequence numbers are shown with 21 digits, the fewest the service has. */
    public static String sequenceText(long sequence) {
        return SEQUENCE_PREFIX + String.format("%0" + SEQUENCE_DIGITS + "d", sequence);
    }

    /** What {@link #sequenceText} was made of, or -1. */
    public static long sequence(String text) {
        if (text.length() != 1 + SEQUENCE_DIGITS
                || !text.startsWith(SEQUENCE_PREFIX)
                || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        try {
            return Long.parseLong(text.substring(1));
        } catch (NumberFormatException tooLarge) {
            return -1;
        }
    }

    private static Item item(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return Item.ofBytes(bytes);
    }

    private static List<Bytes> keyNames(StreamInfo stream) {
        List<Bytes> names = new ArrayList<>(2);
        stream.keySchema().forEach(element -> names.add(Bytes.of(Utf8.bytes(element.attributeName()))));
        return names;
    }

    /** The same for every reader, and another for every record. */
    private static String eventId(StreamInfo stream, long sequence) {
        long high = mix(stream.createdMillis() * 31 + stream.id());
        return String.format("%016x%016x", high, mix(high ^ sequence));
    }

    private static long mix(long value) {
        long mixed = (value + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
