package dev.partita.engine.request;

import dev.partita.item.Item;

/** One change as a stream shows it; images are {@link Item#NONE} when the view leaves them out. */
public record StreamRecord(
        String eventId,
        String eventName,
        String awsRegion,
        long approximateCreationSeconds,
        Item keys,
        Item newImage,
        Item oldImage,
        String sequenceNumber,
        long sizeBytes,
        StreamViewType streamViewType,
        boolean byTimeToLive) {}
