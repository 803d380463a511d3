package io.plumbrank.learn.boost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.arithmetic.PrincipalDirection;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreesCodec;
import io.plumbrank.util.internal.JsonDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Splits of the levels of a category; the oracle tries every binary split. */
class LevelSplitTest {
    private static final TreeEngine ENGINE = TreeEngines.find(TreeEngine.OWN);
    private static final Map<String, String> STUMP = Map.of(
            "num_round", "1", "max_depth", "1", "eta", "1", "lambda", "0", "cat_smooth", "0", "min_child_weight", "0");

    @TempDir
    Path folder;

    /** Level of each row; the number of levels for none. */
    private static int[] levels(SplittableRandom random, int rows, int count) {
        return IntStream.range(0, rows)
                .map(row -> Math.min(random.nextInt(count + 1), random.nextInt(count + 1)))
                .toArray();
    }

    private static TreeRows rows(int[] levels, int count, SplittableRandom random) {
        float[] x = new float[levels.length * (count + 1)];
        for (int row = 0; row < levels.length; row++) {
            if (levels[row] < count) {
                x[row * (count + 1) + 1 + levels[row]] = 1;
            }
            x[row * (count + 1)] = random.nextInt(3);
        }
        return TreeRows.of(x, count + 1)
                .withCategories(List.of(IntStream.rangeClosed(1, count).toArray()));
    }

    private static double[] targets(int[] levels, int outputs, SplittableRandom random) {
        double[][] means = new double[20][outputs];
        for (double[] mean : means) {
            Arrays.setAll(mean, o -> random.nextGaussian());
        }
        double[] targets = new double[levels.length * outputs];
        Arrays.setAll(targets, i -> means[levels[i / outputs]][i % outputs] + random.nextGaussian());
        return targets;
    }

    private static double squares(double[] scores, double[] targets) {
        return IntStream.range(0, scores.length)
                .mapToDouble(i -> (scores[i] - targets[i]) * (scores[i] - targets[i]))
                .sum();
    }

    private static double[] scores(TreeEnsemble ensemble, TreeRows rows) {
        double[] scores = new double[rows.rows() * ensemble.outputs()];
        ensemble.scoreInto(rows.x(), rows.rows(), scores);
        return scores;
    }

