package io.plumbrank.report;

import io.plumbrank.data.Query;
import io.plumbrank.explain.FeatureImportances;
import io.plumbrank.explain.RowImportance;
import io.plumbrank.explain.ScoreDifference;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.kind.classes.evaluation.ClassEvaluation;
import io.plumbrank.kind.classes.evaluation.RowLosses;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.model.RankingPredictor.Contrast;
import io.plumbrank.report.Plot.Interval;
import io.plumbrank.report.ReportPage.Section;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The sections on models of classes. What rows cost is counted by the loss of the first of them. */
final class ClassSections implements Sections {
    private static final int MOST_PREDICTIONS = 12;
    private static final int EXTREMES = 5;
    private static final int REPEATS = 3;

    private final List<Reported> models;
    private final ReportOptions options;
    private final LossMatrix counted;
    private final List<RowLosses> losses;

    ClassSections(List<Reported> models, ReportOptions options) {
        this.models = models;
        this.options = options;
        try {
            this.counted = classifier(models.get(0)).loss().toMatrix();
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException(
                    "a report lists all predictions, and there are too many: " + e.getMessage(), e);
        }
        this.losses = models.stream()
                .map(model -> RowLosses.of(
                        classifier(model), model.data(), counted, options.how().threads()))
                .toList();
    }

    private static Classifier classifier(Reported model) {
        return model.predictor().as(Classifier.class).orElseThrow();
    }

    @Override
    public void fill(ReportPage page) {
        measuresInto(page.section("Measures"));
        ModelReport.trainingInto(models, page.section("Training"));
        Section classes = page.section("Classes");
        Section rows = page.section("Rows");
        Section importance = page.section("Importance of features");
        Section why = page.section("Why one prediction and not another");
        ModelReport.guaranteesInto(models, page);
        Section decoding = page.section(ModelReport.DECODING);
        Section reliability = page.section("Are expected costs what they say");
        distributionInto(rows);
        importance.paragraph(
                "A feature is shuffled over all rows, so that it keeps its values and says nothing any more. What"
                        + " rows then cost more is what the model owes to the feature.");
        why.paragraph(
                "The model predicts what costs least by its own expectation. Shown is the row that went wrong with the"
                        + " largest conviction: what each feature adds to the expected cost of the next best prediction above the"
                        + " cost of the one that was made, in comparison with an average row.");
        reliability.paragraph(
                "The model expects costs: by least squares, or by the probabilities of the classes. For each row: by how much the next best prediction was"
                        + " expected to cost more than the one that was made, and by how much it did. Where the model is right on"
                        + " average, points lie on the dashed line.");
        decoding.paragraph(
                "The decoder takes the prediction of the least expected cost by comparing all of them, which is exact:"
                        + " there is no gap, and no noise condition is needed.");
        for (int m = 0; m < models.size(); m++) {
            RowTable<?> table = RowTable.of(classifier(models.get(m)), models.get(m), counted);
            String name = models.get(m).name();
            if (table.isCountedOtherwise()) {
                reliability.paragraph(
                        name + " was trained for other costs than those that are counted here. What it expects is"
                                + " compared with its own.");
            }
            classesInto(m, classes.heading(name));
            extremesInto(table, m, rows.heading("Cheapest and dearest of " + name));
            importance.heading(name);
            FeatureTables.importanceInto(
                    "added mean loss", REPEATS, table.importance(options.how().seed()), importance);
            table.whyInto(why.heading(name));
            FeatureTables.reliabilityInto(
                    "What the prediction was expected to save against the next best one, and what it did save",
                    "expected",
                    "rows",
                    table.reliability(),
                    reliability.heading(name));
        }
        ModelReport.provenanceInto(models, List.of(), page);
    }

    private void measuresInto(Section section) {
        List<Interval> shown = new ArrayList<>();
        ReportTable table = new ReportTable("model", ">mean loss", ">low", ">high", ">rows");
        for (int m = 0; m < models.size(); m++) {
            double mean = losses.get(m).mean();
            double margin = losses.get(m).estimate().reach();
            shown.add(new Interval(models.get(m).name(), mean, mean - margin, mean + margin));
            table.row(
                    models.get(m).name(),
                    Texts.fixed(mean),
                    Texts.fixed(mean - margin),
                    Texts.fixed(mean + margin),
                    Integer.toString(losses.get(m).losses().length));
        }
        section.figure("Mean loss (smaller is better) with a 95 % interval", Plot.intervals(shown), table);
        section.table(table);
        section.paragraph(
                "Loss that is counted: " + classifier(models.get(0)).loss().toString());
        RowSections.comparisonsInto(models.stream().map(Reported::name).toList(), losses, options.how(), section);
    }

