package dev.partita.store;

import java.util.Arrays;

/**
 * A sorted map of bytes that never changes: each change answers a new tree which shares all but one path with the old.
 * Height-balanced as Adelson-Velsky and Landis did it: the heights of two siblings differ by one at most. Null is the
 * empty tree.
 */
final class Tree {

    final byte[] key;
    final byte[] value;
    final Tree left;
    final Tree right;
    private final int height;

    private Tree(Tree left, byte[] key, byte[] value, Tree right) {
        this.left = left;
        this.key = key;
        this.value = value;
        this.right = right;
        this.height = Math.max(height(left), height(right)) + 1;
    }

    static int height(Tree tree) {
        return tree == null ? 0 : tree.height;
    }

    /** The value at {@code key} itself, not a copy, or null. */
    static byte[] get(Tree tree, byte[] key) {
        while (tree != null) {
            int order = Arrays.compareUnsigned(key, tree.key);
            if (order == 0) {
                return tree.value;
            }
            tree = order < 0 ? tree.left : tree.right;
        }
        return null;
    }

    static Tree put(Tree tree, byte[] key, byte[] value) {
        if (tree == null) {
            return new Tree(null, key, value, null);
        }
        int order = Arrays.compareUnsigned(key, tree.key);
        if (order == 0) {
            return new Tree(tree.left, key, value, tree.right);
        }
        return order < 0
                ? balanced(put(tree.left, key, value), tree.key, tree.value, tree.right)
                : balanced(tree.left, tree.key, tree.value, put(tree.right, key, value));
    }

    static Tree delete(Tree tree, byte[] key) {
        if (tree == null) {
            return null;
        }
        int order = Arrays.compareUnsigned(key, tree.key);
        if (order == 0) {
            return concat(tree.left, tree.right);
        }
        if (order < 0) {
            Tree left = delete(tree.left, key);
            return left == tree.left ? tree : balanced(left, tree.key, tree.value, tree.right);
        }
        Tree right = delete(tree.right, key);
        return right == tree.right ? tree : balanced(tree.left, tree.key, tree.value, right);
    }

    static Tree deleteRange(Tree tree, byte[] from, byte[] to) {
        return Arrays.compareUnsigned(from, to) < 0 ? concat(below(tree, from), atLeast(tree, to)) : tree;
    }

    /** What sorts before {@code key}. */
    private static Tree below(Tree tree, byte[] key) {
        if (tree == null) {
            return null;
        }
        return Arrays.compareUnsigned(tree.key, key) < 0
                ? join(tree.left, tree.key, tree.value, below(tree.right, key))
                : below(tree.left, key);
    }

    /** What sorts at {@code key} or after it. */
    private static Tree atLeast(Tree tree, byte[] key) {
        if (tree == null) {
            return null;
        }
        return Arrays.compareUnsigned(tree.key, key) < 0
                ? atLeast(tree.right, key)
                : join(atLeast(tree.left, key), tree.key, tree.value, tree.right);
    }

    /** All of {@code left}, then all of {@code right}, whatever their heights. */
    private static Tree concat(Tree left, Tree right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        Tree first = right;
        while (first.left != null) {
            first = first.left;
        }
        return join(left, first.key, first.value, withoutFirst(right));
    }

    private static Tree withoutFirst(Tree tree) {
        return tree.left == null ? tree.right : balanced(withoutFirst(tree.left), tree.key, tree.value, tree.right);
    }

    private static Tree join(Tree left, byte[] key, byte[] value, Tree right) {
        int lean = height(left) - height(right);
        if (lean > 1) {
            return balanced(left.left, left.key, left.value, join(left.right, key, value, right));
        }
        if (lean < -1) {
            return balanced(join(left, key, value, right.left), right.key, right.value, right.right);
        }
        return new Tree(left, key, value, right);
    }

    /** As {@code new Tree}, for sides whose heights differ by two at most. */
    private static Tree balanced(Tree left, byte[] key, byte[] value, Tree right) {
        int lean = height(left) - height(right);
        if (lean > 1) {
            if (height(left.left) >= height(left.right)) {
                return new Tree(left.left, left.key, left.value, new Tree(left.right, key, value, right));
            }
            Tree top = left.right;
            return new Tree(
                    new Tree(left.left, left.key, left.value, top.left),
                    top.key,
                    top.value,
                    new Tree(top.right, key, value, right));
        }
        if (lean < -1) {
            if (height(right.right) >= height(right.left)) {
                return new Tree(new Tree(left, key, value, right.left), right.key, right.value, right.right);
            }
            Tree top = right.left;
            return new Tree(
                    new Tree(left, key, value, top.left),
                    top.key,
                    top.value,
                    new Tree(top.right, right.key, right.value, right.right));
        }
        return new Tree(left, key, value, right);
    }
}
