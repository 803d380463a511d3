package io.plumbrank.kind.items;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.TaskKind;
import io.plumbrank.model.kinds.TaskFields;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.task.QueryInstances;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rankings of items by scores: {@code ranker} in model files. */
public final class ItemKind implements TaskKind<ItemTask> {
    @Override
    public String name() {
        return "ranker";
    }

    @Override
    public Class<ItemTask> type() {
        return ItemTask.class;
    }

    @Override
    public void write(ItemTask task, double lambda, JsonGenerator json) throws IOException {
        TaskFields.measure(task.measure(), task.surrogate(), task.target().decoder(), json);
        json.writeNumberField("lambda", lambda);
        TaskFields.view(task.labels(), task.view(), json);
    }

    @Override
    public ItemTask read(Fields json) {
        ItemTask task = new ItemTask(
                TaskFields.measure(json),
                List.of(Surrogates.parse(json.text("surrogate"))),
                TaskFields.view(json),
                TaskFields.labels(json));
        TaskFields.requireDerived(json, "surrogate", task.surrogate());
        TaskFields.requireDerived(json, "decoder", task.target().decoder());
        return task;
    }

    @Override
    public Class<? extends Predictor> predictorType() {
        return Ranker.class;
    }

    @Override
    public ScoreRanker predictor(Model model, ItemTask task) {
        return new ScoreRanker(model, task);
    }

    @Override
    public String summary(ItemTask task, Model model) {
        return task.labels().counted(model.provenance().rows()) + ", for "
                + task.measure().typed();
    }

    @Override
    public List<String> notes(ItemTask task, Instances<?> train) {
        QueryInstances.Seen seen = ((QueryInstances) train).seen();
        List<String> notes = new ArrayList<>();
        seen.oddGrade().ifPresent(notes::add);
        long negative = seen.negativeGrades();
        if (negative > 0 && task.measure().hasGain()) {
            notes.add(negative + (negative == 1 ? " item has" : " items have")
                    + " a negative grade, which has no gain in "
                    + task.measure().typed() + ", as grade 0 has none; eval counts it so too.");
        }
        return notes;
    }

    @Override
    public String noteOfOnePrediction(ItemTask task, Object prediction) {
        return TaskFields.ALL_TIED;
    }

    @Override
    public String decoder(ItemTask task) {
        return task.target().decoder();
    }

    @Override
    public Map<String, Object> facts(ItemTask task) {
        Map<String, Object> facts = new LinkedHashMap<>(TaskFields.facts(task.measure()));
        facts.put("queries", task.labels().queries());
        return facts;
    }
}
