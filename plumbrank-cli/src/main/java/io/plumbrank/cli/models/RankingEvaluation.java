package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.RankingPredictor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Evaluates models that rank, by measures of rankings, beside runs and columns of scores. */
final class RankingEvaluation implements KindEvaluation {
    private final EvalCommand command;
    private final CommonOptions common;
    private final List<RankingPredictor> predictors;
    private final Path data;

    RankingEvaluation(EvalCommand command, List<Predictor> predictors, Path data) {
        this.command = command;
        this.common = command.common;
        this.predictors = predictors.stream()
                .flatMap(predictor -> predictor.as(RankingPredictor.class).stream())
                .toList();
        this.data = data;
    }

    @Override
    public void run() {
        Resamples how = command.resamples();
        List<String> names = command.models.stream().map(Path::toString).toList();
        List<Function<Query, double[]>> scoring = new ArrayList<>();
        List<DecodingReport> decoding = new ArrayList<>();
        RankingPredictor first = predictors.get(0);
        boolean items = first.as(Ranker.class).isPresent();
        boolean named = command.csv.isCsv(data, common);
        for (int i = 1; i < predictors.size() && !named; i++) {
            if (predictors.get(i).absent() != first.absent()) {
                throw common.usage("a feature that a row leaves out is "
                        + first.absent().text() + " for " + names.get(0) + " and "
                        + predictors.get(i).absent().text() + " for " + names.get(i)
                        + ": write the ranking of one by plumbrank predict --out, and compare it by --run");
            }
        }
        List<String> columns = columns(named);
        QuerySource source = command.csv.stream(data, first.labelled(), command.preferences.file, columns, common);
        for (RankingPredictor predictor : predictors) {
            source = predictor.watching(source);
        }
        if (!command.runs.isEmpty()) {
            source = source.loaded();
        }
        QuerySource judged = items ? source : first.judged(source);
        String trainedFor = predictors.stream()
                .flatMap(predictor -> predictor.measure().stream())
                .map(MeasureSpec::typed)
                .collect(Collectors.joining(","));
        String otherwise =
                items ? trainedFor + (trainedFor.isEmpty() ? "" : ",") + EvalCommand.DEFAULT_MEASURES : trainedFor;
        Map<String, MeasureSpec> distinct = new LinkedHashMap<>();
        command.specs(otherwise).forEach(spec -> distinct.putIfAbsent(spec.text(), spec));
        List<MeasureSpec> known =
                distinct.values().stream().filter(spec -> !spec.needsMaxGrade()).toList();
        for (int i = 0; i < predictors.size(); i++) {
            RankingPredictor predictor = predictors.get(i);
            String name = names.get(i);
            UnaryOperator<Query> own = own(predictor, source);
            DecodingReport report = predictor
                    .as(Ranker.class)
                    .flatMap(ranker -> ranker.pairs().map(pairs -> new DecodingReport(name, ranker, pairs, known)))
                    .orElse(null);
            if (report != null) {
                decoding.add(report);
            }
            Function<Query, double[]> scores = report == null ? predictor::scores : report.decoded();
            scoring.add(scores.compose(own));
        }
        Evaluator evaluator = new Evaluator(List.copyOf(distinct.values()), common.readOptions());
        Evaluation evaluation = command.beside(evaluator, judged, names, scoring);
        List<String> notes =
                new ArrayList<>(decoding.stream().map(DecodingReport::sentence).toList());
        notes.addAll(evaluation.notes());
        command.report(new Evaluation(evaluation.runs(), notes), decoding, how);
    }

    /** The columns that rankers and scores need, in an order of their own; empty for all, as in the file. */
    private List<String> columns(boolean isCsv) {
        if (!isCsv
                || predictors.stream()
                        .anyMatch(predictor -> predictor.featureNames().isEmpty())) {
            return List.of();
        }
        Set<String> all = new LinkedHashSet<>();
        predictors.forEach(predictor -> all.addAll(predictor.featureNames()));
        all.addAll(command.scores);
        return List.copyOf(all);
    }

    /** Queries with the features of one ranker, where the file is read for several. */
    private static UnaryOperator<Query> own(RankingPredictor predictor, QuerySource source) {
        if (predictor.as(Ranker.class).isEmpty()) {
            return query -> query;
        }
        List<String> names = predictor.featureNames();
        List<String> here = source.featureNames();
        if (names.isEmpty() || here.equals(names) || !here.containsAll(names)) {
            predictor.requireFeaturesOf(source);
            return query -> query;
        }
        int[] from = names.stream().mapToInt(here::indexOf).toArray();
        return query -> query.selecting(from);
    }
}
