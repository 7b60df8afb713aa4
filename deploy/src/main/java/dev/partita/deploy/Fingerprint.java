package dev.partita.deploy;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A short text that changes when a design computes the index keys of a table in another way. It is kept as a tag of the table
 * once all items have their keys, so that a later deployment knows whether there is something to fill in.
 */
final class Fingerprint {

    static final String TAG = "partita:index-keys";

    private static final int SHOWN_BYTES = 12;

    static String of(Design design, Table table) {
        StringBuilder text = new StringBuilder("1\n")
                .append(design.separator())
                .append('\n')
                .append(design.zone())
                .append('\n');
        for (Entity entity : design.entitiesOf(table)) {
            text.append("entity ").append(entity.type()).append('\n');
            entity.key().forEach((name, template) -> line(text, name, template));
            for (Entity.IndexKeys index : entity.indexKeys()) {
                text.append("index ").append(index.index());
                if (index.when() != null) {
                    text.append(" when ").append(index.when().text());
                }
                text.append('\n');
                index.keys().forEach((name, template) -> line(text, name, template));
            }
            for (Attribute attribute : entity.attributes().values()) {
                if (attribute.derive() != null || !attribute.hashOf().isEmpty()) {
                    line(text, attribute.stored(), attribute.derive() + " " + attribute.hashOf());
                }
            }
        }
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, SHOWN_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void line(StringBuilder text, String name, Object content) {
        text.append(name).append(": ").append(content).append('\n');
    }

    private Fingerprint() {}
}
