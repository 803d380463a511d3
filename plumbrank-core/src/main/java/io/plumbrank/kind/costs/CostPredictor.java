package io.plumbrank.kind.costs;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.model.Model;
import io.plumbrank.model.PredictionFormat;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Predictor.RowFunction;
import io.plumbrank.model.RowPredictor;
import io.plumbrank.task.checks.FeatureCheck;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Predicts what costs least, for a row whose costs are not known yet. */
public final class CostPredictor extends RowPredictor {
    private static final int BATCH = 256;

    private final CostTask task;

    CostPredictor(Model model, CostTask task) {
        super(model);
        this.task = task;
    }

    /** What can be predicted. */
    public List<String> predictions() {
        return task.predictions();
    }

    /**
     * The prediction for one row.
     *
     * @param x as many features as in training, NaN for missing
     */
    public String predict(float[] x) {
        return task.predictions().get(CostVector.decode(outputs(x)));
    }

    /** What each prediction is expected to cost above the cheapest, in the order of {@link #predictions}. */
    public double[] costsAboveBest(float[] x) {
        return aboveBest(outputs(x));
    }

    private static double[] aboveBest(double[] u) {
        double[] costs = CostVector.costs(u);
        double least = costs[CostVector.cheapest(costs)];
        return Arrays.stream(costs).map(cost -> cost - least).toArray();
    }

    @Override
    public String kind() {
        return "costs";
    }

    @Override
    public String words() {
        return "a model of costs per row";
    }

    @Override
    public Reading reading() {
        return Reading.rankings(task.beginning());
    }

    @Override
    public Map<String, List<String>> vocabulary() {
        return Map.of("predictions", task.predictions());
    }

    @Override
    public void requireFeaturesOf(QuerySource data) {
        FeatureCheck.requireNames(
                data.file().toString(),
                CostRows.unlabelled(data, task.beginning()).featureNames(),
                featureNames());
    }

    @Override
    public void answer(float[] x, JsonGenerator json) throws IOException {
        double[] above = costsAboveBest(x);
        json.writeStringField("prediction", task.predictions().get(CostVector.cheapest(above)));
        json.writeObjectFieldStart("costs");
        for (int t = 0; t < above.length; t++) {
            JsonArrays.number(task.predictions().get(t), above[t], json);
        }
        json.writeEndObject();
    }

    /** Each prediction with the next cheapest, and by how much that is expected to cost more. */
    @Override
    public void write(QuerySource data, PredictionFormat format, int threads, Consumer<String> text) {
        requireFeaturesOf(data);
        QuerySource watched = watching(data);
        format.requireFit("the model", task.predictions());
        List<CostRow> batch = new ArrayList<>();
        long[] row = {0};
        Runnable writing = () -> {
            double[] u = HeldOut.by(scorer()).score(batch, 0).u()[0];
            int size = task.outputs();
            for (int i = 0; i < batch.size(); i++) {
                double[] above = aboveBest(Arrays.copyOfRange(u, i * size, (i + 1) * size));
                if (!Double.isFinite(Arrays.stream(above).sum())) {
                    throw new InputException(
                            data.file().toString(),
                            batch.get(i).line(),
                            "features for which the model gives no finite number",
                            "values such as in training");
                }
                if (row[0]++ == 0 && format == PredictionFormat.TSV) {
                    text.accept(format.withId(
                            "row\tprediction\trunnerUp\tcostAbove\n",
                            batch.get(i).id() == null ? null : "id"));
                }
                text.accept(
                        format.withId(line(row[0], above, format), batch.get(i).id()));
            }
            batch.clear();
        };
        CostRows.unlabelled(watched, task.beginning()).visitFeatures(one -> {
            batch.add(one);
            if (batch.size() == BATCH) {
                writing.run();
            }
        });
        writing.run();
    }

    private String line(long row, double[] above, PredictionFormat format) {
        int best = CostVector.cheapest(above);
        double[] others = above.clone();
        others[best] = Double.POSITIVE_INFINITY;
        int next = CostVector.cheapest(others);
        String first = task.predictions().get(best);
        String second = task.predictions().get(next);
        return format == PredictionFormat.TSV
                ? row + "\t" + first + "\t" + second + "\t" + above[next] + "\n"
                : "{\"row\":" + row + ",\"prediction\":" + PredictionFormat.quoted(first) + ",\"runnerUp\":"
                        + PredictionFormat.quoted(second) + ",\"costAbove\":" + above[next] + "}\n";
    }

    @Override
    public List<float[]> rows(QuerySource data) {
        requireFeaturesOf(data);
        List<float[]> rows = new ArrayList<>();
        CostRows.unlabelled(data, task.beginning()).visitFeatures(row -> rows.add(row.x(inputs())));
        return rows;
    }

    /** The place of the prediction among {@link #predictions}. */
    @Override
    public Optional<double[]> numbers(float[] x) {
        return Optional.of(new double[] {CostVector.decode(outputs(x))});
    }

    @Override
    public RowFunction rowFunction(String file) {
        return new RowFunction(rowScorer().orElseThrow(), Optional.of(CostVector.decision(task.predictions())));
    }

    @Override
    public boolean isComparableWith(Predictor other) {
        return other instanceof CostPredictor costs
                && List.copyOf(costs.task.predictions()).equals(task.predictions());
    }
}
