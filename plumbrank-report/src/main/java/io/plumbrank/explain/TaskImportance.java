package io.plumbrank.explain;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.Progress;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.task.Task;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How much the measure or loss of a task becomes worse when a feature is shuffled over all rows. For models of every kind, which
 * their own task judges; {@link PermutationImportance} takes other measures of rankings, and shuffles features before others are
 * derived of them.
 *
 * <p>Rows are held in memory. Every feature that the model uses costs {@code repeats} evaluations.
 *
 * @param repeats how often each feature is shuffled, at least once
 * @param seed of the shuffles
 */
public record TaskImportance(int repeats, long seed) {
    /**
     * Shuffles one feature after another. Those that no row has are left out.
     *
     * @param predictor of a model of ours
     * @param data labelled data, as the predictor has them read
     * @throws InputException if the data are not as they should be, or no instance counts
     * @throws IllegalArgumentException if another tool trained the model
     */
    public FeatureImportances of(Predictor predictor, QuerySource data, Progress progress) {
        Model model = predictor
                .model()
                .orElseThrow(() -> new IllegalArgumentException(
                        predictor.words() + " of another tool, which does not tell how it is judged"));
        predictor.requireFeaturesOf(data);
        QuerySource source = data.loaded();
        Task<?> task = model.task();
        Rows rows = new Rows(model.scorer(), new ArrayList<>(), false);
        double value = mean(model.judge(source, rows));
        if (Double.isNaN(value)) {
            throw new InputException(
                    source.file().toString(), 0, "no row that counts", "labelled rows with a positive weight");
        }
        List<String> names = IntStream.range(0, model.scorer().inputs())
                .mapToObj(j -> predictor
                        .view()
                        .name(j, predictor.inputName(predictor.view().input(j))))
                .toList();
        int size = rows.all.size();
        long used = IntStream.range(0, names.size())
                .filter(feature -> RowImportance.isUsed(predictor, feature))
                .count();
        progress.begin("importance", Progress.ROWS, (1 + used * repeats) * size);
        long[] scored = {0};
        RowImportance importance = new RowImportance(
                names,
                rows.all,
                replaced -> {
                    double mean = mean(model.judge(source, new Rows(model.scorer(), replaced, true)));
                    scored[0] += size;
                    progress.at(scored[0]);
                    return task.largerIsBetter() ? -mean : mean;
                },
                repeats);
        return new FeatureImportances(
                task.measureName(),
                task.measureName(),
                task.largerIsBetter(),
                value,
                importance.losses(predictor, seed),
                source.notes());
    }

    private static double mean(Model.Judged judged) {
        double sum = 0;
        double weight = 0;
        for (int i = 0; i < judged.values().length; i++) {
            sum += judged.weights()[i] * judged.values()[i];
            weight += judged.weights()[i];
        }
        return sum / weight;
    }

    /** Scores rows in the order of the data, and either keeps them or has others in their place. */
    private static final class Rows implements InstanceScorer {
        private static final long serialVersionUID = 1L;

        private final InstanceScorer scorer;
        private final transient List<float[]> all;
        private final boolean replacing;
        private int next;

        Rows(InstanceScorer scorer, List<float[]> all, boolean replacing) {
            this.scorer = scorer;
            this.all = all;
            this.replacing = replacing;
        }

        @Override
        public int inputs() {
            return scorer.inputs();
        }

        @Override
        public int outputs() {
            return scorer.outputs();
        }

        @Override
        public Outputs score(float[] x, int[] rows) {
            int width = inputs();
            int count = Arrays.stream(rows).sum();
            if (!replacing) {
                for (int at = 0; at < count; at++) {
                    all.add(Arrays.copyOfRange(x, at * width, (at + 1) * width));
                }
                return scorer.score(x, rows);
            }
            float[] others = new float[x.length];
            for (int at = 0; at < count; at++) {
                System.arraycopy(all.get(next++), 0, others, at * width, width);
            }
            return scorer.score(others, rows);
        }
    }
}
