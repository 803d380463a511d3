package io.plumbrank.cli;

import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.decode.LinearOrdering;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.kind.labels.LabelRanker;
import io.plumbrank.kind.pairs.PairRanker;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.RankingPredictor;
import io.plumbrank.report.ModelReport;
import io.plumbrank.report.ReportOptions;
import io.plumbrank.report.Reported;
import io.plumbrank.target.rankings.LabelRankingTarget.Form;
import io.plumbrank.theory.conditions.DecodingDiagnosis;
import io.plumbrank.theory.conditions.SortingDiagnosis;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes reports, with what the laboratory knows of decoding. */
final class ReportWriter {
    private static final double LEVEL = 0.95;
    private static final double ROUNDING = 1e-9;

    private final CommonOptions common;
    private final PreferenceOption preferences;

    ReportWriter(CommonOptions common, PreferenceOption preferences) {
        this.common = common;
        this.preferences = preferences;
    }

    /**
     * Writes one.
     *
     * @param measures as the user typed them; null for what the models were trained for, and the usual ones of rankers
     * @param notes what a reader should know first, whole sentences
     */
    void write(List<Reported> models, @Nullable String measures, List<String> notes, Path out) {
        List<MeasureSpec> specs = models.get(0).predictor().as(Classifier.class).isPresent()
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

    private static List<String> decoding(Reported model, List<MeasureSpec> specs, int threads) {
        if (model.predictor() instanceof PairRanker pairs) {
            return DecodingDiagnosis.of(pairs, judgedBy(pairs, specs), model.data(), threads)
                    .sentences();
        }
        if (model.predictor() instanceof ScoreRanker scores) {
            return SortingDiagnosis.of(scores, model.data(), threads).sentences();
        }
        return model.predictor() instanceof LabelRanker labels ? circles(labels, model) : List.of();
    }

    /** The measure that it was trained for, over what the labels of the report are. */
    private static MeasureSpec judgedBy(PairRanker ranker, List<MeasureSpec> specs) {
        String typed = ranker.task().measure().typed();
        return specs.stream()
                .filter(spec -> spec.typed().equals(typed))
                .findFirst()
                .orElse(specs.get(0));
    }

    private static List<String> circles(LabelRanker ranker, Reported model) {
        if (ranker.task().target().form() == Form.SCORES) {
            return List.of("Labels are sorted by their scores, which is exact: no other decoder would rank better.");
        }
        int rows = 0;
        int acyclic = 0;
        int lowNoise = 0;
        for (LabelRankings.Row row : LabelRankings.read(
                        model.data(), ranker.task().beginning())
                .withLabels(ranker.labels())
                .rows()) {
            LinearOrdering predicted = LinearOrdering.ofDifferences(
                    ranker.model().orElseThrow().scorer().score(row.features(), 1));
            rows++;
            acyclic += predicted.isAcyclic(ROUNDING) ? 1 : 0;
            lowNoise += predicted.isLowNoise(ROUNDING) ? 1 : 0;
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(
                "In " + acyclic + " of " + rows + " rows the predicted preferences between labels run in no circle:"
                        + " there every decoder of pairs finds the best ranking (RAT13, Theorem 7). In " + lowNoise
                        + " they are of low noise (DMJ10, Definition 8).");
        sentences.add("Pairs are decoded by " + ranker.task().target().decoding() + ".");
        return sentences;
    }
}
