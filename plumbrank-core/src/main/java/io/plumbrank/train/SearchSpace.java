package io.plumbrank.train;

import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreesUnavailableException;
import io.plumbrank.task.Scope;
import io.plumbrank.task.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The settings of boosted trees that a search draws from: what items are seen by, what is minimised, and how trees grow. */
final class SearchSpace {
    private static final String ETA = "eta";

    /** Each a scale of values from careful to bold; neighbours on a scale are much alike. */
    private static final List<List<Map<String, String>>> SCALES = List.of(
            Stream.concat(
                            Stream.of("2", "3", "4", "5", "6", "8").map(depth -> Map.of("max_depth", depth)),
                            Stream.of("8", "16", "32", "64")
                                    .map(leaves ->
                                            Map.of("grow_policy", "lossguide", "max_depth", "0", "max_leaves", leaves)))
                    .toList(),
            scale(ETA, "0.02", "0.03", "0.05", "0.1", "0.2"),
            scale("min_child_weight", "100", "50", "20", "10", "5", "1"),
            scale("subsample", "0.5", "0.7", "1"),
            scale("colsample_bytree", "0.3", "0.5", "0.8", "1"),
            scale("lambda", "30", "10", "3", "1", "0.1"));

    private final List<Task<?>> tasks;
    private final Map<String, String> engine;

    SearchSpace(Task<?> task, Scope scope) {
        tasks = task.variations(scope).searched();
        engine = isThere(tasks.get(0)) ? Map.of() : Map.of(TreeLearner.ENGINE, TreeEngine.OWN);
    }

    private static boolean isThere(Task<?> task) {
        try {
            new TreeLearner().require(task.shape(), task.outputs());
            return true;
        } catch (TreesUnavailableException e) {
            return false;
        }
    }

    private static List<Map<String, String>> scale(String name, String... values) {
        return Stream.of(values).map(value -> Map.of(name, value)).toList();
    }

    /**
     * One setting.
     *
     * @param task its number among views and surrogates
     * @param levels a place on every scale
     */
    record Setting(int task, List<Integer> levels) {
        Setting {
            levels = List.copyOf(levels);
        }
    }

    /** How many settings there are. */
    long size() {
        return SCALES.stream().mapToLong(List::size).reduce(tasks.size(), (one, other) -> one * other);
    }

    /** Any setting. */
    Setting drawn(SplittableRandom random) {
        return new Setting(
                random.nextInt(tasks.size()),
                SCALES.stream().map(scale -> random.nextInt(scale.size())).toList());
    }

    /** One that differs from another on two scales, by a step on each, or in its view and surrogate. */
    Setting near(Setting other, SplittableRandom random) {
        List<Integer> levels = new ArrayList<>(other.levels);
        int task = other.task;
        for (int change = 0; change < 2; change++) {
            int scale = random.nextInt(SCALES.size() + 1);
            int step = random.nextBoolean() ? 1 : -1;
            if (scale == SCALES.size()) {
                task = random.nextInt(tasks.size());
            } else {
                int most = SCALES.get(scale).size() - 1;
                levels.set(scale, Math.max(0, Math.min(most, levels.get(scale) + step)));
            }
        }
        return new Setting(task, levels);
    }

    /** What a setting is fitted for. */
    Task<?> task(Setting setting) {
        return tasks.get(setting.task);
    }

    /**
     * What fits a setting.
     *
     * @param steps of length 1 that rounds make together at most, so that small steps have more rounds; infinite for no limit
     */
    TreeLearner learner(Setting setting, double steps) {
        Map<String, String> parameters = new HashMap<>(engine);
        for (int scale = 0; scale < SCALES.size(); scale++) {
            parameters.putAll(SCALES.get(scale).get(setting.levels.get(scale)));
        }
        if (steps < Double.POSITIVE_INFINITY) {
            int rounds = (int) Math.ceil(steps / Double.parseDouble(parameters.getOrDefault(ETA, "1")));
            parameters.put("num_round", Integer.toString(rounds));
        }
        return new TreeLearner(new TreeMap<>(parameters));
    }

    /** How many leaves a tree of a setting may have. */
    int leaves(Setting setting) {
        Map<String, String> shape = SCALES.get(0).get(setting.levels.get(0));
        return shape.containsKey("max_leaves")
                ? Integer.parseInt(shape.get("max_leaves"))
                : 1 << Integer.parseInt(shape.getOrDefault("max_depth", "0"));
    }
}
