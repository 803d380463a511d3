package org.example.extend;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.export.Exported;
import io.plumbrank.export.Parity;
import io.plumbrank.export.ParityRows;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.Guarantee;
import io.plumbrank.train.Budget;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.example.extend.stock.StockPlanner;
import org.example.extend.stock.StockTask;

/** Trains, saves, loads, predicts and exports with each extension, and ends with an error where one does not do what it says. */
public final class Demo {
    private static final int ITEMS = 8;

    private final Path folder;
    private final QuerySource train = QuerySource.of(queries(1, 60));
    private final List<Query> test = queries(2, 20);

    private Demo(Path folder) {
        this.folder = folder;
    }

    /** @param arguments where models and exported files go; without one they go to a temporary folder */
    public static void main(String[] arguments) throws IOException {
        Path folder = arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("extend");
        Demo demo = new Demo(Files.createDirectories(folder));
        demo.measure();
        demo.surrogate();
        demo.learner();
        demo.featureMapAndFormat();
        demo.kind();
        System.out.println("all checks passed; files are in " + folder);
    }

    private void measure() {
        double value = MeasureSpec.parse("rbp(p=0.5)")
                .measure()
                .evaluate(JudgedList.ofScores(new double[] {3, 2, 1}, new double[] {1, 0, 1}));
        check("rbp of relevant, irrelevant, relevant is ½ · (1 + ¼)", value == 0.625);
        Training<Ranker> training = Plumbrank.forMeasure("rbp@10")
                .withLearner(FeatureLearner.linear())
                .train(train);
        check("training for rbp is calibrated", isCalibrated(training));
        assertReloads("rbp", training);
    }

    private void surrogate() {
        Training<Ranker> training = Trainer.of(
                        ItemTask.of(MeasureSpec.parse("dcg@10")).withSurrogates(Surrogates.parse("poisson")),
                        Ranker.class)
                .withLearner(FeatureLearner.linear())
                .train(train);
        check("poisson was minimised", training.model().task().surrogate().equals("poisson"));
        check(
                "poisson is calibrated, without a bound",
                isCalibrated(training) && training.model().guarantee().bound() == null);
        assertReloads("poisson", training);
    }

    private void learner() {
        Training<Ranker> training = Plumbrank.forMeasure("ndcg@10")
                .withLearners(Neighbours.toChooseFrom())
                .train(train);
        check("one of four numbers of neighbours was chosen", training.tried().size() == 8);
        assertReloads("neighbours", training);
    }

    private void featureMapAndFormat() throws IOException {
        Training<Ranker> straight = Plumbrank.forMeasure("ndcg@10")
                .withLearner(FeatureLearner.linear())
                .train(train);
        Training<Ranker> broken = Plumbrank.forMeasure("ndcg@10")
                .withLearner(new FeatureLearner(new Splines.Spec(8), true))
                .train(train);
        check(
                "splines follow a curve that a straight line cannot",
                broken.valid().measure() > straight.valid().measure() + 0.05);
        assertReloads("splines", broken);
        export("linear", "sql", straight.predictor());
        export("splines", "sql", broken.predictor());
        Training<Ranker> trees = Plumbrank.forMeasure("ndcg@10")
                .withLearner(new TreeLearner(Map.of("eta", "0.3")))
                .train(train);
        export("trees", "sql", trees.predictor());
    }

