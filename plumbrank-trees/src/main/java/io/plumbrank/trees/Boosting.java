package io.plumbrank.trees;

import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeModels;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreesRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.jspecify.annotations.Nullable;

/** One run of boosting: a booster for each output, all of them a round at a time, so that one measure can stop them. */
final class Boosting implements AutoCloseable {
    /** A risk that has fallen by a smaller part than this of what it was after the first round stands still. */
    private static final double LEAST_FALL = 1e-4;

    private final TreeProblem task;
    private final Parameters parameters;
    private final float[] weights;
    private final List<Booster> boosters = new ArrayList<>();
    /** Those of each booster. */
    private final List<Units> units = new ArrayList<>();

    private final List<Double> measures = new ArrayList<>();
    private final List<Double> risks = new ArrayList<>();
    private final DMatrix train;
    private final @Nullable DMatrix valid;
    private final @Nullable Gradients gradients;
    private final @Nullable CheckpointFile checkpoints;

    private int rounds;
    private int resumedAfter;

    Boosting(TreeProblem task, Parameters parameters) {
        this.task = task;
        this.parameters = parameters;
        weights = weights(task);
        try {
            train = matrix(task.rows());
            if (!areEqual(weights)) {
                train.setWeight(weights);
            }
            TreeProblem.Validation validation = task.validation();
            valid = validation == null ? null : matrix(validation.rows());
            TreeProblem.Surrogate surrogate = task.surrogate();
            gradients = surrogate == null
                    ? null
                    : new Gradients(
                            surrogate, task.targets(), weights, task.how().threads(), parameters.baseScore(0));
            for (int output = 0; output < task.outputs(); output++) {
                units.add(gradients == null ? Units.ofSquares(deviation(output)) : gradients.units());
            }
            train.setLabel(labels(0));
            checkpoints = task.checkpoints() == null ? null : CheckpointFile.of(task, parameters);
            begin();
        } catch (XGBoostError e) {
            throw fault(e);
        }
    }

    private static float[] weights(TreeProblem task) {
        float[] scaled = new float[task.rows().rows()];
        Arrays.fill(scaled, 1);
        double[] given = task.weights();
        double sum = 0;
        for (double weight : given) {
            if (!(weight >= 0) || Double.isInfinite(weight)) {
                throw new IllegalArgumentException("weights must be finite and at least 0, got " + weight);
            }
            sum += weight;
        }
        if (given.length > 0 && sum == 0) {
            throw new IllegalArgumentException("all weights are 0");
        }
        for (int row = 0; row < given.length; row++) {
            scaled[row] = (float) (given[row] * given.length / sum);
        }
        return scaled;
    }

    private static boolean areEqual(float[] values) {
        for (float value : values) {
            if (value != values[0]) {
                return false;
            }
        }
        return true;
    }

    private static DMatrix matrix(TreeRows rows) throws XGBoostError {
        return new DMatrix(rows.x(), rows.rows(), rows.inputs(), Float.NaN);
    }

    /** Boosters without trees, or those of the checkpoint. */
    private void begin() throws XGBoostError {
        CheckpointFile.State state =
                checkpoints == null ? null : checkpoints.read().orElse(null);
        for (int output = 0; output < task.outputs(); output++) {
            Map<String, Object> settings = settings(output);
            if (state == null) {
                // no rounds: the constructor of Booster is not public
                boosters.add(XGBoost.train(train, settings, 0, Map.of(), null, null));
            } else {
                Booster booster = load(state.boosters().get(output));
                booster.setParams(settings);
                boosters.add(booster);
            }
        }
        if (state != null) {
            measures.addAll(state.measures());
            risks.addAll(state.risks());
            rounds = state.rounds();
            resumedAfter = rounds;
        }
    }

