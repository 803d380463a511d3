package io.plumbrank.trees;

import io.plumbrank.imports.TreeModels;
import io.plumbrank.learn.instances.Score;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.SurrogateGradients;
import io.plumbrank.learn.trees.TreeCheckpoint;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreeStopping;
import io.plumbrank.learn.trees.TreeUnits;
import io.plumbrank.learn.trees.TreesRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.jspecify.annotations.Nullable;

/** One run of boosting: a booster for each output, all of them a round at a time, so that one measure can stop them. */
final class Boosting implements AutoCloseable {
    private final TreeProblem task;
    private final TreeParameters parameters;
    private final float[] weights;
    private final double[] means;
    private final List<Booster> boosters = new ArrayList<>();
    /** Those of each booster. */
    private final List<TreeUnits> units = new ArrayList<>();

    private final TreeStopping stopping;
    private final DMatrix train;
    /** Where some targets are not known, the rows of each output that know it; else empty. */
    private final List<DMatrix> known = new ArrayList<>();

    private final @Nullable DMatrix valid;
    private final @Nullable SurrogateGradients gradients;
    private final @Nullable TreeCheckpoint checkpoints;

    private int rounds;
    private int resumedAfter;

    Boosting(TreeProblem task, TreeParameters parameters) {
        this.task = task;
        this.parameters = parameters;
        stopping = new TreeStopping(parameters.patience());
        weights = task.scaledWeights();
        try {
            train = matrix(task.rows());
            if (!TreeProblem.areEqual(weights)) {
                train.setWeight(weights);
            }
            TreeProblem.Validation validation = task.validation();
            valid = validation == null ? null : matrix(validation.rows());
            TreeProblem.Surrogate surrogate = task.surrogate();
            gradients = surrogate == null
                    ? null
                    : new SurrogateGradients(
                            surrogate, task.aims(), weights, task.how().threads(), parameters.baseScore(0));
            means = task.means(weights);
            double[] deviations = task.deviations(weights);
            for (int output = 0; output < task.outputs(); output++) {
                units.add(gradients == null ? TreeUnits.ofSquares(deviations[output]) : gradients.units());
            }
            if (task.hasGaps()) {
                for (int output = 0; output < task.outputs(); output++) {
                    known.add(known(output));
                }
            } else {
                train.setLabel(labels(0));
            }
            checkpoints = task.checkpoints() == null ? null : TreeCheckpoint.of(task, parameters, TreeEngine.XGBOOST);
            begin();
        } catch (XGBoostError e) {
            throw fault(e);
        }
    }

    private static DMatrix matrix(TreeRows rows) throws XGBoostError {
        return new DMatrix(rows.x(), rows.rows(), rows.inputs(), Float.NaN);
    }

    /** The rows that know an output, with its labels; all with label 0 where none does, for trees without a split. */
    private DMatrix known(int output) throws XGBoostError {
        int[] rows = IntStream.range(0, task.rows().rows())
                .filter(row -> task.isKnown(row, output))
                .toArray();
        if (rows.length == 0) {
            DMatrix all = matrix(task.rows());
            all.setLabel(new float[weights.length]);
            return all;
        }
        int inputs = task.rows().inputs();
        float[] x = new float[rows.length * inputs];
        float[] labels = new float[rows.length];
        float[] own = new float[rows.length];
        float[] all = task.rows().x();
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(all, rows[i] * inputs, x, i * inputs, inputs);
            labels[i] = label(rows[i], output);
            own[i] = weights[rows[i]];
        }
        DMatrix matrix = new DMatrix(x, rows.length, inputs, Float.NaN);
        matrix.setLabel(labels);
        if (!TreeProblem.areEqual(weights)) {
            matrix.setWeight(own);
        }
        return matrix;
    }

    /** Boosters without trees, or those of the checkpoint. */
    private void begin() throws XGBoostError {
        TreeCheckpoint.State state = checkpoints == null
                ? null
                : checkpoints.read(kept -> SavedBoosters.require(kept, task)).orElse(null);
        for (int output = 0; output < task.outputs(); output++) {
            Map<String, Object> settings = settings(output);
            if (state == null) {
                // no rounds: the constructor of Booster is not public
                boosters.add(
                        XGBoost.train(known.isEmpty() ? train : known.get(output), settings, 0, Map.of(), null, null));
            } else {
                Booster booster = load(state.parts().get(output));
                booster.setParams(settings);
                boosters.add(booster);
            }
        }
        if (state != null) {
            stopping.addAll(state.measures(), state.risks());
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
        ofTrees.putIfAbsent("base_score", Double.toString(gradients == null ? means[output] : 0));
        settings.putAll(units.get(output).ofXgboost(ofTrees));
        return settings;
    }

    TreeFit run() {
        try {
            boolean over = false;
            while (rounds < parameters.rounds() && !stopping.hasStalled() && !over) {
                boost();
                rounds++;
                Score score = score();
                if (task.validation() != null) {
                    stopping.add(score);
                }
                if (checkpoints != null && rounds % checkpoints.every() == 0) {
                    checkpoints.write(new TreeCheckpoint.State(rounds, stopping.measures(), stopping.risks(), bytes()));
                }
                task.how().progress().round(rounds, score.measure());
                over = task.how().progress().isOver();
            }
            int kept = task.validation() == null ? rounds : stopping.bestRound();
            return new TreeFit(ensemble(kept), kept, rounds, resumedAfter, stopping.measures());
        } catch (XGBoostError e) {
            throw fault(e);
        }
    }

    private void boost() throws XGBoostError {
        if (gradients != null) {
            boostSurrogate(gradients);
            return;
        }
        for (int output = 0; output < boosters.size(); output++) {
            if (!known.isEmpty()) {
                boosters.get(output).update(known.get(output), rounds);
                continue;
            }
            if (boosters.size() > 1) {
                train.setLabel(labels(output));
            }
            boosters.get(output).update(train, rounds);
        }
    }

    /** All outputs take their step from the same scores. */
    private void boostSurrogate(SurrogateGradients surrogate) throws XGBoostError {
        int outputs = boosters.size();
        float[][][] scores = new float[outputs][][];
        for (int output = 0; output < outputs; output++) {
            scores[output] = boosters.get(output).predict(train, true);
        }
        double unit = surrogate.units().score();
        surrogate.compute(place -> scores[place % outputs][place / outputs][0] * unit);
        for (int output = 0; output < outputs; output++) {
            boosters.get(output)
                    .boost(
                            train,
                            rounds,
                            ofOutput(surrogate.gradient(), output, outputs),
                            ofOutput(surrogate.curvature(), output, outputs));
        }
    }

    private static float[] ofOutput(float[] all, int output, int outputs) {
        if (outputs == 1) {
            return all;
        }
        float[] own = new float[all.length / outputs];
        for (int row = 0; row < own.length; row++) {
            own[row] = all[row * outputs + output];
        }
        return own;
    }

    private float[] labels(int output) {
        float[] labels = new float[weights.length];
        for (int row = 0; row < labels.length; row++) {
            labels[row] = label(row, output);
        }
        return labels;
    }

    private float label(int row, int output) {
        return (float) (task.targets()[row * task.outputs() + output]
                / units.get(output).score());
    }

    private Score score() throws XGBoostError {
        TreeProblem.Validation validation = task.validation();
        if (validation == null || valid == null) {
            return Score.NONE;
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
        known.forEach(DMatrix::dispose);
        if (valid != null) {
            valid.dispose();
        }
        if (gradients != null) {
            gradients.close();
        }
    }
}