    private void kind() throws IOException {
        StockTask task = StockTask.of(5, 1, 20);
        QuerySource days = QuerySource.of(days(1, 400));
        Training<StockPlanner> training = Trainer.of(task, StockPlanner.class)
                .withBudget(Budget.ofTrials(2))
                .withTarget("onnx", planner -> ExportFormat.parse("onnx")
                        .write(Exportable.of(planner, "stock"), "stock.onnx"))
                .train(days);
        check(
                "several kinds of models were tried for stocks",
                training.model().provenance().choice().isPresent());
        check("training for stocks is calibrated", isCalibrated(training));
        Path file = folder.resolve("stock.json");
        ModelFile.write(training.model(), file);
        StockPlanner planner = Predictor.read(file, StockPlanner.class, "a model of stocks");
        List<Query> later = days(2, 400);
        check(
                "the loaded model stocks as much as the trained one",
                later.stream()
                        .allMatch(day ->
                                planner.stock(row(day)) == training.predictor().stock(row(day))));
        double own = later.stream()
                .mapToDouble(day -> task.loss().loss((int) day.label(0), planner.stock(row(day))))
                .sum();
        double constant = IntStream.rangeClosed(0, 20)
                .mapToDouble(stock -> later.stream()
                        .mapToDouble(day -> task.loss().loss((int) day.label(0), stock))
                        .sum())
                .min()
                .orElseThrow();
        check("its stocks cost less than the best that is the same every day", own < 0.9 * constant);
        export("stock", "onnx", planner);
    }

    private static boolean isCalibrated(Training<?> training) {
        return training.model().guarantee().calibration() == Guarantee.Calibration.ALWAYS;
    }

    /** Checks that a saved model is read back as an equal function, which gives the same bits. */
    private void assertReloads(String name, Training<Ranker> training) {
        Path file = folder.resolve(name + ".json");
        ModelFile.write(training.model(), file);
        Ranker loaded = Ranker.read(file);
        check(
                name + " scores the same bits when it was saved and loaded",
                loaded.scorer().equals(training.model().scorer())
                        && test.stream()
                                .allMatch(query -> Arrays.equals(
                                        loaded.scores(query),
                                        training.predictor().scores(query))));
    }

    private void export(String name, String to, Predictor predictor) throws IOException {
        ExportFormat format = ExportFormat.parse(to);
        Exportable model = Exportable.of(predictor, name);
        Exported files = format.write(model, name + "." + to);
        Path out = folder.resolve(name + "." + to);
        files.writeTo(out);
        Parity parity = Parity.of(model, format.replay(files, model), ParityRows.of(model, 1));
        check(
                name + " predicts the same as " + to + " on " + parity.rows() + " rows",
                parity.rows() > 100 && parity.holds() && Files.size(out) > 0);
    }

    private static void check(String claim, boolean holds) {
        System.out.println((holds ? "holds: " : "DOES NOT HOLD: ") + claim);
        if (!holds) {
            throw new IllegalStateException("does not hold: " + claim);
        }
    }

    private static float[] row(Query day) {
        float[] x = new float[day.featureCount()];
        day.featuresInto(0, x);
        return x;
    }

    /** Grades 0 to 4 that are largest in the middle of the first feature; some values are missing. */
    private static List<Query> queries(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < count; q++) {
            double[] grades = new double[ITEMS];
            float[][] x = new float[ITEMS][3];
            for (int item = 0; item < ITEMS; item++) {
                for (int j = 0; j < 3; j++) {
                    x[item][j] = (float) random.nextDouble(-1, 1);
                }
                double worth = 4 - 5 * Math.abs(x[item][0]) + x[item][1] + random.nextDouble(-0.5, 0.5);
                grades[item] = Math.max(0, Math.min(4, Math.rint(worth)));
                if (random.nextInt(20) == 0) {
                    x[item][2] = Float.NaN;
                }
            }
            queries.add(Query.of("q" + q, grades, x));
        }
        return queries;
    }

    /** Demands of 0 to 20 that rise with the first feature, and vary more where the second is large. */
    private static List<Query> days(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> days = new ArrayList<>();
        for (int day = 0; day < count; day++) {
            float[] x = {(float) random.nextDouble(), (float) random.nextDouble()};
            double demand = 4 + 10 * x[0] + 6 * x[1] * (random.nextDouble() - 0.5) * 2;
            days.add(Query.of("day" + day, new double[] {Math.max(0, Math.min(20, Math.rint(demand)))}, new float[][] {x
            }));
        }
        return days;
    }
}