    private void classesInto(int m, Section section) {
        Classifier classifier = classifier(models.get(m));
        ClassLoss<?> loss = classifier.loss();
        ClassEvaluation byOwn = ClassEvaluation.of(
                classifier, models.get(m).data(), options.how().threads(), rows -> {});
        ClassEvaluation evaluation = byOwn.under(loss, counted);
        List<String> predictions = classifier.predictionNames();
        boolean whole = predictions.size() <= MOST_PREDICTIONS;
        List<String> header = new ArrayList<>(List.of("class", ">weight", ">mean loss"));
        if (whole) {
            predictions.forEach(name -> header.add(">→ " + name));
        }
        ReportTable table = new ReportTable(header.toArray(String[]::new));
        List<Interval> shown = new ArrayList<>();
        for (int y = 0; y < loss.classes(); y++) {
            int label = counted.classOf(loss.className(y));
            List<String> row = new ArrayList<>(List.of(
                    loss.className(y), Texts.count(evaluation.weight(label)), Texts.fixed(evaluation.meanLoss(label))));
            if (whole) {
                predictions.forEach(name -> row.add(Texts.count(evaluation.weight(label, name))));
            }
            table.row(row);
            if (evaluation.weight(label) > 0 && shown.size() < 30) {
                shown.add(new Interval(loss.className(y), evaluation.meanLoss(label), Double.NaN, Double.NaN));
            }
        }
        section.figure("Mean loss by class, and how often what was predicted for it", Plot.bars(shown), table);
    }

    private void distributionInto(Section section) {
        double[][] values = losses.stream().map(RowLosses::losses).toArray(double[][]::new);
        Histogram histogram = Histogram.of(values);
        List<String> names = models.stream().map(Reported::name).toList();
        section.figure(
                "How many rows cost how much",
                Plot.histogram("loss of a row", histogram.borders(), names, histogram.counts()),
                histogram.table("loss", names));
    }

