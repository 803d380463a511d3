package io.plumbrank;

import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.kind.costs.CostPredictor;
import io.plumbrank.kind.costs.CostTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.labels.LabelRanker;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Settings;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLabels;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Trainer;
import io.plumbrank.util.InputException;
import java.nio.file.Path;

/**
 * The front door: name a measure or give costs, train, predict.
 *
 * <pre>{@code
 * Ranker ranker = Plumbrank.forMeasure("ndcg@10").train(QuerySource.of(Path.of("train.txt"))).predictor();
 * Ranking ranking = ranker.rank(query);
 * }</pre>
 *
 * <p>A trainer from here gives the model that {@code plumbrank train} gives with the same measure and data, bit for bit, apart from the
 * name of the program in its provenance. {@link Trainer#withLearner} names the kind of model in place of trying several.
 */
public final class Plumbrank {
    /** Rankings of labels have few rows, so that each fold should leave out few of them. */
    private static final int LABEL_FOLDS = 10;

    private Plumbrank() {}

    /**
     * Ranks the items of queries for a measure.
     *
     * @param measure such as {@code ndcg@10}
     * @throws IllegalArgumentException if the text names no measure, or one that scores cannot be true to
     */
    public static Trainer<Ranker> forMeasure(String measure) {
        return Trainer.of(ItemTask.of(MeasureSpec.parse(measure)), Ranker.class);
    }

    /**
     * Ranks the items of queries by functions of pairs of items.
     *
     * @param measure such as {@code pd}, {@code kendall} or {@code map}
     * @throws IllegalArgumentException if the text names no measure, or one that pairs cannot be true to
     */
    public static Trainer<Ranker> forPairs(String measure) {
        return Trainer.of(PairTask.of(MeasureSpec.parse(measure)), Ranker.class);
    }

    /**
     * Predicts at the smallest expected cost; labels and predictions are numbers of classes, from 0.
     *
     * @param costs a row per class, a column per prediction
     */
    public static Trainer<Classifier> forCosts(double[][] costs) {
        return Trainer.of(
                new ClassTask<>(
                        MatrixLoss.of(ClassLabels.countedFrom(LossMatrix.of(costs), 0)), ClassSurrogate.parse("auto")),
                Classifier.class);
    }

    /**
     * Predicts at the smallest expected cost, where each row of the training data brings what each prediction costs for it.
     *
     * @param prefix how the names of the columns begin that hold costs; the rest of a name is the prediction
     */
    public static Trainer<CostPredictor> forRowCosts(String prefix) {
        return Trainer.of(CostTask.of(prefix), CostPredictor.class);
    }

    /**
     * Ranks a fixed set of labels for a feature vector.
     *
     * @param measure {@code kendall}, {@code spearman} or {@code pd}
     * @param prefix how the names of the columns begin that hold the labels' positions
     */
    public static Trainer<LabelRanker> forLabelRankings(String measure, String prefix) {
        return Trainer.of(LabelRankingTask.of(MeasureSpec.parse(measure), prefix), LabelRanker.class)
                .withSettings(Settings.defaults().withFolds(LABEL_FOLDS));
    }

    /**
     * Reads a model that {@code plumbrank train} wrote, or a ranker of XGBoost, LightGBM or RankLib.
     *
     * @throws InputException if the file is damaged, or no model
     */
    public static Predictor load(Path file) {
        return Predictor.read(file);
    }
}
