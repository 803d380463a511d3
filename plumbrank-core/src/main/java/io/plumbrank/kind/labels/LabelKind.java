package io.plumbrank.kind.labels;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Reading;
import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.data.preferences.LabelRankings.Row;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.TaskKind;
import io.plumbrank.model.kinds.TaskFields;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.target.labels.Missing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rankings of a fixed set of labels: {@code label-ranking} in model files. */
public final class LabelKind implements TaskKind<LabelRankingTask> {
    @Override
    public String name() {
        return "label-ranking";
    }

    @Override
    public Class<LabelRankingTask> type() {
        return LabelRankingTask.class;
    }

    @Override
    public void write(LabelRankingTask task, double lambda, JsonGenerator json) throws IOException {
        TaskFields.measure(task.measure(), task.surrogate(), task.decoder().text(), json);
        json.writeBooleanField("complete", task.complete());
        if (task.missing() != Missing.LABEL) {
            json.writeStringField("missing", task.missing().text());
        }
        json.writeNumberField("lambda", lambda);
        json.writeStringField("ranking", task.beginning());
        JsonArrays.texts("labels", task.labels(), json);
    }

    @Override
    public LabelRankingTask read(Fields json) {
        LabelRankingTask task = new LabelRankingTask(
                TaskFields.measure(json),
                List.of(Form.ofSurrogate(json.text("surrogate"))),
                OrderingDecoder.parse(json.text("decoder")),
                json.text("ranking"),
                json.texts("labels"),
                json.bool("complete"),
                json.has("missing") ? Missing.parse(json.text("missing")) : Missing.LABEL);
        TaskFields.requireDerived(json, "surrogate", task.surrogate());
        return task;
    }

    @Override
    public Class<? extends Predictor> predictorType() {
        return LabelRanker.class;
    }

    @Override
    public LabelRanker predictor(Model model, LabelRankingTask task) {
        return new LabelRanker(model, task);
    }

    @Override
    public Reading labelled(LabelRankingTask task) {
        return Reading.rankings(task.beginning());
    }

    @Override
    public String summary(LabelRankingTask task, Model model) {
        return model.provenance().rows() + " rankings of " + task.labels().size() + " labels, for "
                + task.measure().typed();
    }

    @Override
    public List<String> notes(LabelRankingTask task, Instances<?> train) {
        LabelRankings data = ((LabelledRows) train).data();
        List<Row> rows = task.counted(data);
        List<String> notes = new ArrayList<>(MissingPositions.notes(task, (LabelledRows) train));
        String unknown = IntStream.range(0, data.labels().size())
                .filter(label -> rows.stream().noneMatch(row -> row.isKnown(label)))
                .mapToObj(data.labels()::get)
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            notes.add("no row knows the position of " + unknown + ": where the model ranks it means nothing");
        }
        int leftOut = data.rows().size() - rows.size();
        if (leftOut > 0) {
            notes.add(leftOut + (leftOut == 1 ? " row" : " rows")
                    + " left out: fewer than two positions are known, "
                    + (task.measure().skipsEmpty() ? task.measure().typed() + " is undefined, " : "")
                    + "or the weight is 0");
        }
        return notes;
    }

    @Override
    public String noteOfOnePrediction(LabelRankingTask task, Object prediction) {
        return "The model ranks the labels alike for all rows, " + prediction
                + ". Try other features or another kind of model, such as fourier or trees.";
    }

    @Override
    public String decoder(LabelRankingTask task) {
        return task.forms().get(0) == Form.SCORES ? "sort" : task.decoder().text();
    }

    @Override
    public long dimension(LabelRankingTask task) {
        return task.target().dimension();
    }

    @Override
    public Map<String, Object> facts(LabelRankingTask task) {
        Map<String, Object> facts = new LinkedHashMap<>(TaskFields.facts(task.measure()));
        facts.put("decoder", decoder(task));
        if (!task.complete() || task.missing() != Missing.LABEL) {
            facts.put("missing", task.missing().text());
        }
        facts.put("labels", task.labels());
        return facts;
    }
}