    private static Booster load(byte[] saved) throws XGBoostError {
        try {
            return XGBoost.loadModel(saved);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, Object> settings(int output) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("objective", "reg:squarederror");
        settings.put("nthread", task.how().threads());
        settings.put("seed", task.how().seed());
        // the state of draws belongs to the thread; else other boosters on it would change this one
        settings.put("seed_per_iteration", "true");
        settings.put("verbosity", "0");
        Map<String, String> ofTrees = parameters.ofTrees();
        ofTrees.putIfAbsent("base_score", Double.toString(gradients == null ? mean(output) : 0));
        settings.putAll(units.get(output).ofXgboost(ofTrees));
        return settings;
    }

    private double deviation(int output) {
        double mean = mean(output);
        double sum = 0;
        double weight = 0;
        for (int row = 0; row < weights.length; row++) {
            double off = task.targets()[row * task.outputs() + output] - mean;
            sum += weights[row] * off * off;
            weight += weights[row];
        }
        return Math.sqrt(sum / weight);
    }

    private double mean(int output) {
        double sum = 0;
        double weight = 0;
        for (int row = 0; row < weights.length; row++) {
            sum += weights[row] * task.targets()[row * task.outputs() + output];
            weight += weights[row];
        }
        return sum / weight;
    }

    TreeFit run() {
        try {
            while (rounds < parameters.rounds() && !hasStalled()) {
                boost();
                rounds++;
                TreeProblem.Score score = score();
                if (task.validation() != null) {
                    measures.add(score.measure());
                    risks.add(score.risk());
                }
                if (checkpoints != null && rounds % checkpoints.every() == 0) {
                    checkpoints.write(new CheckpointFile.State(rounds, measures, risks, bytes()));
                }
                task.how().progress().round(rounds, score.measure());
            }
            int kept = task.validation() == null ? rounds : bestRound();
            return new TreeFit(ensemble(kept), kept, rounds, resumedAfter, measures);
        } catch (XGBoostError e) {
            throw fault(e);
        }
    }

    /** The first round with the best measure, counted from 1. */
    private int bestRound() {
        int best = 0;
        for (int round = 1; round < measures.size(); round++) {
            if (measures.get(round) > measures.get(best) || Double.isNaN(measures.get(best))) {
                best = round;
            }
        }
        return best + 1;
    }

    /** The last round in which the risk had fallen below all before by more than rounding, counted from 1; 0 where none is known. */
    private int lastFall() {
        int last = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int round = 0; round < risks.size(); round++) {
            if (risks.get(round) < least - LEAST_FALL * risks.get(0)) {
                least = risks.get(round);
                last = round + 1;
            }
        }
        return last;
    }

    private boolean hasStalled() {
        return !measures.isEmpty() && rounds - Math.max(bestRound(), lastFall()) >= parameters.patience();
    }

    private void boost() throws XGBoostError {
        for (int output = 0; output < boosters.size(); output++) {
            Booster booster = boosters.get(output);
            if (gradients != null) {
                gradients.compute(booster.predict(train, true));
                booster.boost(train, rounds, gradients.gradient(), gradients.curvature());
            } else {
                if (boosters.size() > 1) {
                    train.setLabel(labels(output));
                }
                booster.update(train, rounds);
            }
        }
    }

    private float[] labels(int output) {
        float[] labels = new float[weights.length];
        for (int row = 0; row < labels.length; row++) {
            labels[row] = (float) (task.targets()[row * task.outputs() + output]
                    / units.get(output).score());
        }
        return labels;
    }

    private TreeProblem.Score score() throws XGBoostError {
        TreeProblem.Validation validation = task.validation();
        if (validation == null || valid == null) {
            return TreeProblem.Score.NONE;
        }
        int outputs = boosters.size();
        double[] scores = new double[validation.rows().rows() * outputs];
        for (int output = 0; output < outputs; output++) {
            float[][] predicted = boosters.get(output).predict(valid, true);
            double unit = units.get(output).score();
            for (int row = 0; row < predicted.length; row++) {
                scores[row * outputs + output] = predicted[row][0] * unit;
            }
        }
        return validation.scoring().apply(scores);
    }

    private List<byte[]> bytes() throws XGBoostError {
        List<byte[]> bytes = new ArrayList<>();
        for (Booster booster : boosters) {
            bytes.add(booster.toByteArray("ubj"));
        }
        return bytes;
    }

    /** The first trees of all boosters, round by round, one output after another. */
    private TreeEnsemble ensemble(int kept) throws XGBoostError {
        List<TreeEnsemble> each = new ArrayList<>();
        for (byte[] bytes : bytes()) {
            each.add(TreeModels.parse(bytes, "XGBoost's booster"));
        }
        float[] baseScores = new float[each.size()];
        List<TreeEnsemble.Member> members = new ArrayList<>();
        for (int round = 0; round < kept; round++) {
            for (int output = 0; output < each.size(); output++) {
                RegressionTree tree = each.get(output).members().get(round).tree();
                members.add(new TreeEnsemble.Member(output, 1, units.get(output).ofSurrogate(tree)));
            }
        }
        for (int output = 0; output < baseScores.length; output++) {
            baseScores[output] =
                    each.get(output).baseScores()[0] * (float) units.get(output).score();
        }
        return TreeEnsemble.of(task.rows().inputs(), baseScores, members);
    }

    private static TreesRefusedException fault(XGBoostError e) {
        String message = String.valueOf(e.getMessage());
        // the first line says it, after the time and the place in XGBoost's source; a C++ stack trace follows
        String line = message.lines().findFirst().orElse("").replaceFirst("^\\[[0-9:]+\\] \\S+: ", "");
        return new TreesRefusedException(line, e);
    }

    @Override
    public void close() {
        boosters.forEach(Booster::dispose);
        train.dispose();
        if (valid != null) {
            valid.dispose();
        }
        if (gradients != null) {
            gradients.close();
        }
    }
}
