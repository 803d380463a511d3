package org.example.extend.stock;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.target.Guarantee;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.QueryInstance;
import io.plumbrank.task.QueryInstances;
import io.plumbrank.task.Task;
import io.plumbrank.util.InputException;
import java.util.List;

/**
 * Choosing a stock for each row at the smallest expected cost. Labels are demands, whole numbers from 0 on.
 *
 * @param loss what a stock costs
 */
public record StockTask(Stock loss) implements Task<QueryInstance> {
    /** For these costs. */
    public static StockTask of(double under, double over, int most) {
        return new StockTask(new Stock(under, over, most));
    }

    @Override
    public String measureName() {
        return loss.toString();
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
        return loss.most();
    }

    /** Each row with α of its demand. */
    @Override
    public QueryInstances training(QuerySource source) {
        return QueryInstances.ofRows(source, outputs(), row -> encode(demand(source, row)), this::training);
    }

    private double[] encode(int demand) {
        double[] alpha = new double[outputs()];
        loss.encodeInto(demand, alpha);
        return alpha;
    }

    private int demand(QuerySource source, Query row) {
        double label = row.size() == 1 ? row.label(0) : Double.NaN;
        if (!(label >= 0 && label <= loss.most() && label == Math.rint(label))) {
            throw new InputException(
                    source.file().toString(),
                    row.firstLine(),
                    row.size() == 1 ? "demand " + label : row.size() + " items in a query",
                    "one row with a whole number from 0 to " + loss.most());
        }
        return (int) label;
    }

    @Override
    public List<Variant> variants(Instances<QueryInstance> train, Instances<QueryInstance> held) {
        return List.of(new Variant(0, InstanceLoss.leastSquares("squared"), 0, outputs()));
    }

    @Override
    public void judge(List<QueryInstance> rows, Outputs outputs, Judgement judgement) {
        for (int i = 0; i < rows.size(); i++) {
            QueryInstance row = rows.get(i);
            int demand = demand(row.from().source(), row.query());
            for (int c = 0; c < judgement.candidates(); c++) {
                double[] u = outputs.of(c, i);
                int stock = loss.decode(u);
                double cost = loss.loss(demand, stock);
                judgement.add(c, row.weight() * cost, row.weight(), Judgement.squaredDistance(u, 0, row.targets()));
                if (c == 0) {
                    judgement.saw(stock);
                }
            }
            judgement.count(row.weight(), 1);
        }
    }

    @Override
    public StockTask trained(Variant variant, Instances<QueryInstance> train) {
        return this;
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
        return loss.guarantee();
    }
}
