package io.plumbrank.learn.sums;

import io.plumbrank.learn.instances.Summable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sums over some blocks of rows, ready to merge with the sums over others: one value for threads, shards and machines.
 * Block b holds the groups of rows (a query with its items, or a single row) whose first row has a global number in
 * [b·{@value #BLOCK_ROWS}, (b + 1)·{@value #BLOCK_ROWS}).
 *
 * <p>Floating-point addition is not associative, so the order is fixed by the block numbers alone: the total is the sum
 * over a binary tree whose leaves are the blocks, and in which a block without rows counts for nothing. What is kept is the
 * set of largest complete subtrees, O(log blocks) values for a stretch of blocks. Merging in any order and any grouping
 * therefore gives the same bits, as long as no block is split.
 *
 * <p>Immutable. {@link #plus} costs O(log blocks) additions.
 *
 * @param <S> what a block leaves behind
 */
public final class BlockSums<S extends Summable<S>> implements Serializable {
    /** Rows of a block. */
    public static final int BLOCK_ROWS = 4096;

    private static final long serialVersionUID = 1;

    /** Disjoint subtrees by first block, none next to its sibling. */
    @SuppressWarnings("serial") // the lists of List.copyOf are
    private final List<Subtree<S>> subtrees;

    private BlockSums(List<Subtree<S>> subtrees) {
        this.subtrees = List.copyOf(subtrees);
    }

    /** The 2^level blocks from {@code first} on, all of them seen; null if none has rows. */
    private record Subtree<S extends Summable<S>>(
            long first, int level, @Nullable S sums) implements Serializable {
        long end() {
            return first + (1L << level);
        }

        boolean isSiblingOf(Subtree<S> next) {
            return level == next.level && end() == next.first && (first >> level & 1) == 0;
        }

        Subtree<S> joined(Subtree<S> next) {
            return new Subtree<>(first, level + 1, sum(sums, next.sums));
        }
    }

    /** Over no blocks. */
    public static <S extends Summable<S>> BlockSums<S> none() {
        return new BlockSums<>(List.of());
    }

    /** Over one block. */
    public static <S extends Summable<S>> BlockSums<S> of(long block, S sums) {
        return ofNullable(block, sums);
    }

    /** Over one block in which no group begins, as happens where a group is longer than a block. */
    public static <S extends Summable<S>> BlockSums<S> ofEmpty(long block) {
        return ofNullable(block, null);
    }

    private static <S extends Summable<S>> BlockSums<S> ofNullable(long block, @Nullable S sums) {
        if (block < 0) {
            throw new IllegalArgumentException("block must not be negative, got " + block);
        }
        return new BlockSums<>(List.of(new Subtree<>(block, 0, sums)));
    }

    /** @throws IllegalArgumentException if a block is in both, which is what shards that split a block come to */
    public BlockSums<S> plus(BlockSums<S> other) {
        List<Subtree<S>> merged = new ArrayList<>(subtrees.size() + other.subtrees.size());
        int mine = 0;
        int theirs = 0;
        while (mine < subtrees.size() || theirs < other.subtrees.size()) {
            boolean takeMine = theirs == other.subtrees.size()
                    || (mine < subtrees.size() && subtrees.get(mine).first < other.subtrees.get(theirs).first);
            append(takeMine ? subtrees.get(mine++) : other.subtrees.get(theirs++), merged);
        }
        return new BlockSums<>(merged);
    }

    private static <S extends Summable<S>> void append(Subtree<S> next, List<Subtree<S>> merged) {
        Subtree<S> node = next;
        while (!merged.isEmpty()) {
            Subtree<S> last = merged.get(merged.size() - 1);
            if (last.end() > node.first) {
                throw new IllegalArgumentException(
                        "block " + node.first + " is in both; shards must not split a block");
            }
            if (!last.isSiblingOf(node)) {
                break;
            }
            node = last.joined(node);
            merged.remove(merged.size() - 1);
        }
        merged.add(node);
    }

    /** How many partial sums it keeps. */
    public int parts() {
        return subtrees.size();
    }

    /** The sum over all blocks, empty if none has rows. */
    public Optional<S> total() {
        if (subtrees.isEmpty()) {
            return Optional.empty();
        }
        int level = 0;
        while (1L << level < subtrees.get(subtrees.size() - 1).end()) {
            level++;
        }
        return Optional.ofNullable(total(subtrees, 0, level));
    }

    private static <S extends Summable<S>> @Nullable S total(List<Subtree<S>> nodes, long first, int level) {
        if (nodes.isEmpty()) {
            return null;
        }
        // A single subtree: its missing neighbours count for nothing on the way up.
        if (nodes.size() == 1) {
            return nodes.get(0).sums;
        }
        long middle = first + (1L << (level - 1));
        int split = 0;
        while (split < nodes.size() && nodes.get(split).first < middle) {
            split++;
        }
        return sum(
                total(nodes.subList(0, split), first, level - 1),
                total(nodes.subList(split, nodes.size()), middle, level - 1));
    }

    private static <S extends Summable<S>> @Nullable S sum(@Nullable S left, @Nullable S right) {
        if (left == null) {
            return right;
        }
        return right == null ? left : left.plus(right);
    }
}