    /** The costliest rows; of equal ones, those that the model was surest of. */
    private void extremesInto(RowTable<?> rows, int m, Section section) {
        double[] paid = losses.get(m).losses();
        int[] order = IntStream.range(0, paid.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -paid[i]).thenComparingDouble(i -> -rows.margin(i)))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] cheap = IntStream.range(0, paid.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> paid[i]).thenComparingDouble(i -> -rows.margin(i)))
                .mapToInt(Integer::intValue)
                .toArray();
        ReportTable table = new ReportTable("", ">line", "class", "predicted", ">cost", ">expected to save");
        int count = Math.min(EXTREMES, (paid.length + 1) / 2);
        for (int i = 0; i < count; i++) {
            rows.row("cheapest", cheap[i], paid[cheap[i]], table);
        }
        for (int i = 0; i < Math.min(EXTREMES, paid.length - count); i++) {
            rows.row("dearest", order[i], paid[order[i]], table);
        }
        section.table(table);
    }

    /** All rows of one model's data, with what it predicts for them; predictions go by their places among all of them. */
    private static final class RowTable<T> {
        private final Classifier classifier;
        private final ClassLoss<T> loss;
        private final List<T> all;
        private final LossMatrix counted;
        private final Map<String, Integer> places = new HashMap<>();
        private final List<String> names;
        private final List<Query> rows = new ArrayList<>();
        private final List<float[]> features = new ArrayList<>();
        private final int[] made;
        private final int[] next;
        private final double[] margins;

        private RowTable(Classifier classifier, ClassLoss<T> loss, Reported model, LossMatrix counted) {
            this.classifier = classifier;
            this.loss = loss;
            this.counted = counted;
            this.all = loss.predictions();
            for (String name : classifier.predictionNames()) {
                places.put(name, places.size());
            }
            int width = classifier.inputs();
            this.names =
                    IntStream.range(0, width).mapToObj(classifier::inputName).toList();
            model.data().visit(row -> {
                float[] x = new float[width];
                row.featuresInto(0, x);
                rows.add(row);
                features.add(x);
            });
            this.made = predictions(features);
            this.next = new int[rows.size()];
            this.margins = new double[rows.size()];
            for (int i = 0; i < made.length; i++) {
                double[] expected = classifier.costsAboveBest(features.get(i));
                next[i] = -1;
                for (int t = 0; t < expected.length; t++) {
                    if (t != made[i] && (next[i] < 0 || expected[t] < expected[next[i]])) {
                        next[i] = t;
                    }
                }
                margins[i] = next[i] < 0 ? 0 : expected[next[i]] - expected[made[i]];
            }
        }

        static RowTable<?> of(Classifier classifier, Reported model, LossMatrix counted) {
            return of(classifier, classifier.loss(), model, counted);
        }

        private static <T> RowTable<T> of(
                Classifier classifier, ClassLoss<T> loss, Reported model, LossMatrix counted) {
            return new RowTable<>(classifier, loss, model, counted);
        }

        private int[] predictions(List<float[]> of) {
            int width = names.size();
            float[] x = new float[of.size() * width];
            for (int i = 0; i < of.size(); i++) {
                System.arraycopy(of.get(i), 0, x, i * width, width);
            }
            return classifier.predictAll(x, of.size()).stream()
                    .mapToInt(places::get)
                    .toArray();
        }

        /** Whether the costs that are counted are not those that the model was trained for. */
        boolean isCountedOtherwise() {
            for (int y = 0; y < loss.classes(); y++) {
                int label = counted.classOf(loss.className(y));
                for (int t = 0; t < all.size(); t++) {
                    int prediction = counted.predictionOf(predicted(t));
                    if (label < 0 || prediction < 0 || counted.given(label, prediction) != loss.given(y, all.get(t))) {
                        return true;
                    }
                }
            }
            return false;
        }

        double margin(int row) {
            return margins[row];
        }

        /** The cost of a prediction by the model's own loss. */
        private double paid(int row, int prediction) {
            return loss.given((int) rows.get(row).label(0), all.get(prediction));
        }

        private double counted(int row, int prediction) {
            return counted.given(
                    counted.classOf(loss.className((int) rows.get(row).label(0))),
                    counted.predictionOf(predicted(prediction)));
        }

        private String predicted(int prediction) {
            return loss.predictionName(all.get(prediction));
        }

        void row(String what, int row, double cost, ReportTable table) {
            table.row(
                    what,
                    Long.toString(rows.get(row).firstLine()),
                    loss.className((int) rows.get(row).label(0)),
                    predicted(made[row]),
                    Texts.brief(cost),
                    Texts.brief(margins[row]));
        }

        Reliability reliability() {
            Reliability pairs = new Reliability();
            for (int i = 0; i < made.length; i++) {
                if (next[i] >= 0) {
                    pairs.add(
                            margins[i],
                            paid(i, next[i]) - paid(i, made[i]),
                            rows.get(i).weight());
                }
            }
            return pairs;
        }

        List<FeatureImportances.Feature> importance(long seed) {
            return new RowImportance(names, features, this::meanLoss, REPEATS).losses(classifier, seed);
        }

        private double meanLoss(List<float[]> of) {
            int[] predictions = predictions(of);
            double sum = 0;
            double weight = 0;
            for (int i = 0; i < of.size(); i++) {
                sum += rows.get(i).weight() * counted(i, predictions[i]);
                weight += rows.get(i).weight();
            }
            return sum / weight;
        }

        void whyInto(Section section) {
            int worst = -1;
            for (int i = 0; i < made.length; i++) {
                boolean wrong = next[i] >= 0 && paid(i, made[i]) > paid(i, next[i]);
                worst = wrong && (worst < 0 || margins[i] > margins[worst]) ? i : worst;
            }
            if (worst < 0) {
                section.paragraph("No row went wrong against its next best prediction.");
                return;
            }
            String caption = "Line " + rows.get(worst).firstLine() + ", of class "
                    + loss.className((int) rows.get(worst).label(0)) + ": "
                    + predicted(made[worst]) + " was predicted, and "
                    + predicted(next[worst])
                    + " was expected to cost " + Texts.brief(margins[worst]) + " more";
            List<ScoreDifference.Feature> parts = parts(worst);
            if (parts.isEmpty()) {
                section.paragraph(caption + ". What single features add to that, this kind of model does not tell.");
            } else {
                FeatureTables.contributionsInto(caption, "here", "on average", parts, section);
            }
        }

        /** The features that add something to the cost of the next best prediction; none where the model does not tell. */
        private List<ScoreDifference.Feature> parts(int row) {
            Optional<double[]> factors = classifier.costFactors(next[row], made[row]);
            if (factors.isEmpty() || !(classifier.rowScorer().orElse(null) instanceof ExplainedScorer explained)) {
                return List.of();
            }
            try {
                return ScoreDifference.features(new Contrast(
                                predicted(made[row]),
                                predicted(next[row]),
                                explained,
                                factors.get(),
                                names,
                                features.get(row),
                                Contrast.meanRow(features)))
                        .stream()
                        .filter(feature -> feature.contribution() != 0)
                        .toList();
            } catch (IllegalArgumentException e) {
                return List.of(); // trees of a file that does not tell where rows went
            }
        }
    }
}
