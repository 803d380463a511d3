package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreeTask;
import io.plumbrank.target.LabelRankingTarget;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Rows with a ranking, as trees see them: least squares on what one target encodes to, trees of its own for each output.
 *
 * @param first where the target's numbers begin among those of all targets
 */
record LabelRankingRows(QuerySource source, LabelRankingExamples rows, LabelRankingTarget target, int first)
        implements TreeExamples<LabelRankingRows> {

    @Override
    public int count() {
        return rows.rows();
    }

    @Override
    public double weight() {
        return Arrays.stream(rows.weights()).sum();
    }

    @Override
    public LabelRankingRows only(IntPredicate numbers) {
        int[] some = IntStream.range(0, count()).filter(numbers).toArray();
        return new LabelRankingRows(source, rows.only(some), target, first);
    }

    private TreeRows matrix() {
        return new TreeRows(rows.matrix(), rows.inputs(), count());
    }

    @Override
    public TreeTask task() {
        int outputs = target.encodedSize();
        double[] targets = new double[count() * outputs];
        for (int row = 0; row < count(); row++) {
            System.arraycopy(rows.targets()[row], first, targets, row * outputs, outputs);
        }
        return TreeTask.of(matrix(), targets, outputs).withWeights(rows.weights());
    }

    @Override
    public TreeTask.Validation validation() {
        double sign = target.measure().largerIsBetter() ? 1 : -1;
        return new TreeTask.Validation(
                matrix(),
                scores -> sign * LabelRankingMean.of(target, rows, scores).value());
    }

    /** The sum of what rankings fall short of the best, by weight. */
    double loss(Scorer scorer) {
        int outputs = target.encodedSize();
        double[] u = rows.scores(scorer);
        double loss = 0;
        for (int row = 0; row < count(); row++) {
            double[] own = Arrays.copyOfRange(u, row * outputs, (row + 1) * outputs);
            loss += rows.weights()[row] * LabelRankingTarget.lossOfPairs(rows.pairs()[row], target.decode(own));
        }
        return loss;
    }
}
