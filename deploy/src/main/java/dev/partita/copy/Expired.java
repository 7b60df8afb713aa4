package dev.partita.copy;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * Items whose time is over at some moment.
 *
 * @param attribute null when items do not expire
 */
record Expired(String attribute, Instant moment) {

    boolean holds(Item item) {
        return attribute != null
                && item.get(attribute) instanceof AttributeValue.N until
                && until.value().compareTo(BigDecimal.valueOf(moment.getEpochSecond())) <= 0;
    }
}
