package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.trees.TreeTask;
import java.util.function.IntPredicate;

/**
 * Instances in memory that trees are fitted to, or whose measure stops them: queries, rows with a class, rows with a ranking. Folds
 * split them by their numbers.
 *
 * @param <E> these
 */
interface TreeExamples<E extends TreeExamples<E>> {
    /** Where they come from. */
    QuerySource source();

    /** How many there are. */
    int count();

    /** Of all of them together. */
    double weight();

    /** Some of them. */
    E only(IntPredicate numbers);

    /** What to fit: rows, targets, weights and surrogate. */
    TreeTask task();

    /** What stops: rows, and the measure of their scores, larger the better. */
    TreeTask.Validation validation();
}
