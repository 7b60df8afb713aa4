package dev.partita.store;

/**
 * The batch that takes a failed batch back, should it have reached the disk after all. It sets every key the failed one
 * touches to what it was, so it is harmless if the failed one is gone.
 */
final class Undo implements Batch.Visitor {

    /** A range that holds more than this is not read back into memory. */
    static final long LARGEST_BYTES = 64 << 20;

    private final Reader before;
    private final Batch undo = new Batch();
    private long rangeBytes;

    private Undo(Reader before) {
        this.before = before;
    }

    /** Answers null if undoing would take too much memory. */
    static Batch of(Batch failed, Reader before) {
        Undo undo = new Undo(before);
        failed.forEach(undo);
        return undo.rangeBytes > LARGEST_BYTES ? null : undo.undo;
    }

    @Override
    public void put(byte[] key, byte[] value) {
        restore(key);
    }

    @Override
    public void delete(byte[] key) {
        restore(key);
    }

    @Override
    public void deleteRange(byte[] from, byte[] to) {
        try (Cursor cursor = before.cursor(from, to, false)) {
            while (rangeBytes <= LARGEST_BYTES && cursor.next()) {
                byte[] key = cursor.key();
                byte[] value = cursor.value();
                rangeBytes += key.length + value.length;
                undo.put(key, value);
            }
        }
    }

    private void restore(byte[] key) {
        byte[] value = before.get(key);
        if (value == null) {
            undo.delete(key);
        } else {
            undo.put(key, value);
        }
    }
}
