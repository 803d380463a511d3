package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.boost.TreeEngines;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The oracle is XGBoost: where features have fewer values than there are bins, both engines have the same thresholds. */
class OwnEngineParityTest {
    private static final int INPUTS = 7;
    private static final int ROWS = 3000;

    private static TreeProblem problem(boolean weighted, String parameters) {
        SplittableRandom random = new SplittableRandom(1);
        float[] x = new float[ROWS * INPUTS];
        double[] targets = new double[ROWS];
        for (int row = 0; row < ROWS; row++) {
            for (int feature = 0; feature < INPUTS; feature++) {
                x[row * INPUTS + feature] =
                        random.nextInt(8) == 0 ? Float.NaN : random.nextInt(feature == 5 ? 2 : 200) / 10f;
            }
            float a = x[row * INPUTS];
            float b = x[row * INPUTS + 1];
            targets[row] = (float) ((a > 7 ? 1.5 : 0)
                    + (Float.isNaN(b) ? 1 : b / 10)
                    - (Float.isNaN(a) ? 0 : a * a / 100)
                    + random.nextGaussian() / 2);
        }
        Map<String, String> given = new HashMap<>(Map.of("num_round", "20", "eta", "0.3", "lambda", "2"));
        for (String parameter : parameters.split(";")) {
            given.put(parameter.split("=")[0], parameter.split("=")[1]);
        }
        TreeProblem problem = TreeProblem.of(TreeRows.of(x, INPUTS), targets, 1).withParameters(given);
        return weighted ? problem.withWeights(random.doubles(ROWS, 0.5, 3).toArray()) : problem;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max_depth=3",
                "max_depth=6;min_child_weight=1",
                "max_depth=5;gamma=3;min_child_weight=30",
                "max_depth=0;max_leaves=15;grow_policy=lossguide",
                "max_depth=4;monotone_constraints=(1,-1,0)",
                "max_depth=4;interaction_constraints=[[0,1],[1,2,3]]",
            })
    void treesAreXgboostsUpToTheRoundingOfGradients(String parameters) {
        for (boolean weighted : new boolean[] {false, true}) {
            TreeProblem problem = problem(weighted, parameters);
            TreeEnsemble theirs = TreeEngines.find().fit(problem).ensemble();
            TreeEnsemble ours = TreeEngines.find(TreeEngine.OWN).fit(problem).ensemble();
            double[] expected = new double[ROWS];
            theirs.scoreInto(problem.rows().x(), ROWS, expected);
            double[] actual = new double[ROWS];
            ours.scoreInto(problem.rows().x(), ROWS, actual);
            for (int row = 0; row < ROWS; row++) {
                assertThat(actual[row]).isCloseTo(expected[row], within(2e-4));
            }
            int nodes = theirs.members().stream()
                    .mapToInt(member -> member.tree().nodes())
                    .sum();
            assertThat(ours.members().stream()
                            .mapToInt(member -> member.tree().nodes())
                            .sum())
                    .isEqualTo(nodes)
                    .isGreaterThan(100);
        }
    }
}
