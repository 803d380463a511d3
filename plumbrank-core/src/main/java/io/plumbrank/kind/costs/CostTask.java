package io.plumbrank.kind.costs;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.target.Guarantee;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Task;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Predicting at the smallest expected cost, where each row brings what each prediction costs.
 *
 * @param beginning how the names of the columns with costs begin
 * @param predictions what the names end in; empty before training
 */
public record CostTask(String beginning, List<String> predictions) implements Task<CostRow> {
    /** @throws IllegalArgumentException if there is one prediction, or one twice, or no beginning */
    public CostTask {
        predictions = List.copyOf(predictions);
        if (beginning.isEmpty()) {
            throw new IllegalArgumentException("columns of costs need a beginning that tells them from features");
        }
        if (predictions.size() == 1 || Set.copyOf(predictions).size() < predictions.size()) {
            throw new IllegalArgumentException(
                    "predictions must be two or more, and all different, got " + predictions);
        }
    }

    /** Before training, which finds the predictions. */
    public static CostTask of(String beginning) {
        return new CostTask(beginning, List.of());
    }

    @Override
    public String measureName() {
        return "cost";
    }

    @Override
    public boolean largerIsBetter() {
        return false;
    }

    @Override
    public Instances.Shape shape() {
        return Instances.Shape.ROWS;
    }

    @Override
    public int outputs() {
        return Math.max(1, predictions.size() - 1);
    }

    @Override
    public Instances<CostRow> training(QuerySource source) {
        CostRows rows = CostRows.read(source, beginning);
        return predictions.isEmpty() ? rows : rows.inOrder(predictions);
    }

    @Override
    public Instances<CostRow> validation(QuerySource source, Instances<CostRow> train) {
        return CostRows.read(source, beginning).inOrder(origin(train).predictions());
    }

    /** The file that rows were picked of. */
    private static CostRows origin(Instances<CostRow> rows) {
        return rows instanceof Instances.Some<CostRow> some ? origin(some.from()) : (CostRows) rows;
    }

    @Override
    public List<Variant> variants(Instances<CostRow> train, @Nullable Instances<CostRow> held) {
        return List.of(new Variant(0, InstanceLoss.leastSquares(surrogate()), 0, train.outputs()));
    }

    @Override
    public void judge(List<CostRow> rows, Outputs outputs, Judgement judgement) {
        for (int i = 0; i < rows.size(); i++) {
            CostRow row = rows.get(i);
            double[] alpha = row.targets();
            for (int c = 0; c < judgement.candidates(); c++) {
                double[] u = outputs.of(c, i);
                int prediction = CostVector.decode(u);
                judgement.add(
                        c,
                        row.weight() * row.costs()[prediction],
                        row.weight(),
                        Judgement.squaredDistance(u, 0, alpha));
                if (c == 0) {
                    judgement.saw(prediction);
                }
            }
            judgement.count(row.weight(), 1);
        }
    }

    @Override
    public CostTask trained(Variant variant, Instances<CostRow> train) {
        return new CostTask(beginning, origin(train).predictions());
    }

    @Override
    public String surrogate() {
        return "squared";
    }

    @Override
    public void requireScorer(InstanceScorer scorer) {
        RowScorer.require(scorer, outputs());
    }

    @Override
    public Guarantee guarantee(InstanceScorer scorer) {
        return CostVector.guarantee();
    }
}
