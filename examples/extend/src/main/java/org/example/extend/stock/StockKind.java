package org.example.extend.stock;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Labels;
import io.plumbrank.data.Reading;
import io.plumbrank.json.Fields;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.TaskKind;
import java.io.IOException;
import java.util.Map;

/** Stocks at the smallest expected cost: {@code stock} in model files. */
public final class StockKind implements TaskKind<StockTask> {
    @Override
    public String name() {
        return "stock";
    }

    @Override
    public Class<StockTask> type() {
        return StockTask.class;
    }

    @Override
    public void write(StockTask task, double lambda, JsonGenerator json) throws IOException {
        json.writeNumberField("lambda", lambda);
        json.writeNumberField("under", task.loss().under());
        json.writeNumberField("over", task.loss().over());
        json.writeNumberField("most", task.loss().most());
    }

    @Override
    public StockTask read(Fields json) {
        return StockTask.of(json.number("under"), json.number("over"), json.size("most"));
    }

    @Override
    public Class<? extends Predictor> predictorType() {
        return StockPlanner.class;
    }

    @Override
    public StockPlanner predictor(Model model, StockTask task) {
        return new StockPlanner(model, task);
    }

    @Override
    public Reading labelled(StockTask task) {
        return Reading.rows(Labels.numbers());
    }

    @Override
    public String heading(StockTask task) {
        return "mean cost";
    }

    @Override
    public String summary(StockTask task, Model model) {
        return model.provenance().rows() + " rows for " + task.measureName();
    }

    @Override
    public String noteOfOnePrediction(StockTask task, Object prediction) {
        return "The model stocks " + prediction + " for all rows: the features told it nothing.";
    }

    @Override
    public Map<String, Object> facts(StockTask task) {
        return Map.of("most", task.loss().most());
    }
}
