package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.PreferenceOption;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.RankingPredictor;
import io.plumbrank.report.ModelReport;
import io.plumbrank.report.ReportOptions;
import io.plumbrank.report.Reported;
import io.plumbrank.theory.conditions.Diagnosis;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes reports, with what the laboratory knows of decoding. */
public final class ReportWriter {
    private static final double LEVEL = 0.95;

    private final CommonOptions common;
    private final PreferenceOption preferences;

    public ReportWriter(CommonOptions common, PreferenceOption preferences) {
        this.common = common;
        this.preferences = preferences;
    }

    /**
     * Writes one.
     *
     * @param measures as the user typed them; null for what the models were trained for, and the usual ones of rankers
     * @param notes what a reader should know first, whole sentences
     */
    public void write(List<Reported> models, @Nullable String measures, List<String> notes, Path out) {
        List<MeasureSpec> specs =
                models.get(0).predictor().as(RankingPredictor.class).isEmpty()
                        ? List.of()
                        : common.checked(() -> specs(models, measures));
        Resamples how = new Resamples(1_000, 10_000, LEVEL, common.seed, common.threads());
        ReportOptions options = new ReportOptions(specs, how, notes, model -> decoding(model, specs, common.threads()));
        common.checked(() -> ModelReport.of(models, options)).write(out);
    }

    private List<MeasureSpec> specs(List<Reported> models, @Nullable String measures) {
        List<RankingPredictor> predictors = models.stream()
                .flatMap(model -> model.predictor().as(RankingPredictor.class).stream())
                .toList();
        String trainedFor = predictors.stream()
                .flatMap(predictor -> predictor.measure().stream())
                .map(MeasureSpec::typed)
                .collect(Collectors.joining(","));
        boolean items = predictors.get(0).as(Ranker.class).isPresent() && preferences.file == null;
        String usual = items ? EvalCommand.DEFAULT_MEASURES : trainedFor.isEmpty() ? "pd" : "";
        String otherwise = trainedFor + (trainedFor.isEmpty() || usual.isEmpty() ? "" : ",") + usual;
        Map<String, MeasureSpec> distinct = new LinkedHashMap<>();
        MeasureSpec.parseList(measures == null ? otherwise : measures, Conventions.plumbrank()).stream()
                .map(spec -> preferences.measure(spec, common))
                .forEach(spec -> distinct.putIfAbsent(spec.text(), spec));
        return List.copyOf(distinct.values());
    }

    /** By the measure that the model was trained for, over what the labels of the report are. */
    private static List<String> decoding(Reported model, List<MeasureSpec> specs, int threads) {
        return Diagnosis.of(model.predictor(), trained -> judgedBy(trained, specs), model.data(), threads)
                .map(Diagnosis::sentences)
                .orElse(List.of());
    }

    private static MeasureSpec judgedBy(MeasureSpec trained, List<MeasureSpec> specs) {
        return specs.stream()
                .filter(spec -> spec.typed().equals(trained.typed()))
                .findFirst()
                .orElse(specs.get(0));
    }
}
