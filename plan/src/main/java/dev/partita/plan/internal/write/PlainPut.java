package dev.partita.plan.internal.write;

import dev.partita.item.Item;
import dev.partita.plan.Written;

/**
 * A write that is nothing but one item put without any condition, whatever was there before: it may go with others in one
 * BatchWriteItem.
 *
 * @param written its result
 */
public record PlainPut(String table, Item key, Item item, Written written) {}
