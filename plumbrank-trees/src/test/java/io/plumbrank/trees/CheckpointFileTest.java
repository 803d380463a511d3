package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.learn.Checkpoints;
import io.plumbrank.learn.boost.TreeEngines;
import io.plumbrank.learn.trees.TreeCheckpoint;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.util.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFileTest {
    private static final TreeEngine ENGINE = TreeEngines.find();
    private static final int INPUTS = 3;
    private static final int ROUNDS = 6;

    @TempDir
    private Path folder;

    private Path file = Path.of("");
    private byte[] whole = {};

    private static TreeProblem task(long seed, int inputs, Map<String, String> more) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] x = new float[120 * inputs];
        double[] targets = new double[120];
        for (int row = 0; row < targets.length; row++) {
            for (int i = 0; i < inputs; i++) {
                x[row * inputs + i] = (float) random.nextDouble();
            }
            targets[row] = x[row * inputs] + x[row * inputs + 1];
        }
        Map<String, String> parameters = new HashMap<>(Map.of("num_round", Integer.toString(ROUNDS)));
        parameters.putAll(more);
        TreeRows rows = TreeRows.of(x, inputs);
        return TreeProblem.of(rows, targets, 1).withParameters(parameters).withValidation(rows, scores -> {
            double sum = 0;
            for (int row = 0; row < scores.length; row++) {
                sum -= Math.abs(scores[row] - targets[row]);
            }
            return sum;
        });
    }

    private static TreeProblem task() {
        return task(1, INPUTS, Map.of());
    }

    @BeforeEach
    void write() throws IOException {
        ENGINE.fit(task().withCheckpoints(folder, 2, false));
        file = folder.resolve(Checkpoints.FILE);
        whole = Files.readAllBytes(file);
    }

    private void assertRefused(TreeProblem task, String found) {
        assertThatThrownBy(() -> ENGINE.fit(task.withCheckpoints(folder, 2, true)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(found);
    }

    /** One bit, a few bytes, a piece cut out or put in, a part of it twice, the end missing. */
    @Test
    void noneOfFiveHundredDamagedCheckpointsIsGoneOnFrom() throws IOException {
        SplittableRandom random = new SplittableRandom(15);
        for (int trial = 0; trial < 500; trial++) {
            byte[] damaged = damaged(whole, random, trial % 5);
            if (Arrays.equals(damaged, whole)) {
                continue;
            }
            Files.write(file, damaged);
            assertRefused(task(), "checkpoint");
        }
        Files.write(file, whole);
        assertThat(ENGINE.fit(task().withCheckpoints(folder, 2, true)).resumedAfter())
                .isEqualTo(ROUNDS);
    }

    private static byte[] damaged(byte[] whole, SplittableRandom random, int how) {
        int from = random.nextInt(whole.length);
        int length = random.nextInt(Math.min(50, whole.length - from)) + 1;
        byte[] copy = whole.clone();
        switch (how) {
            case 0 -> copy[from] ^= (byte) (1 << random.nextInt(8));
            case 1 -> {
                for (int i = from; i < from + length; i++) {
                    copy[i] = (byte) random.nextInt();
                }
            }
            case 2 -> copy = Arrays.copyOf(copy, from);
            case 3 -> {
                copy = new byte[whole.length - length];
                System.arraycopy(whole, 0, copy, 0, from);
                System.arraycopy(whole, from + length, copy, from, copy.length - from);
            }
            default -> {
                copy = Arrays.copyOf(whole, whole.length + length);
                System.arraycopy(whole, from, copy, from + length, whole.length - from);
            }
        }
        return copy;
    }

    /** Each of these files has the sum of what it holds. */
    @Test
    void aCheckpointThatFitsNoTaskIsRefused() throws IOException {
        TreeProblem task = task().withCheckpoints(folder, 2, true);
        TreeParameters parameters = TreeParameters.ofXgboost(task.parameters());
        TreeCheckpoint checkpoints = TreeCheckpoint.of(task, parameters, TreeEngine.XGBOOST);
        TreeCheckpoint.State good = checkpoints.read(state -> {}).orElseThrow();
        checkpoints.write(new TreeCheckpoint.State(ROUNDS - 1, good.measures(), good.risks(), good.parts()));
        assertRefused(task(), "found a damaged checkpoint (6 measures after 5 rounds)");
        checkpoints.write(new TreeCheckpoint.State(
                ROUNDS - 1, good.measures().subList(0, 5), good.risks().subList(0, 5), good.parts()));
        assertRefused(task(), "found a damaged checkpoint (a booster of 6 trees on 3 features, and not of 5 on 3)");
        checkpoints.write(new TreeCheckpoint.State(0, List.of(), List.of(), good.parts()));
        assertRefused(task(), "found a damaged checkpoint (no number of rounds)");

        Path other = folder.resolve("other");
        TreeProblem wider = task(1, INPUTS + 1, Map.of()).withCheckpoints(other, 2, false);
        ENGINE.fit(wider);
        TreeCheckpoint.State strange = TreeCheckpoint.of(
                        wider.withCheckpoints(other, 2, true), parameters, TreeEngine.XGBOOST)
                .read(state -> {})
                .orElseThrow();
        checkpoints.write(new TreeCheckpoint.State(ROUNDS, good.measures(), good.risks(), strange.parts()));
        assertRefused(task(), "found a damaged checkpoint (a booster of 6 trees on 4 features, and not of 6 on 3)");
        checkpoints.write(
                new TreeCheckpoint.State(ROUNDS, good.measures(), good.risks(), List.of(new byte[] {'{', 1, 2})));
        assertRefused(task(), "found a damaged checkpoint (");
        checkpoints.write(new TreeCheckpoint.State(ROUNDS, good.measures(), good.risks(), List.of()));
        assertRefused(task(), "found a damaged checkpoint (0 boosters for 1 outputs)");

        checkpoints.write(good);
        assertRefused(
                task(1, INPUTS, Map.of("early_stopping_rounds", "3")),
                "found a checkpoint with early_stopping_rounds=50, expected one with early_stopping_rounds=3");
        assertRefused(task(2, INPUTS, Map.of()), "found the checkpoint of a run with other data");
    }

    @Test
    void aCheckpointOfTheOtherEngineIsNamedAsSuch() {
        TreeEngines.find(TreeEngine.OWN).fit(task().withCheckpoints(folder, 2, false));
        assertRefused(task(), "found a checkpoint of the other engine of trees, expected one of 'xgboost'");
    }

    @Test
    void checkpointsOfOlderFormatsAreNamedAsSuch() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("state.json"));
            zip.closeEntry();
        }
        byte[] second = "plumbrank-trees-checkpoint-2\n0".getBytes(StandardCharsets.US_ASCII);
        for (byte[] older : List.of(bytes.toByteArray(), second)) {
            Files.write(file, older);
            assertRefused(
                    task(), "found a checkpoint of an older plumbrank, expected one of this version: remove the file");
        }
    }
}
