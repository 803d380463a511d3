package io.plumbrank.explain;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.explain.FeatureImportances.Feature;
import io.plumbrank.kind.labels.LabelRanker;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.model.Model;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** What a measure of rankings of labels loses when a feature is shuffled over all rows. */
final class LabelImportance {
    private final PermutationImportance how;
    private final LabelRanker model;
    private final Scorer scorer;
    private final QuerySource source;
    private final List<Query> rows;
    private final Evaluator evaluator;

    LabelImportance(PermutationImportance how, LabelRanker model, QuerySource data) {
        this.how = how;
        this.model = model;
        this.scorer = scorer(model);
        this.source = model.judged(data).loaded();
        this.rows = source.load().queries();
        this.evaluator = new Evaluator(
                List.of(how.measure()), false, ReadOptions.defaults().withThreads(how.threads()));
    }

    /** The function of a row behind a model of label rankings. */
    static Scorer scorer(LabelRanker model) {
        return model.model()
                .map(Model::scorer)
                .filter(RowScorer.class::isInstance)
                .map(scorer -> ((RowScorer) scorer).scorer())
                .orElseThrow(
                        () -> new IllegalArgumentException("a model of label rankings without a function of rows"));
    }

    FeatureImportances of(Progress progress) {
        Evaluation whole = evaluator.rankers(source, List.of("whole"), query -> run -> model.scores(query));
        double value = how.value(whole, source, "no row", "rows with a positive weight and positions");
        int inputs = scorer.inputs();
        progress.begin("importance", Progress.ROWS, (1 + (long) inputs * how.repeats()) * rows.size());
        SplitSums splits = new SplitSums(QueryFeatures.PLAIN, scorer);
        SplittableRandom random = new SplittableRandom(how.seed());
        List<Feature> features = new ArrayList<>();
        for (int input = 0; input < inputs; input++) {
            SplittableRandom stream = random.split();
            float[] column = column(input);
            boolean used = !(scorer instanceof ExplainedScorer explained) || explained.uses(input);
            if (used || PermutationImportance.isPresent(column)) {
                double[] drops = used ? drops(input, column, stream, value) : new double[how.repeats()];
                features.add(PermutationImportance.feature(model.featureNames().get(input), drops, splits.of(input)));
            }
            progress.at((1 + (input + 1L) * how.repeats()) * rows.size());
        }
        features.sort(Comparator.comparingDouble(feature -> -feature.drop()));
        return new FeatureImportances(whole.measures().get(0), value, features, whole.notes());
    }

    private float[] column(int input) {
        float[] column = new float[rows.size()];
        for (int row = 0; row < column.length; row++) {
            column[row] = rows.get(row).feature(0, input);
        }
        return column;
    }

    private double[] drops(int input, float[] column, SplittableRandom random, double value) {
        float[][] shuffled = new float[how.repeats()][];
        for (int repeat = 0; repeat < shuffled.length; repeat++) {
            shuffled[repeat] = PermutationImportance.shuffled(column, random);
        }
        List<String> names =
                IntStream.range(0, shuffled.length).mapToObj(Integer::toString).toList();
        int[] next = {0};
        double sign = how.measure().largerIsBetter() ? 1 : -1;
        return evaluator
                .rankers(source, names, query -> {
                    int row = next[0]++;
                    return repeat -> {
                        float[] x = new float[scorer.inputs()];
                        query.featuresInto(0, x);
                        x[input] = shuffled[repeat][row];
                        return model.scores(query, x);
                    };
                })
                .runs()
                .stream()
                .mapToDouble(run -> sign * (value - run.mean(0)))
                .toArray();
    }
}
