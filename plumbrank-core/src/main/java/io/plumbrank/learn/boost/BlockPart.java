package io.plumbrank.learn.boost;

import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances.InstanceBlocks.Block;
import java.io.Serializable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which instances of blocks are fitted: all but those of a fold. Numbers of instances and rows are those among the fitted ones.
 *
 * @param folds null for none
 * @param fold that is held out; −1 for none
 * @param firstInstances before each block, and behind the last in all
 * @param firstRows the same of rows
 */
record BlockPart(@Nullable Folds folds, int fold, long[] firstInstances, long[] firstRows) implements Serializable {
    private static final long serialVersionUID = 1;

    static BlockPart of(BlockFacts facts, @Nullable Folds folds, int fold) {
        return new BlockPart(folds, fold, facts.firstInstances(fold), facts.firstRows(fold));
    }

    /** None of them is fitted. */
    static BlockPart none() {
        return new BlockPart(null, -1, new long[0], new long[0]);
    }

    long rows() {
        return firstRows[firstRows.length - 1];
    }

    long instances() {
        return firstInstances[firstInstances.length - 1];
    }

    long firstRow(int block) {
        return firstRows[block];
    }

    boolean fits() {
        return firstRows.length > 0;
    }

    /** Hands on the instances that are fitted. */
    <I extends Instance> void visit(Block<I> block, Consumer<I> visitor) {
        visit(block, visitor, instance -> {});
    }

    /** Hands on all instances, to one or the other. */
    <I extends Instance> void visit(Block<I> block, Consumer<I> fitted, Consumer<I> held) {
        long[] number = {block.first()};
        block.instances().visit(instance -> {
            boolean isFitted = fits() && (folds == null || fold < 0 || folds.of(number[0]) != fold);
            number[0]++;
            (isFitted ? fitted : held).accept(instance);
        });
    }
}
