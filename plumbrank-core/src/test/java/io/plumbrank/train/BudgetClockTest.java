package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.task.Task;
import io.plumbrank.train.TrainingRun.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Budgets by a clock that goes on by a millisecond whenever somebody looks at it, which is at every step of what is watched. */
class BudgetClockTest {
    private static final Duration HOURS = Duration.ofHours(100);

    @TempDir
    private Path folder;

    private static BudgetClock clock(Duration time, AtomicBoolean stop) {
        AtomicLong nanos = new AtomicLong();
        return new BudgetClock(Budget.ofTime(time), stop, () -> nanos.addAndGet(1_000_000));
    }

    private static Settings settings() {
        return Settings.defaults().withThreads(1).withFolds(3);
    }

    private static List<Query> rows(int count, int items) {
        SplittableRandom random = new SplittableRandom(6);
        List<Query> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            float[][] x = new float[items][2];
            double[] labels = new double[items];
            for (int item = 0; item < items; item++) {
                x[item] = new float[] {(float) random.nextDouble(), (float) random.nextDouble()};
                labels[item] = x[item][0] * x[item][1] > 0.3 ? 1 : 0;
            }
            rows.add(Query.of("r" + row, labels, x));
        }
        return rows;
    }

    private Task<?> task(String kind) {
        return switch (kind) {
            case "items" -> ItemTask.of(MeasureSpec.parse("ndcg"));
            case "classes" -> new ClassTask<>(MatrixLoss.of(LossMatrix.of(new double[][] {{0, 1}, {2, 0}})));
            default -> LabelRankingTask.of(MeasureSpec.parse("kendall"), "L");
        };
    }

    private QuerySource data(String kind) throws IOException {
        if (!kind.equals("labels")) {
            return QuerySource.of(rows(30, kind.equals("items") ? 5 : 1));
        }
        StringBuilder text = new StringBuilder("a,b,L1,L2,L3\n");
        SplittableRandom random = new SplittableRandom(7);
        for (int row = 0; row < 30; row++) {
            double a = random.nextDouble();
            text.append(a + "," + random.nextDouble() + "," + (a > 0.5 ? "1,2,3" : "3,2,1") + "\n");
        }
        Path file = folder.resolve("labels.csv");
        java.nio.file.Files.writeString(file, text);
        return Reading.rankings("L").stream(file, CsvColumns.defaults(), ReadOptions.defaults());
    }

    /** Whatever the task: what is under way when time ends is cut off or cut short, and little is left to do after it. */
    @ParameterizedTest
    @ValueSource(strings = {"items", "classes", "labels"})
    void autoUsesItsTimeAndKeepsIt(String kind) throws IOException {
        Files files = new Files(data(kind).loaded(), null);
        Trainer<?> trainer = Trainer.of(task(kind)).withSettings(settings());
        Function<BudgetClock, ModelChoice> run = clock -> trainer.train(files, Progress.NONE, clock)
                .model()
                .provenance()
                .choice()
                .orElseThrow();
        BudgetClock unlimited = clock(HOURS, new AtomicBoolean());
        assertThat(run.apply(unlimited).leftOut()).isEmpty();
        double all = unlimited.elapsed();
        for (double share : new double[] {0.2, 0.5, 0.8}) {
            double seconds = share * all;
            BudgetClock clock = clock(Duration.ofNanos((long) (seconds * 1e9)), new AtomicBoolean());
            ModelChoice choice = run.apply(clock);
            assertThat(choice.leftOut().isEmpty() && choice.valueBy().equals(ModelChoice.byFolds(3, 3)))
                    .isFalse();
            assertThat(choice.valueBy()).isNotEqualTo(ModelChoice.OPTIMISTIC);
            assertThat(choice.leftOut())
                    .as("trees over folds end early and are kept")
                    .extracting(ModelChoice.LeftOut::name)
                    .doesNotContain("trees", "trees by pairwise-logistic");
            assertThat(clock.elapsed()).isBetween(0.95 * seconds, 1.1 * seconds);
        }
    }

    /** With many rows, and no time to fit all kinds to them, a tenth of them is raced on, and a fifth takes the place of folds. */
    @Test
    void manyRowsAreRacedOnATenth() {
        Files files = new Files(QuerySource.of(rows(1_050, 50)).loaded(), null);
        List<String> plans = new ArrayList<>();
        Progress progress = new Progress() {
            @Override
            public void begin(String part, String unit, long total) {}

            @Override
            public void at(long done) {}

            @Override
            public void plan(String sentence) {
                plans.add(sentence);
            }
        };
        double seconds = 3;
        BudgetClock clock = clock(Duration.ofSeconds(3), new AtomicBoolean());
        Training<?> training =
                Trainer.of(task("items")).withSettings(settings()).train(files, progress, clock);
        assertThat(clock.elapsed()).isLessThan(1.1 * seconds);
        assertThat(plans).hasSize(2);
        assertThat(plans.get(0)).startsWith("estimated seconds: linear with z,rank ");
        assertThat(plans.get(1)).startsWith("after a race on a tenth of the data, estimated seconds: ");
        assertThat(training.notes()).anyMatch(note -> note.startsWith("There was no time for folds"));
        assertThat(training.model().provenance().choice().orElseThrow().valueBy())
                .isEqualTo(ModelChoice.BY_FILE);
        assertThat(training.model().provenance().rows()).isLessThan(45_000);
    }

    @Test
    void whoStopsStopsAtOnce() {
        AtomicBoolean stop = new AtomicBoolean();
        BudgetClock clock = clock(HOURS, stop);
        assertThat(clock.isOver()).isFalse();
        stop.set(true);
        assertThat(clock.isOver()).isTrue();
    }

    @Test
    void whatWentByIsNoLongerInTheBudget() {
        assertThat(Budget.parse("90s").after(Duration.ofSeconds(2)).time()).isEqualTo(Duration.ofSeconds(88));
        assertThat(Budget.parse("1s").after(Duration.ofSeconds(2)).time()).isEqualTo(Duration.ofMillis(1));
        assertThat(Budget.ofTrials(3).after(Duration.ofSeconds(2))).isEqualTo(Budget.ofTrials(3));
    }
}
