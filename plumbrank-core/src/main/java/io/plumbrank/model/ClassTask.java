package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Outputs;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.classes.ClassLoss;
import io.plumbrank.util.InputException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Predicting classes at the smallest expected loss: encode, least squares, decode (RAT13, Theorem 3).
 *
 * @param loss the target
 * @param <T> a prediction
 */
public record ClassTask<T>(ClassLoss<T> loss) implements Task<QueryInstance> {
    private static final int MOST_OF_LOSS = 60;

    @Override
    public String measureName() {
        return loss.toString();
    }

    @Override
    public String measureColumn() {
        return "mean loss";
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
        return loss.encodedSize();
    }

    @Override
    public String surrogate() {
        return "squared";
    }

    @Override
    public QueryInstances training(QuerySource source) {
        return QueryInstances.ofRows(source, outputs(), row -> encode(label(source, row)));
    }

    private double[] encode(int label) {
        double[] alpha = new double[outputs()];
        loss.encodeInto(label, alpha);
        return alpha;
    }

    /**
     * The class of a row.
     *
     * @throws InputException if its label is no class, or it is a query of several items
     */
    int label(QueryInstance row) {
        return label(row.from().source(), row.query());
    }

    private int label(QuerySource source, Query row) {
        if (row.size() != 1) {
            throw new InputException(
                    source.file().toString(),
                    row.firstLine(),
                    row.size() + " items in query " + InputException.quote(row.id()),
                    "one row, with a class of its own");
        }
        double label = row.label(0);
        int number = (int) label;
        if (number != label || number < 0 || number >= loss.classes()) {
            throw new InputException(
                    source.file().toString(),
                    row.firstLine(),
                    "label " + label,
                    "the number of a class, from 0 to " + (loss.classes() - 1)
                            + "; the labels of the loss read names and other numbers");
        }
        return number;
    }

    @Override
    public List<Variant> variants(Instances<QueryInstance> train, @Nullable Instances<QueryInstance> held) {
        return List.of(new Variant(InstanceLoss.leastSquares(surrogate()), 0, outputs()));
    }

    @Override
    public void judge(List<QueryInstance> rows, Outputs outputs, Judgement judgement) {
        for (int c = 0; c < judgement.candidates(); c++) {
            double[] u = outputs.u()[c];
            List<T> predictions = loss.decodeAll(u, rows.size());
            for (int i = 0; i < rows.size(); i++) {
                QueryInstance row = rows.get(i);
                double cost = loss.given(label(row), predictions.get(i));
                double risk = squaredDistance(u, i * outputs(), row.targets());
                judgement.add(c, row.weight() * cost, row.weight(), risk);
                if (c == 0) {
                    judgement.saw(predictions.get(i));
                }
            }
        }
        rows.forEach(row -> judgement.count(row.weight(), 1));
    }

    /** ‖u − α‖² of the u that begins at a place of an array. */
    static double squaredDistance(double[] u, int at, double[] alpha) {
        double squares = 0;
        for (int o = 0; o < alpha.length; o++) {
            double difference = u[at + o] - alpha[o];
            squares += difference * difference;
        }
        return squares;
    }

    @Override
    public ClassTask<T> trained(int number, Variant variant, Instances<QueryInstance> train) {
        return this;
    }

    @Override
    @SuppressWarnings("unchecked") // judge() showed one of T
    public String noteOfOnePrediction(Object prediction) {
        return "The model predicts '" + loss.predictionName((T) prediction)
                + "' for all rows: the features told it nothing that makes another prediction"
                + " cheaper; try other features or another model, or give trees more patience (early_stopping_rounds).";
    }

    @Override
    public void requireScorer(InstanceScorer scorer) {
        RowScorer.require(scorer, outputs());
    }

    @Override
    public Guarantee guarantee(InstanceScorer scorer) {
        return loss.guarantee();
    }

    @Override
    public String summary(Training training) {
        return training.model().provenance().rows() + " rows for " + lossName() + ", " + outputs()
                + (outputs() == 1 ? " output" : " outputs") + ", lambda "
                + String.format(Locale.ROOT, "%.3g", training.model().lambda());
    }

    /** The text of the loss; of a long one, such as a tree of many leaves, its beginning and the number of classes. */
    private String lossName() {
        String text = loss.toString();
        return text.length() <= MOST_OF_LOSS
                ? text
                : text.substring(0, MOST_OF_LOSS) + "… (" + loss.classes() + " classes)";
    }

    @Override
    public Map<String, Object> facts() {
        return Map.of("encodedSize", outputs());
    }
}
