package dev.partita.store;

import java.util.Arrays;

/** A walk over a {@link Tree}; the stack holds the nodes still to be visited whose far side is not yet entered. */
final class TreeCursor implements EntryCursor {

    private final byte[] from;
    private final byte[] to;
    private final boolean backwards;
    private Tree[] stack;
    private int depth;
    private Tree current;

    TreeCursor(Tree tree, byte[] from, byte[] to, boolean backwards) {
        this.from = from;
        this.to = to;
        this.backwards = backwards;
        this.stack = new Tree[Tree.height(tree)];
        while (tree != null) {
            boolean beforeStart =
                    backwards ? Arrays.compareUnsigned(tree.key, to) >= 0 : Arrays.compareUnsigned(tree.key, from) < 0;
            if (beforeStart) {
                tree = far(tree);
            } else {
                stack[depth++] = tree;
                tree = near(tree);
            }
        }
    }

    @Override
    public boolean next() {
        requireOpen();
        current = null;
        if (depth == 0) {
            return false;
        }
        Tree top = stack[--depth];
        boolean pastEnd =
                backwards ? Arrays.compareUnsigned(top.key, from) < 0 : Arrays.compareUnsigned(top.key, to) >= 0;
        if (pastEnd) {
            depth = 0;
            return false;
        }
        for (Tree node = far(top); node != null; node = near(node)) {
            stack[depth++] = node;
        }
        current = top;
        return true;
    }

    @Override
    public byte[] key() {
        return current().key.clone();
    }

    @Override
    public byte[] value() {
        return current().value.clone();
    }

    @Override
    public int value(byte[] into) {
        byte[] value = current().value;
        System.arraycopy(value, 0, into, 0, Math.min(value.length, into.length));
        return value.length;
    }

    @Override
    public void close() {
        stack = null;
        current = null;
    }

    private Tree current() {
        requireOpen();
        if (current == null) {
            throw new IllegalStateException("the cursor stands on no entry");
        }
        return current;
    }

    private void requireOpen() {
        if (stack == null) {
            throw new IllegalStateException("the cursor is closed");
        }
    }

    private Tree near(Tree tree) {
        return backwards ? tree.right : tree.left;
    }

    private Tree far(Tree tree) {
        return backwards ? tree.left : tree.right;
    }
}
