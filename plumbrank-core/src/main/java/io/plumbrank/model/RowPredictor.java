package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.target.LinearDecision;
import io.plumbrank.task.checks.FeatureCheck;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Predicts for single rows, such as a class or a ranking of fixed labels; a {@link Ranker} needs all items of a query. */
public abstract class RowPredictor implements Predictor {
    private final Model model;

    protected RowPredictor(Model model) {
        this.model = model;
    }

    @Override
    public Optional<Model> model() {
        return Optional.of(model);
    }

    @Override
    public List<PredictionFormat> formats() {
        return List.of(PredictionFormat.TSV, PredictionFormat.JSONL);
    }

    /** The names of what it predicts, under the word for them, such as {@code labels}; empty where they are too many to list. */
    public abstract Map<String, List<String>> vocabulary();

    /**
     * Writes the prediction for one row as fields of a JSON object that is open.
     *
     * @param x as many features as in training, NaN for missing
     * @throws IllegalArgumentException if there are more or fewer, or so large that the model gives no finite numbers
     */
    public abstract void answer(float[] x, JsonGenerator json) throws IOException;

    /**
     * The features of all rows of a file, as {@link #answer} takes them. Labels do not matter.
     *
     * @throws io.plumbrank.util.InputException if the file is not as it should be, or has other features than in training
     */
    public List<float[]> rows(QuerySource data) {
        requireFeaturesOf(data);
        List<float[]> rows = new ArrayList<>();
        data.visit(row -> {
            float[] x = new float[inputs()];
            row.featuresInto(0, x);
            rows.add(x);
        });
        return rows;
    }

    /**
     * The prediction for one row as numbers, for programs that take arrays; empty where numbers do not tell it.
     *
     * @param x as {@link #answer} takes it
     */
    public Optional<double[]> numbers(float[] x) {
        return Optional.empty();
    }

    /** Whether it gives a probability for each class. */
    public boolean holdsProbabilities() {
        return false;
    }

    /**
     * The probabilities of the classes of one row.
     *
     * @param x as {@link #answer} takes it
     * @throws IllegalStateException unless it {@link #holdsProbabilities}
     */
    public double[] probabilities(float[] x) {
        throw new IllegalStateException(words() + " holds no probabilities");
    }

    /** The predictions that are possible for a row, so that two of them can be compared: classes, or labels of a ranking. */
    public interface Alternatives {
        /** One of them, in a word: {@code label}. */
        String word();

        List<String> names();

        /**
         * The ranking for one row, best first.
         *
         * @throws IllegalArgumentException if its features are so large that the model gives no finite numbers
         */
        Ranking rank(float[] x);

        /** One weight per output; {@link #offset} and the weighted sum are above 0 where the one comes before the other. */
        double[] weights(int above, int below);

        default double offset(int above, int below) {
            return 0;
        }

        /** How a ranking is made of the outputs, in words; empty where all of them are sorted. */
        default Optional<String> search() {
            return Optional.empty();
        }
    }

    /**
     * The predictions that are possible for a row; by default those that {@link #rowFunction} decides among.
     *
     * @param file the file of the model, for messages
     * @throws InputException if predictions cannot be compared by sums of outputs
     */
    public Alternatives alternatives(String file) {
        LinearDecision decision = rowFunction(file)
                .decision()
                .orElseThrow(() -> new InputException(
                        file, 0, words() + ", which predicts one number", "a model that chooses among predictions"));
        return new Alternatives() {
            @Override
            public String word() {
                return "prediction";
            }

            @Override
            public List<String> names() {
                return decision.labels();
            }

            @Override
            public Ranking rank(float[] x) {
                double[] u = outputs(x);
                int[] inOrder = IntStream.range(0, names().size()).toArray();
                return Ranking.byScores(
                        IntStream.of(inOrder)
                                .mapToDouble(t -> -decision.cost(u, t))
                                .toArray(),
                        () -> inOrder);
            }

            @Override
            public double[] weights(int above, int below) {
                double[] more = decision.beta()[below];
                double[] less = decision.beta()[above];
                return IntStream.range(0, more.length)
                        .mapToDouble(i -> more[i] - less[i])
                        .toArray();
            }

            @Override
            public double offset(int above, int below) {
                return decision.shifts()[below] - decision.shifts()[above];
            }
        };
    }

    /**
     * u of one row.
     *
     * @throws IllegalArgumentException if it has more or fewer features than in training
     */
    protected double[] outputs(float[] x) {
        FeatureCheck.requireWidth(x.length, inputs(), featureNames());
        return scorer().score(x, 1);
    }
}
