package io.plumbrank.kind.costs;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.TaskKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Costs of each row's own: {@code costs} in model files. */
public final class CostKind implements TaskKind<CostTask> {
    @Override
    public String name() {
        return "costs";
    }

    @Override
    public Class<CostTask> type() {
        return CostTask.class;
    }

    @Override
    public void write(CostTask task, double lambda, JsonGenerator json) throws IOException {
        json.writeNumberField("lambda", lambda);
        json.writeStringField("costs", task.beginning());
        JsonArrays.texts("predictions", task.predictions(), json);
    }

    @Override
    public CostTask read(Fields json) {
        return new CostTask(json.text("costs"), json.texts("predictions"));
    }

    @Override
    public Class<? extends Predictor> predictorType() {
        return CostPredictor.class;
    }

    @Override
    public CostPredictor predictor(Model model, CostTask task) {
        return new CostPredictor(model, task);
    }

    @Override
    public Reading labelled(CostTask task) {
        return Reading.rankings(task.beginning());
    }

    @Override
    public String heading(CostTask task) {
        return "mean cost";
    }

    @Override
    public String summary(CostTask task, Model model) {
        return model.provenance().rows() + " rows with costs of " + String.join(", ", task.predictions());
    }

    @Override
    public String noteOfOnePrediction(CostTask task, Object prediction) {
        return "The model predicts '" + task.predictions().get((Integer) prediction)
                + "' for all rows: given these features, no other prediction costs less.";
    }

    @Override
    public Map<String, Object> facts(CostTask task) {
        return Map.of("predictions", task.predictions());
    }

    /** What always predicting the same costs. */
    @Override
    public Map<String, Model.Judged> constants(CostTask task, QuerySource data) {
        List<CostRow> rows = new ArrayList<>();
        task.training(data).visit(rows::add);
        double[] weights = rows.stream().mapToDouble(CostRow::weight).toArray();
        Map<String, Model.Judged> constants = new LinkedHashMap<>();
        for (int t = 0; t < task.predictions().size(); t++) {
            int prediction = t;
            constants.put(
                    "always " + task.predictions().get(t),
                    new Model.Judged(
                            rows.stream()
                                    .mapToDouble(row -> row.costs()[prediction])
                                    .toArray(),
                            weights));
        }
        return constants;
    }
}
