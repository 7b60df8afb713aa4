package dev.partita.engine;

/** Table definitions as they are stored: an item, so that a later version can add attributes. */
final class TableCodec {

    private TableCodec() {}

    static byte[] encode(TableDefinition definition) {
        throw new IllegalStateException("not built yet: " + definition.name());
    }

    static TableDefinition decode(byte[] bytes) {
        throw new IllegalStateException("not built yet: " + bytes.length);
    }
}