    /** The least sum of squares over all ways to part the levels, and rows without one, into two. */
    private static double bruteForce(int[] levels, int count, double[] targets) {
        double least = Double.POSITIVE_INFINITY;
        for (int set = 1; set < 1 << count; set++) {
            double[] sum = new double[2];
            double[] square = new double[2];
            int[] rows = new int[2];
            for (int row = 0; row < levels.length; row++) {
                int side = set >> levels[row] & 1;
                sum[side] += targets[row];
                square[side] += targets[row] * targets[row];
                rows[side]++;
            }
            double loss = 0;
            for (int side = 0; side < 2; side++) {
                loss += rows[side] == 0 ? 0 : square[side] - sum[side] * sum[side] / rows[side];
            }
            least = Math.min(least, loss);
        }
        return least;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void theSplitIsTheBestOfAll(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = 2 + (int) (seed % 7);
        int[] levels = levels(random, 300, count);
        double[] targets = targets(levels, 1, random);
        TreeRows rows = rows(levels, count, random);
        TreeEnsemble stump = ENGINE.fit(TreeProblem.of(rows, targets, 1).withParameters(STUMP))
                .ensemble();
        assertThat(squares(scores(stump, rows), targets)).isCloseTo(bruteForce(levels, count, targets), within(1e-3));
    }

    @Test
    void severalOutputsAreSplitNoWorseThanByOneLevel() {
        for (long seed = 1; seed <= 10; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int[] levels = levels(random, 400, 7);
            double[] targets = targets(levels, 2, random);
            TreeRows rows = rows(levels, 7, random);
            TreeProblem problem = TreeProblem.of(rows, targets, 2).withParameters(STUMP);
            double bySets = squares(scores(ENGINE.fit(problem).ensemble(), rows), targets);
            TreeRows single = TreeRows.of(rows.x(), rows.inputs());
            TreeEnsemble byOne = ENGINE.fit(TreeProblem.of(single, targets, 2).withParameters(STUMP))
                    .ensemble();
            assertThat(bySets).isLessThanOrEqualTo(squares(scores(byOne, rows), targets) + 1e-6);
        }
    }

    /** In two dimensions the direction is that of the double angle, in closed form. */
    @Test
    void theDirectionIsPrincipal() {
        SplittableRandom random = new SplittableRandom(9);
        for (int trial = 0; trial < 50; trial++) {
            double[][] points = new double[6][];
            double[] weights = random.doubles(6, 0.5, 3).toArray();
            Arrays.setAll(points, i -> new double[] {4 * random.nextGaussian(), random.nextGaussian()});
            double weight = Arrays.stream(weights).sum();
            double[] mean = new double[2];
            double[] moments = new double[3];
            for (int pass = 0; pass < 2; pass++) {
                for (int i = 0; i < 6; i++) {
                    double x = points[i][0] - mean[0];
                    double y = points[i][1] - mean[1];
                    if (pass == 1) {
                        moments[0] += weights[i] * x * x;
                        moments[1] += weights[i] * x * y;
                        moments[2] += weights[i] * y * y;
                    }
                }
                for (int i = 0; pass == 0 && i < 6; i++) {
                    mean[0] += weights[i] * points[i][0] / weight;
                    mean[1] += weights[i] * points[i][1] / weight;
                }
            }
            double angle = Math.atan2(2 * moments[1], moments[0] - moments[2]) / 2;
            double gap = Math.hypot(moments[0] - moments[2], 2 * moments[1]) / (moments[0] + moments[2]);
            double[] direction = PrincipalDirection.of(points, weights, 2);
            double cosine = Math.abs(direction[0] * Math.cos(angle) + direction[1] * Math.sin(angle));
            assertThat(cosine).isCloseTo(1, within(gap > 0.3 ? 1e-6 : 1));
        }
    }

    private static TreeProblem deep(long seed, int outputs) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] levels = levels(random, 500, 12);
        return TreeProblem.of(rows(levels, 12, random), targets(levels, outputs, random), outputs)
                .withParameters(
                        Map.of("num_round", "12", "max_depth", "4", "min_child_weight", "3", "cat_smooth", "1"));
    }

    private static boolean hasSets(TreeEnsemble ensemble) {
        return ensemble.members().stream().anyMatch(member -> member.tree().hasSets());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void plainSplitsAndFilesKeepTheScores(int outputs) throws IOException {
        TreeProblem problem = deep(1, outputs);
        TreeEnsemble ensemble = ENGINE.fit(problem).ensemble();
        assertThat(hasSets(ensemble)).isTrue();
        double[] scores = scores(ensemble, problem.rows());
        TreeEnsemble plain = ensemble.plain(1_000_000).orElseThrow();
        assertThat(hasSets(plain)).isFalse();
        assertThat(scores(plain, problem.rows())).isEqualTo(scores);
        double[] one = new double[outputs];
        ensemble.scoreInto(Arrays.copyOf(problem.rows().x(), problem.rows().inputs()), one);
        assertThat(one).isEqualTo(Arrays.copyOf(scores, outputs));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
            json.writeStartObject();
            new TreesCodec().write(ensemble, json);
            json.writeEndObject();
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("featureSets");
        assertThat(new TreesCodec()
                        .read(Fields.root(
                                JsonDocument.readSummed(bytes.toByteArray()).value())))
                .isEqualTo(ensemble);
    }

    @Test
    void contributionsSumToTheDifference() {
        TreeProblem problem = deep(2, 1);
        TreeEnsemble ensemble = ENGINE.fit(problem).ensemble();
        int inputs = problem.rows().inputs();
        double[] scores = scores(ensemble, problem.rows());
        double[] difference = new double[inputs];
        for (int row = 1; row < 40; row++) {
            float[] a = Arrays.copyOfRange(problem.rows().x(), row * inputs, (row + 1) * inputs);
            ensemble.differenceInto(a, Arrays.copyOf(problem.rows().x(), inputs), 0, difference);
            assertThat(Arrays.stream(difference).sum()).isCloseTo(scores[row] - scores[0], within(1e-5));
        }
    }

    @Test
    void threadsAndCheckpointsDoNotMatter() {
        TreeProblem problem = deep(3, 1);
        TreeEnsemble one = ENGINE.fit(problem).ensemble();
        assertThat(ENGINE.fit(problem.withThreads(3)).ensemble()).isEqualTo(one);
        ENGINE.fit(problem.withCheckpoints(folder, 5, false));
        assertThat(ENGINE.fit(problem.withCheckpoints(folder, 5, true)).ensemble())
                .isEqualTo(one);
    }

    @Test
    void rowsOfALevelThatWasNeverSeenGoTogether() {
        TreeProblem problem = deep(4, 1);
        for (TreeEnsemble.Member member : ENGINE.fit(problem).ensemble().members()) {
            RegressionTree tree = member.tree();
            for (int node = 0; node < tree.nodes(); node++) {
                if (tree.splitFeatures(node).length > 1) {
                    assertThat(tree.number(node)).isEqualTo(0.5f);
                    assertThat(tree.splitFeatures(node)).doesNotContain(0);
                }
            }
        }
    }

    @Test
    void featuresThatOverlapAreNoCategory() {
        SplittableRandom random = new SplittableRandom(5);
        int[] levels = levels(random, 300, 6);
        TreeRows rows = rows(levels, 6, random);
        rows.x()[1] = 1;
        rows.x()[2] = 1;
        TreeEnsemble ensemble = ENGINE.fit(
                        TreeProblem.of(rows, targets(levels, 1, random), 1).withParameters(STUMP))
                .ensemble();
        assertThat(hasSets(ensemble)).isFalse();
    }
}
