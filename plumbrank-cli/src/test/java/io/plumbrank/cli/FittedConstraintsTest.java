package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.learn.Scorer;
import io.plumbrank.model.Predictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Monotone features and groups of features, checked on what the command fitted, for data that go against the constraints. */
class FittedConstraintsTest {
    private static final int FEATURES = 5;
    private static final String[] MONOTONE = {"--monotone", "a=1", "--monotone", "b=-1"};
    private static final List<Set<Integer>> GROUPS = List.of(Set.of(0, 1), Set.of(2, 3));

    @TempDir
    Path folder;

    /** The grade falls with a and rises with b over parts of their range or all of it, and a · c and b · d matter. */
    private Path data(long seed, boolean linear) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("query,label,a,b,c,d,e\n");
        for (int row = 0; row < 800; row++) {
            double[] x = random.doubles(FEATURES, -1, 1).toArray();
            double worth = linear
                    ? -x[0] + x[1] + x[2]
                    : Math.sin(4 * x[0]) - Math.sin(4 * x[1]) + 2 * x[0] * x[2] + 2 * x[1] * x[3] + x[4];
            text.append("q").append(row / 8).append(',').append(worth > 1 ? 2 : worth > 0 ? 1 : 0);
            for (double value : x) {
                text.append(',').append((float) value);
            }
            text.append('\n');
        }
        return Files.writeString(folder.resolve("data.csv"), text);
    }

    private Path train(Path data, long seed, String kind, String... constraints) {
        Path out = folder.resolve("m.json");
        List<String> args = new ArrayList<>(
                List.of("train", "--measure", "ndcg@5", "--query", "query", "--threads", "1", "--quiet"));
        if (!kind.endsWith("forest")) {
            args.addAll(List.of("--folds", "2"));
        }
        args.addAll(List.of("--train", data.toString(), "--out", out.toString(), "--seed", Long.toString(seed)));
        args.addAll(List.of(kind.split(" ")));
        args.addAll(List.of(constraints));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return out;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--model trees --monotone a=1,a=-1|--monotone a comes twice; give it once",
                "--model trees --monotone a|--monotone is FEATURE=1 or FEATURE=-1, not 'a'",
                "--model trees --monotone a=2|--monotone is FEATURE=1 or FEATURE=-1, not 'a=2'",
                "--model linear --surrogate ranknet --monotone a=1|expected the surrogate squared or pairwise-squared, or trees"
            })
    void constraintsThatCannotBeKeptAreTheUsersMistake(String options, String message) throws IOException {
        List<String> args = new ArrayList<>(List.of("train", "--measure", "ndcg@5", "--query", "query", "--quiet"));
        args.addAll(List.of("--train", data(1, true).toString()));
        args.addAll(List.of("--out", folder.resolve("no.json").toString()));
        args.addAll(List.of(options.split(" ")));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).contains(message);
    }

    /** A column of text in a group stands for all its levels, and for nothing else. */
    @Test
    void aColumnOfTextInAGroupStandsForItsLevels() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(data(1, false)));
        lines.set(0, lines.get(0) + ",brand");
        for (int row = 1; row < lines.size(); row++) {
            lines.set(row, lines.get(row) + "," + List.of("x", "y", "z").get(row % 3));
        }
        Path data = Files.write(folder.resolve("brands.csv"), lines);
        String kind = "--model trees --param num_round=3";
        Path byColumn = train(data, 1, kind, "--interactions", "brand,a");
        byte[] expected = Files.readAllBytes(byColumn);
        Path byLevels = train(data, 1, kind, "--interactions", "brand=x,brand=y,brand=z,a");
        assertThat(Files.readAllBytes(byLevels)).isEqualTo(expected);
    }

    /** By how much the score of a random row falls at most when a rises or b falls, and by how much it rises at most. */
    private static double[] change(Path model, long seed) {
        Scorer scorer = Predictor.read(model).rowScorer().orElseThrow();
        SplittableRandom random = new SplittableRandom(seed);
        double[] most = new double[2];
        double[] before = new double[1];
        double[] after = new double[1];
        for (int trial = 0; trial < 2000; trial++) {
            float[] row = new float[FEATURES];
            for (int i = 0; i < FEATURES; i++) {
                row[i] = (float) random.nextDouble(-1.5, 1.5);
            }
            scorer.scoreInto(row, before);
            int feature = random.nextInt(2);
            row[feature] += (float) (random.nextDouble(2) * (feature == 0 ? 1 : -1));
            scorer.scoreInto(row, after);
            most[0] = Math.max(most[0], before[0] - after[0]);
            most[1] = Math.max(most[1], after[0] - before[0]);
        }
        return most;
    }

    @ParameterizedTest
    @CsvSource({
        "--model linear, true, 1",
        "--model linear, true, 2",
        "--model linear, false, 3",
        "--model trees --engine own, false, 1",
        "--model trees --engine own, true, 2",
        "--model trees --engine own, false, 3",
        "--model trees --engine xgboost, false, 1",
        "--model trees --engine xgboost, false, 2",
        "--model forest, false, 1",
        "--model forest, false, 2",
    })
    void theScoreNeverFallsWhereAMonotoneFeatureRises(String kind, boolean linear, long seed) throws IOException {
        Path data = data(seed, linear);
        // sums of floats round
        assertThat(change(train(data, seed, kind, MONOTONE), seed)[0]).isLessThan(1e-5);
        double[] free = change(train(data, seed, kind), seed);
        if (linear || !kind.endsWith("linear")) {
            assertThat(free[0]).as("the data go against the constraints").isGreaterThan(0.01);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void constrainedTreesStillUseTheMonotoneFeatures(long seed) throws IOException {
        for (String kind : List.of("--model trees --engine own", "--model trees --engine xgboost", "--model forest")) {
            assertThat(change(train(data(seed, false), seed, kind, MONOTONE), seed)[1])
                    .as(kind)
                    .isGreaterThan(0.01);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--model trees --engine own, 1",
        "--model trees --engine own, 2",
        "--model trees --engine own, 3",
        "--model trees --engine xgboost, 1",
        "--model trees --engine xgboost, 2",
        "--model forest, 1",
        "--model forest, 2",
    })
    void noPathOfASavedTreeHoldsFeaturesOfTwoGroups(String kind, long seed) throws IOException {
        Path data = data(seed, false);
        Set<Set<Integer>> paths = paths(train(data, seed, kind, "--interactions", "a,b", "--interactions", "c,d"));
        assertThat(paths)
                .allMatch(path -> path.size() < 2 || GROUPS.stream().anyMatch(group -> group.containsAll(path)))
                .anyMatch(GROUPS.get(0)::equals)
                .anyMatch(GROUPS.get(1)::equals);
        assertThat(paths(train(data, seed, kind)))
                .as("without groups there are paths across them")
                .anyMatch(path -> path.contains(0) && path.contains(2));
    }

    /** The features on the way to each leaf: nodes are in breadth-first order, and the k-th split has the children 2k + 1 and 2k + 2. */
    private static Set<Set<Integer>> paths(Path model) throws IOException {
        JsonNode trees = new ObjectMapper().readTree(model.toFile()).at("/scorer/trees");
        Set<Set<Integer>> paths = new HashSet<>();
        for (JsonNode tree : trees) {
            JsonNode features = tree.get("features");
            List<Set<Integer>> onTheWay = new ArrayList<>(List.of(Set.of()));
            for (int node = 0; node < features.size(); node++) {
                if (features.get(node).asInt() < 0) {
                    paths.add(onTheWay.get(node));
                    continue;
                }
                Set<Integer> below = new HashSet<>(onTheWay.get(node));
                below.add(features.get(node).asInt());
                onTheWay.add(below);
                onTheWay.add(below);
            }
        }
        return paths;
    }
}
