package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.learn.Checkpoints;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreePairs;
import io.plumbrank.model.Model;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.train.Problem;
import io.plumbrank.train.Table;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.TrainerContract;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Training with trees by XGBoost. */
class TreeTrainerTest extends TrainerContract {
    private static final TreeLearner QUICK = new TreeLearner(
            Map.of(
                    "engine",
                    "xgboost",
                    "eta",
                    "0.3",
                    "max_depth",
                    "3",
                    "num_round",
                    "12",
                    "early_stopping_rounds",
                    "3",
                    "min_child_weight",
                    "1"),
            null);

    @Override
    protected List<TreeLearner> learners() {
        return List.of(
                QUICK,
                new TreeLearner(
                        Map.of("engine", "xgboost", "num_round", "4", "subsample", "0.5", "reg_lambda", "2"), null));
    }

    @Override
    protected int many(Problem problem) {
        return 120;
    }

    static Stream<Problem> problems() {
        return Problem.all().stream();
    }

    /** The oracle is the figure of every smaller number of rounds, as evaluation has it. */
    @ParameterizedTest
    @MethodSource("problems")
    void theRoundsThatAreKeptAreTheFirstWithTheBestFigure(Problem problem, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("valid.csv");
        Table valid = problem.table(2, 60);
        Problem simple = problem.simple();
        Training<?> training = Trainer.of(simple.task())
                .withLearner(QUICK)
                .train(
                        problem.write(problem.table(1, 90), folder.resolve("train.csv")),
                        problem.write(valid, file),
                        Progress.NONE);
        Model model = training.model();
        double best = problem.mean(model.predictor(), valid, file);
        assertThat(training.valid().measure()).isCloseTo(best, within(1e-12));
        double sign = problem.task().largerIsBetter() ? 1 : -1;
        int outputs = trees(model.scorer()).outputs();
        int rounds = trees(model.scorer()).members().size() / outputs;
        for (int fewer = 1; fewer < rounds; fewer++) {
            Model shorter =
                    new Model(model.task(), cut(model.scorer(), fewer * outputs), model.lambda(), model.provenance());
            assertThat(sign * problem.mean(shorter.predictor(), valid, file)).isLessThan(sign * best);
        }
        assertThat(training.notes())
                .anyMatch(note -> note.matches("(Pairs: )?The model has " + rounds * outputs + " trees?"
                        + (outputs == 1 ? "" : ", " + outputs + " per round")
                        + "; boosting stopped after \\d+ rounds?\\."));
    }

    private static TreeEnsemble trees(InstanceScorer scorer) {
        return scorer instanceof PairScores pairs
                ? ((TreePairs) pairs.pairs()).trees()
                : (TreeEnsemble) ((RowScorer) scorer).scorer();
    }

    private static InstanceScorer cut(InstanceScorer scorer, int trees) {
        TreeEnsemble whole = trees(scorer);
        TreeEnsemble fewer = TreeEnsemble.of(
                whole.inputs(), whole.baseScores(), whole.members().subList(0, trees));
        return scorer instanceof PairScores pairs
                ? new PairScores(
                        pairs.single(), new TreePairs(fewer, pairs.pairs().antisymmetric()))
                : RowScorer.of(fewer);
    }

    @ParameterizedTest
    @MethodSource("problems")
    void whatTreesCannotDoIsRefusedBeforeDataAreRead(Problem problem, @TempDir Path folder) {
        Trainer<?> trainer = Trainer.of(problem.task()).withLearner(FeatureLearner.linear());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> trainer.withLearner(new TreeLearner(Map.of("max_dept", "3"), null)))
                .withMessageContaining("max_depth");
        TreeLearner kept = new TreeLearner(Map.of(), new Checkpoints(folder, 5, false));
        if (problem.task().shape().isPaired()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> trainer.withLearner(kept))
                    .withMessageContaining("no checkpoints");
        } else {
            trainer.withLearner(kept);
        }
    }

    @Test
    void aLossThatPredictionsDoNotChangeIsRefused() {
        Trainer<?> trainer =
                Trainer.of(new ClassTask<>(ClassLosses.parse("top-k(n=3,k=3)"))).withLearner(FeatureLearner.linear());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> trainer.withLearner(QUICK))
                .withMessageContaining("all predictions cost the same");
    }
}
