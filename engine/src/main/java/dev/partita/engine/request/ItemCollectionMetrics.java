package dev.partita.engine.request;

import dev.partita.item.Item;

/** How large an item collection is: its partition key, and a range in GB. */
public record ItemCollectionMetrics(Item itemCollectionKey, double lowerGb, double upperGb) {}
