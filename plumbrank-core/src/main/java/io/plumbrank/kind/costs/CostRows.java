package io.plumbrank.kind.costs;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.util.InputException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Rows of a file, of whose columns some hold costs and the others are features. */
final class CostRows implements Instances<CostRow> {
    private final QuerySource source;
    private final List<String> columns;
    private final String beginning;
    private final int[] costs;
    private final int[] features;

    /** @param labelled whether costs are read */
    private CostRows(QuerySource source, String beginning, boolean labelled) {
        this.source = source;
        this.beginning = beginning;
        this.columns = source.featureNames();
        this.costs = numbers(true);
        this.features = numbers(false);
        if (labelled && costs.length < 2) {
            throw new InputException(
                    source.file().toString(),
                    1,
                    (costs.length == 0 ? "no column" : "one column") + " whose name begins with "
                            + InputException.quote(beginning),
                    "a column of costs for each of two predictions or more");
        }
    }

    static CostRows read(QuerySource source, String beginning) {
        return new CostRows(source, beginning, true);
    }

    /** Rows to predict for, whose costs are not looked at. */
    static CostRows unlabelled(QuerySource source, String beginning) {
        return new CostRows(source, beginning, false);
    }

    private int[] numbers(boolean ofCosts) {
        return IntStream.range(0, columns.size())
                .filter(j -> columns.get(j).startsWith(beginning) == ofCosts)
                .toArray();
    }

    /** What can be predicted: what the names of columns of costs end in. */
    List<String> predictions() {
        return Arrays.stream(costs)
                .mapToObj(j -> columns.get(j).substring(beginning.length()))
                .toList();
    }

    /** The same with predictions in another order. */
    CostRows inOrder(List<String> predictions) {
        List<String> here = predictions();
        if (here.size() != predictions.size() || !here.containsAll(predictions)) {
            throw new InputException(
                    source.file().toString(),
                    1,
                    "costs of the predictions " + String.join(", ", here),
                    "those of the training data: " + String.join(", ", predictions));
        }
        int[] own = costs.clone();
        for (int t = 0; t < own.length; t++) {
            costs[t] = own[here.indexOf(predictions.get(t))];
        }
        return this;
    }

    @Override
    public void visit(Consumer<? super CostRow> visitor) {
        source.visit(query -> visitor.accept(row(query, costs)));
    }

    /** Hands on rows without costs. */
    void visitFeatures(Consumer<CostRow> visitor) {
        source.visit(query -> visitor.accept(row(query, new int[0])));
    }

    private CostRow row(Query query, int[] labelled) {
        double[] values = new double[labelled.length];
        for (int t = 0; t < values.length; t++) {
            values[t] = query.feature(0, labelled[t]);
            if (Double.isNaN(values[t])) {
                throw new InputException(
                        source.file().toString(),
                        query.firstLine(),
                        "nothing in column " + InputException.quote(columns.get(labelled[t])),
                        "the cost of every prediction in every row; where only the cost of the decision that was made is"
                                + " known, data are bandit feedback, from which this is not learnt: estimate the others first");
            }
        }
        float[] x = new float[features.length];
        for (int j = 0; j < x.length; j++) {
            x[j] = query.feature(0, features[j]);
        }
        return new CostRow(x, values, query.weight(), query.firstLine(), query.hasItemId(0) ? query.itemId(0) : null);
    }

    @Override
    public Shape shape() {
        return Shape.ROWS;
    }

    @Override
    public int outputs() {
        return costs.length - 1;
    }

    @Override
    public long knownRows() {
        return source.knownRows();
    }

    @Override
    public String name() {
        return source.file().toString();
    }

    @Override
    public List<String> featureNames() {
        return Arrays.stream(features).mapToObj(columns::get).toList();
    }
}
