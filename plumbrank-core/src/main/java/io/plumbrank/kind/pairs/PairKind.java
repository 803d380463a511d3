package io.plumbrank.kind.pairs;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.json.Fields;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.TaskKind;
import io.plumbrank.model.kinds.TaskFields;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Rankings of items by pairs: {@code pair-ranker} in model files. */
public final class PairKind implements TaskKind<PairTask> {
    /** A year. */
    private static final long LONGEST_MILLIS = 365L * 24 * 60 * 60 * 1000;

    /** Says that outputs are times the number of the query's pairs; files of earlier versions do not have it. */
    private static final String MULTIPLIED = "timesPairs";

    @Override
    public String name() {
        return "pair-ranker";
    }

    @Override
    public Class<PairTask> type() {
        return PairTask.class;
    }

    @Override
    public void write(PairTask task, double lambda, JsonGenerator json) throws IOException {
        TaskFields.measure(task.measure(), task.surrogate(), task.decoder(), json);
        limits(task.limits(), json);
        json.writeNumberField("lambda", lambda);
        TaskFields.view(task.labels(), task.view(), json);
        if (task.target().antisymmetric() && !task.plain()) {
            json.writeBooleanField(MULTIPLIED, true);
        }
    }

    @Override
    public PairTask read(Fields json) {
        PairTask task = new PairTask(
                TaskFields.measure(json),
                json.text("decoder"),
                limits(json),
                PairTask.DEFAULT_MAX_PAIRS,
                TaskFields.view(json),
                TaskFields.labels(json),
                !json.has(MULTIPLIED) || !json.bool(MULTIPLIED));
        TaskFields.requireDerived(json, "surrogate", task.surrogate());
        return task;
    }

    private static void limits(DecodeLimits limits, JsonGenerator json) throws IOException {
        if (limits.steps() < Long.MAX_VALUE) {
            json.writeNumberField("decoderSteps", limits.steps());
        }
        if (limits.usesClock()) {
            json.writeNumberField("timeLimitMillis", limits.timeLimit().toMillis());
        }
    }

    /** Files of earlier versions have a clock alone. */
    private static DecodeLimits limits(Fields json) {
        long steps = json.has("decoderSteps") ? json.whole("decoderSteps", 0, Long.MAX_VALUE) : Long.MAX_VALUE;
        DecodeLimits limits = DecodeLimits.ofSteps(steps);
        return json.has("timeLimitMillis") || !json.has("decoderSteps")
                ? limits.withTimeLimit(Duration.ofMillis(json.whole("timeLimitMillis", 0, LONGEST_MILLIS)))
                        .withSteps(steps)
                : limits;
    }

    @Override
    public Class<? extends Predictor> predictorType() {
        return Ranker.class;
    }

    @Override
    public PairRanker predictor(Model model, PairTask task) {
        return new PairRanker(model, task);
    }

    @Override
    public String summary(PairTask task, Model model) {
        return task.labels().counted(model.provenance().rows()) + ", for "
                + task.measure().typed() + ", by pairs, decoder " + task.decoder();
    }

    @Override
    public String noteOfOnePrediction(PairTask task, Object prediction) {
        return TaskFields.ALL_TIED;
    }

    @Override
    public Optional<String> decodingNote(PairTask task) {
        return task.isCheap()
                ? Optional.empty()
                : Optional.of("The estimates are by a quick decoder; eval uses decoder " + task.decoder() + ".");
    }

    @Override
    public String decoder(PairTask task) {
        return task.decoder();
    }

    @Override
    public Map<String, Object> facts(PairTask task) {
        Map<String, Object> facts = new LinkedHashMap<>(TaskFields.facts(task.measure()));
        facts.put("decoder", task.decoder());
        facts.put("measuredBy", task.isCheap() ? task.decoder() : "quick");
        facts.put("queries", task.labels().queries());
        return facts;
    }
}
