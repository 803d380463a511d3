package io.plumbrank.model;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.OrderingDecoder;
import io.plumbrank.learn.BlockSums;
import io.plumbrank.learn.LeaveOneOut;
import io.plumbrank.learn.RegressionSums;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.RidgePath;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.SumsPass;
import io.plumbrank.model.LabelRankingTraining.Trial;
import io.plumbrank.target.LabelRankingTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What had the smallest mean loss over some rows, each of which was ranked by a fit without it.
 *
 * @param features what the scorer is linear in, or the parameters of its trees, in words
 * @param scorer fitted to all of the rows
 * @param tried everything that was chosen from
 * @param notes what a user should know, whole sentences
 */
record LabelRankingChoice(
        String features,
        LabelRankingTarget target,
        double lambda,
        double loss,
        Scorer scorer,
        List<Trial> tried,
        List<String> notes) {
    /** Beyond so many labels, choices are made with Algorithm 1, since every row is decoded for every candidate. */
    private static final int QUICK_LABELS = 11;

    /** Rows whose predictions for all λ are in memory at a time. */
    private static final int BATCH = 256;

    /** The same with everything that it was chosen from. */
    LabelRankingChoice outOf(List<Trial> all) {
        return new LabelRankingChoice(features, target, lambda, loss, scorer, all, notes);
    }

    /** The target with a decoder for choices. */
    static LabelRankingTarget quick(LabelRankingTarget target) {
        return target.labels() <= QUICK_LABELS ? target : target.decodedBy(OrderingDecoder.ALGORITHM1);
    }

    /**
     * The features, the target and the λ by {@link LeaveOneOut}; of equal ones the first, and of its λ the largest.
     *
     * @param learners what to choose from, with one thread each
     */
    static LabelRankingChoice of(
            LabelRankingExamples rows,
            List<RidgeLearner> learners,
            List<LabelRankingTarget> targets,
            double[] lambdas) {
        List<LabelRankingTarget> quick =
                targets.stream().map(LabelRankingChoice::quick).toList();
        List<Trial> tried = new ArrayList<>();
        LabelRankingChoice best = null;
        for (RidgeLearner learner : learners) {
            RidgePath path = path(rows, learner);
            double[][] losses = losses(rows, path, quick, lambdas);
            String features = LabelRankingTrainer.text(learner.features());
            int first = 0;
            for (int t = 0; t < targets.size(); t++) {
                LabelRankingTarget target = targets.get(t);
                for (int l = 0; l < lambdas.length; l++) {
                    tried.add(new Trial(features, target.form().surrogate(), lambdas[l], losses[t][l]));
                }
                int l = least(losses[t], lambdas);
                if (best == null || losses[t][l] < best.loss) {
                    Scorer scorer = path.scorer(lambdas[l], first, first + target.encodedSize());
                    best = new LabelRankingChoice(
                            features, target, lambdas[l], losses[t][l], scorer, List.of(), List.of());
                }
                first += target.encodedSize();
            }
        }
        if (best == null) {
            throw new IllegalArgumentException("nothing to choose from");
        }
        return best.outOf(tried);
    }

    private static RidgePath path(LabelRankingExamples rows, RidgeLearner learner) {
        FeatureSample sample = new FeatureSample(learner.seed());
        Arrays.stream(rows.features()).forEach(sample::add);
        try (SumsPass<RegressionSums> pass = learner.shard(rows.outputs(), sample.map(learner), 0)) {
            for (int row = 0; row < rows.rows(); row++) {
                pass.add(rows.features()[row], rows.targets()[row], rows.weights()[row]);
            }
            BlockSums<RegressionSums> sums = pass.finish();
            return RidgePath.of(sums);
        }
    }

    /** The mean loss by target and λ. */
    private static double[][] losses(
            LabelRankingExamples rows, RidgePath path, List<LabelRankingTarget> targets, double[] lambdas) {
        LeaveOneOut without = new LeaveOneOut(path, lambdas);
        int outputs = rows.outputs();
        double[][] losses = new double[targets.size()][lambdas.length];
        double weight = Arrays.stream(rows.weights()).sum();
        for (int first = 0; first < rows.rows(); first += BATCH) {
            int count = Math.min(BATCH, rows.rows() - first);
            float[] x = new float[count * rows.inputs()];
            double[] y = new double[count * outputs];
            for (int i = 0; i < count; i++) {
                System.arraycopy(rows.features()[first + i], 0, x, i * rows.inputs(), rows.inputs());
                System.arraycopy(rows.targets()[first + i], 0, y, i * outputs, outputs);
            }
            double[] u = new double[count * lambdas.length * outputs];
            without.predictInto(x, y, Arrays.copyOfRange(rows.weights(), first, first + count), count, u);
            for (int i = 0, at = 0; i < count; i++) {
                double share = rows.weights()[first + i] / weight;
                for (int l = 0; l < lambdas.length; l++) {
                    for (int t = 0; t < targets.size(); t++) {
                        int to = at + targets.get(t).encodedSize();
                        Ranking ranking = targets.get(t).decode(Arrays.copyOfRange(u, at, to));
                        losses[t][l] += share * LabelRankingTarget.lossOfPairs(rows.pairs()[first + i], ranking);
                        at = to;
                    }
                }
            }
        }
        return losses;
    }

    private static int least(double[] losses, double[] lambdas) {
        int best = 0;
        for (int l = 1; l < losses.length; l++) {
            if (losses[l] < losses[best] || (losses[l] == losses[best] && lambdas[l] > lambdas[best])) {
                best = l;
            }
        }
        return best;
    }
}
