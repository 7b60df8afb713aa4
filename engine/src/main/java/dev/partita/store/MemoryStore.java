package dev.partita.store;

/**
 * A store on the heap, gone when the process ends. Its state is one immutable {@link Tree} under one reference, so a
 * batch becomes visible in one step, and a snapshot or a fork is one more reference to the same tree.
 */
public final class MemoryStore implements Store {

    private volatile View view;

    public MemoryStore() {
        this(new View(null));
    }

    private MemoryStore(View view) {
        this.view = view;
    }

    /** A store of its own that starts with what this one holds now, at no cost whatever its size. */
    public MemoryStore fork() {
        return new MemoryStore(open());
    }

    @Override
    public byte[] get(byte[] key) {
        return open().get(key);
    }

    @Override
    public EntryCursor cursor(byte[] from, byte[] to, boolean backwards) {
        return open().cursor(from, to, backwards);
    }

    @Override
    public Snapshot snapshot() {
        return new Moment(open());
    }

    @Override
    public synchronized void apply(StoreBatch batch) {
        Building building = new Building(open().tree);
        batch.forEach(building);
        view = new View(building.tree);
    }

    @Override
    public synchronized void close() {
        view = null;
    }

    private View open() {
        View open = view;
        if (open == null) {
            throw new StoreException(StoreException.Kind.CANNOT_OPEN, "The store is closed.", null);
        }
        return open;
    }

    private record View(Tree tree) implements StoreView {
        @Override
        public byte[] get(byte[] key) {
            byte[] value = Tree.get(tree, key);
            return value == null ? null : value.clone();
        }

        @Override
        public EntryCursor cursor(byte[] from, byte[] to, boolean backwards) {
            return new TreeCursor(tree, from, to, backwards);
        }
    }

    private static final class Moment implements Snapshot {
        private View view;

        Moment(View view) {
            this.view = view;
        }

        @Override
        public byte[] get(byte[] key) {
            return open().get(key);
        }

        @Override
        public EntryCursor cursor(byte[] from, byte[] to, boolean backwards) {
            return open().cursor(from, to, backwards);
        }

        @Override
        public void close() {
            view = null;
        }

        private View open() {
            View open = view;
            if (open == null) {
                throw new IllegalStateException("the snapshot is closed");
            }
            return open;
        }
    }

    private static final class Building implements StoreBatch.Visitor {
        private Tree tree;

        Building(Tree tree) {
            this.tree = tree;
        }

        @Override
        public void put(byte[] key, byte[] value) {
            tree = Tree.put(tree, key, value);
        }

        @Override
        public void delete(byte[] key) {
            tree = Tree.delete(tree, key);
        }

        @Override
        public void deleteRange(byte[] from, byte[] to) {
            tree = Tree.deleteRange(tree, from, to);
        }
    }
}
