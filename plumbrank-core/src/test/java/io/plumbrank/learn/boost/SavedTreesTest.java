package io.plumbrank.learn.boost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.learn.Checkpoints;
import io.plumbrank.learn.trees.TreeCheckpoint;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedTreesTest {
    private static final TreeEngine ENGINE = TreeEngines.find(TreeEngine.OWN);
    private static final int INPUTS = 3;
    private static final int OUTPUTS = 2;
    private static final int ROUNDS = 6;

    @TempDir
    private Path folder;

    private Path file = Path.of("");
    private byte[] whole = {};

    private static TreeProblem task(long seed, int inputs, Map<String, String> more) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] x = new float[120 * inputs];
        double[] targets = new double[120 * OUTPUTS];
        for (int row = 0; row < 120; row++) {
            for (int i = 0; i < inputs; i++) {
                x[row * inputs + i] = (float) random.nextDouble();
            }
            targets[2 * row] = x[row * inputs] + x[row * inputs + 1];
            targets[2 * row + 1] = x[row * inputs + 2];
        }
        Map<String, String> parameters = new HashMap<>(Map.of("num_round", Integer.toString(ROUNDS)));
        parameters.putAll(more);
        TreeRows rows = TreeRows.of(x, inputs);
        return TreeProblem.of(rows, targets, OUTPUTS).withParameters(parameters).withValidation(rows, scores -> {
            double sum = 0;
            for (int i = 0; i < scores.length; i++) {
                sum -= Math.abs(scores[i] - targets[i]);
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

    @Test
    void noFlippedBitIsGoneOnFrom() throws IOException {
        SplittableRandom random = new SplittableRandom(16);
        for (int trial = 0; trial < 600; trial++) {
            byte[] damaged = whole.clone();
            // every bit of the two lines, and some of what follows
            int bit = trial < 8 * 50 ? trial : random.nextInt(8 * whole.length);
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, damaged);
            assertRefused(task(), "checkpoint");
        }
    }

    @Test
    void nothingThatIsCutShortIsGoneOnFrom() throws IOException {
        for (int length = 0; length < whole.length; length += 1 + length / 40) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertRefused(task(), "found a damaged checkpoint");
        }
        Files.write(file, Arrays.copyOf(whole, whole.length + 1));
        assertRefused(task(), "found a damaged checkpoint");
    }

    @Test
    void aWholeOneGivesTheModelThatItWasWrittenFor() {
        TreeFit first = ENGINE.fit(task());
        TreeFit resumed = ENGINE.fit(task().withCheckpoints(folder, 2, true));
        assertThat(resumed.resumedAfter()).isEqualTo(ROUNDS);
        assertThat(resumed.ensemble()).isEqualTo(first.ensemble());
    }

    /** Each of these files has the sum of what it holds. */
    @Test
    void aCheckpointThatFitsNoTaskIsRefused() throws IOException {
        TreeProblem task = task().withCheckpoints(folder, 2, true);
        TreeParameters parameters = TreeParameters.ofOwn(task.parameters());
        TreeCheckpoint checkpoints = TreeCheckpoint.of(task, parameters, TreeEngine.OWN);
        TreeCheckpoint.State good = checkpoints.read(state -> {}).orElseThrow();
        checkpoints.write(new TreeCheckpoint.State(ROUNDS - 1, good.measures(), good.risks(), good.parts()));
        assertRefused(task(), "found a damaged checkpoint (6 measures after 5 rounds)");
        checkpoints.write(new TreeCheckpoint.State(
                ROUNDS - 1, good.measures().subList(0, 5), good.risks().subList(0, 5), good.parts()));
        assertRefused(task(), "found a damaged checkpoint (6 trees after 5 rounds)");
        checkpoints.write(new TreeCheckpoint.State(0, List.of(), List.of(), List.of()));
        assertRefused(task(), "found a damaged checkpoint (no number of rounds)");
        for (int at : new int[] {3, 7, 11, 15}) {
            byte[] odd = good.parts().get(0).clone();
            odd[at] ^= 0x15;
            List<byte[]> parts = new ArrayList<>(good.parts());
            parts.set(0, odd);
            checkpoints.write(new TreeCheckpoint.State(ROUNDS, good.measures(), good.risks(), parts));
            assertRefused(task(), "found a damaged checkpoint (");
        }
        checkpoints.write(good);
        assertRefused(
                task(1, INPUTS, Map.of("early_stopping_rounds", "3")),
                "found a checkpoint with early_stopping_rounds=50, expected one with early_stopping_rounds=3");
        assertRefused(
                task(1, INPUTS, Map.of("num_round", "5")),
                "found a checkpoint after 6 rounds, expected one after at most num_round=5");
        assertRefused(task(2, INPUTS, Map.of()), "found the checkpoint of a run with other data");
        assertRefused(task(1, INPUTS, Map.of("multi", "output")), "found the checkpoint of a run with other data");
    }

    @Test
    void anOlderFormatIsNamedAsSuch() throws IOException {
        Files.write(file, "\u0000 plumbrank-own-trees-checkpoint-1".getBytes(StandardCharsets.ISO_8859_1));
        assertRefused(task(), "found a checkpoint of an older plumbrank");
    }
}
