package org.example.extend.stock;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QueryFault;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.model.Model;
import io.plumbrank.model.PredictionFormat;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Predictor.RowFunction;
import io.plumbrank.model.RowPredictor;
import io.plumbrank.target.LinearDecision;
import io.plumbrank.task.QueryInstance;
import io.plumbrank.task.QueryInstances;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Says how much to stock for a row, and what that is expected to cost. */
public final class StockPlanner extends RowPredictor {
    private final StockTask task;

    StockPlanner(Model model, StockTask task) {
        super(model);
        this.task = task;
    }

    /**
     * The stock for one row.
     *
     * @param x as many features as in training, NaN for missing
     */
    public int stock(float[] x) {
        return task.loss().decode(outputs(x));
    }

    /** The expected cost of the stock for one row. */
    public double expectedCost(float[] x) {
        double[] u = outputs(x);
        return task.loss().expected(u, task.loss().decode(u));
    }

    @Override
    public String words() {
        return "a model of stocks";
    }

    @Override
    public Reading reading() {
        return Reading.rows(Labels.ignored());
    }

    @Override
    public Map<String, List<String>> vocabulary() {
        return Map.of();
    }

    /** For the server's {@code /v1/predict}. */
    @Override
    public void answer(float[] x, JsonGenerator json) throws IOException {
        json.writeNumberField("stock", stock(x));
        json.writeNumberField("expectedCost", expectedCost(x));
    }

    /** For the command's {@code predict}. */
    @Override
    public void write(QuerySource data, PredictionFormat format, int threads, Consumer<String> text) {
        requireFeaturesOf(data);
        QueryInstances rows = task.training(data);
        HeldOut scorer = HeldOut.by(scorer());
        boolean table = format == PredictionFormat.TSV;
        if (table) {
            text.accept("row\tstock\texpectedCost\n");
        }
        int[] row = {0};
        data.visit(query -> {
            double[] u =
                    scorer.score(List.of(new QueryInstance(rows, query)), 0).of(0, 0);
            QueryFault.requireFinite(query, u);
            int stock = task.loss().decode(u);
            double cost = task.loss().expected(u, stock);
            row[0]++;
            text.accept(
                    table
                            ? row[0] + "\t" + stock + "\t" + cost + "\n"
                            : "{\"row\":" + row[0] + ",\"stock\":" + stock + ",\"expectedCost\":" + cost + "}\n");
        });
    }

    /** The cheapest stock is a linear decision by u, which onnx and java hold. */
    @Override
    public RowFunction rowFunction(String file) {
        int most = task.loss().most();
        List<String> stocks = new ArrayList<>();
        double[][] beta = new double[most + 1][most];
        double[] shifts = new double[most + 1];
        for (int stock = 0; stock <= most; stock++) {
            stocks.add(Integer.toString(stock));
            Arrays.fill(beta[stock], 0, stock, -task.loss().over());
            Arrays.fill(beta[stock], stock, most, task.loss().under());
            shifts[stock] = stock * task.loss().over();
        }
        return new RowFunction(rowScorer().orElseThrow(), Optional.of(new LinearDecision(stocks, beta, shifts)));
    }

    @Override
    public boolean isComparableWith(Predictor other) {
        return other instanceof StockPlanner planner && planner.task.equals(task);
    }
}
